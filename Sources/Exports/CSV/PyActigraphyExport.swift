import Analysis
import Signals

/// Epochs as pyActigraphy reads them (`read_raw_bba` with `use_metadata_json=False`): the table that the program of UK Biobank
/// writes, with a row for each epoch, also where nothing was recorded, so that the distance of two rows is always the same.
///
/// `acc` is ENMO in mg; of a recorder that has counts alone, its counts. `sleep` is 1 or 0, empty where nobody knows.
package enum PyActigraphyExport {
    /// The file, not made yet.
    package static func part(_ content: ExportContent) -> ExportPart {
        ExportPart(name: "\(content.label)-timeSeries.csv", mediaType: "text/csv; charset=utf-8", content) {
            content, take in
            var table = CSVTable(take)
            table.header(["time", "acc", "sleep"])
            let isCounts = !content.epochs.contains { $0.motion != nil }
            var rows = Rows(content, seconds: isCounts ? content.activitySeconds : content.epochSeconds)
            var count = 0
            if isCounts {
                for item in content.activity where try rows.add(item.start, item.count, &table) { count += 1 }
            } else {
                for item in content.epochs
                where try rows.add(item.start, item.motion.map { $0.enmo * 1000 }, &table) { count += 1 }
            }
            try table.finish()
            return [isCounts ? "activity" : "epochs": count]
        }
    }

    /// Rows on an even grid.
    private struct Rows {
        private let content: ExportContent
        private let step: Int64
        private var stamps: StampText
        private var next: Instant?

        init(_ content: ExportContent, seconds: Int) {
            self.content = content
            step = Int64(max(1, seconds)) * 1_000_000_000
            stamps = StampText(content.zone)
        }

        /// Writes a row for an epoch and empty ones for those that are missing before it. One that lies off the grid, as of a clock
        /// that was set, stands in the nearest row; false where that has one.
        /// - Throws: `Failure` for a gap of more than a million rows, and what writing throws.
        mutating func add(_ start: Instant, _ value: Double?, _ table: inout CSVTable) throws -> Bool {
            var time = next ?? start
            let missing = Int((Double(start.nanoseconds(since: time)) / Double(step)).rounded())
            guard missing >= 0 else { return false }
            guard missing <= 1_000_000 else {
                throw Failure(
                    .failed, "There is a gap of \(missing) rows; export the days before and after it by themselves.")
            }
            for _ in 0..<missing {
                try row(time, nil, &table)
                time = time.advanced(byNanoseconds: step)
            }
            try row(time, value, &table)
            next = time.advanced(byNanoseconds: step)
            return true
        }

        private mutating func row(_ time: Instant, _ value: Double?, _ table: inout CSVTable) throws {
            table.field(ascii: stamps.bytes(time))
            table.field(value)
            table.field(isAsleep(at: time))
            try table.endRow()
        }

        private func isAsleep(at time: Instant) -> Int? {
            let passed = time.nanoseconds(since: content.statesStart)
            let index = Int(passed / (Int64(content.stateSeconds) * 1_000_000_000))
            guard passed >= 0, content.states.indices.contains(index) else { return nil }
            return switch content.states[index] {
            case .asleep: 1
            case .awake: 0
            default: nil
            }
        }
    }
}
