import Analysis
import Signals

/// The tables of `nightjar stage`, brought to one grid.
struct StageInput {
    /// Activity counts of epochs of 30 s; NaN in gaps.
    let counts: [Double]
    /// The start of the first epoch, in seconds.
    let start: Double
    /// Heart rate; where it is silent for more than a minute, what the intervals say.
    let heartRate: [HeartRateSample]
    /// Whether most of ``heartRate`` was worked out of intervals.
    let isFromIntervals: Bool

    private static let longest = 2 * 86_400.0

    /// Reads the tables.
    /// - Throws: `Failure` when one cannot be read or its epochs are not of 30 s.
    init(motion: String, heartRate: String?, intervals: String?) throws {
        let rows = try Self.rows(motion, "count")
        guard let first = rows.first, let last = rows.last else {
            throw Failure(.failed, "\(motion) holds no epochs.")
        }
        guard last.time - first.time <= Self.longest else {
            throw Failure(.failed, "\(motion) spans more than two days; give one night at a time.")
        }
        start = first.time
        counts = try Self.grid(rows, motion)
        let told = try heartRate.map { try Self.rows($0, "bpm") } ?? []
        let measured = told.filter { !$0.value.isNaN }
            .map { HeartRateSample(seconds: $0.time, beatsPerMinute: $0.value) }
        let beats = try intervals.map { try Self.rows($0, "rr_ms") } ?? []
        let (from, to) = (first.time - 60, last.time + 90)
        let derived = IntervalHeartRate.samples(
            beats.filter { (from...to).contains($0.time) }.map { (seconds: $0.time, milliseconds: $0.value) })
        let filling = Self.missing(derived, in: measured)
        self.heartRate = measured + filling
        isFromIntervals = filling.count > measured.count { (from...to).contains($0.seconds) }
    }

    /// Rows with a time, in order of time; NaN for an empty value.
    private static func rows(_ path: String, _ name: String) throws -> [(time: Double, value: Double)] {
        let table = try NumberTable(path: path)
        guard let time = table.column("t_s", at: 0), let column = table.column(name, at: 1) else {
            throw Failure(.failed, "\(table.name) needs the columns t_s,\(name).")
        }
        return try (0..<table.count).map { row in
            guard let seconds = table.value(row, time) else {
                throw Failure(.failed, "\(table.name), row \(row): there is no time in column t_s.")
            }
            return (seconds, table.value(row, column) ?? .nan)
        }.sorted { $0.time < $1.time }
    }

    /// Shorter epochs are averaged into those of 30 s; longer ones say too little.
    private static func grid(_ rows: [(time: Double, value: Double)], _ path: String) throws -> [Double] {
        let steps = zip(rows, rows.dropFirst()).map { $1.time - $0.time }.filter { $0 > 0 }.sorted()
        let step = steps.isEmpty ? 30 : steps[steps.count / 2]
        guard step <= 35 else {
            throw Failure(
                .failed,
                "\(NumberTable.name(of: path)) has epochs of \(step) s; stages need one each 30 s, or shorter ones.")
        }
        // Epochs of 30 s may lie a little off the grid; shorter ones belong where they start.
        let shift = step > 25 ? 0.5 : 0
        let places = rows.map { Int((($0.time - rows[0].time) / 30 + shift).rounded(.down)) }
        var totals = [Double](repeating: 0, count: (places.last ?? 0) + 1)
        var numbers = totals
        for (place, row) in zip(places, rows) {
            guard !row.value.isNaN else { continue }
            totals[place] += row.value
            numbers[place] += 1
        }
        return zip(totals, numbers).map { $1 > 0 ? $0 / $1 : .nan }
    }

    /// Those of `derived` that have no sample of `measured` within half a minute.
    private static func missing(_ derived: [HeartRateSample], in measured: [HeartRateSample]) -> [HeartRateSample] {
        guard !measured.isEmpty else { return derived }
        var place = 0
        return derived.filter { sample in
            while place < measured.count, measured[place].seconds < sample.seconds - 30 { place += 1 }
            return place == measured.count || measured[place].seconds > sample.seconds + 30
        }
    }
}
