import Documents
import Signals

/// A table with a row for each night, the oldest first; a field that is not known is empty.
struct NightTable {
    private static let columns = [
        "date", "wearer", "device", "device_name", "source", "synthetic", "total_sleep_min", "efficiency_percent",
        "confidence", "other_devices", "tags", "preferred_by",
    ]

    /// Whether each figure has its confidence and its method beside it.
    let hasMethods: Bool

    /// The table of a list.
    static func text(_ list: NightListDocument) -> String {
        TableText.row(columns) + list.nights.reversed().map { TableText.row(fields($0)) }.joined()
    }

    /// The table of a list with all figures of each night.
    func text(_ list: NightListDocument, night: (NightListDocument.Entry) async throws -> NightDocument) async throws
        -> String
    {
        var text = ""
        for entry in list.nights.reversed() {
            let figures = cells(try await night(entry))
            if text.isEmpty { text = TableText.row(Self.columns + figures.map(\.name)) }
            text += TableText.row(Self.fields(entry) + figures.map(\.value))
        }
        return text.isEmpty ? TableText.row(Self.columns) : text
    }

    private static func fields(_ night: NightListDocument.Entry) -> [String] {
        [
            "\(night.date)", night.wearer ?? "", night.device, night.deviceName, night.source?.rawValue ?? "",
            "\(night.isSynthetic)", TableText.number(night.totalSleep), TableText.number(night.efficiency),
            TableText.number(night.confidence), "\(night.others)", night.tags.joined(separator: " "),
            night.preferredBy?.rawValue ?? "",
        ]
    }

    private func cells(_ night: NightDocument) -> [(name: String, value: String)] {
        let measures = night.measures
        var figures = [
            ("onset_latency_min", measures.onsetLatency), ("waso_min", measures.wakeAfterOnset),
            ("awakenings", measures.awakenings), ("fragmentation_percent", measures.fragmentation),
            ("sleep_period_min", measures.sleepPeriod), ("time_in_bed_min", measures.timeInBed),
            ("mid_sleep_h", measures.midSleep),
        ]
        if hasMethods {
            figures = [("total_sleep_min", measures.totalSleep), ("efficiency_percent", measures.efficiency)] + figures
        }
        figures += night.heart.named.map { ($0.name, $0.figure.estimate) }
        var cells: [(name: String, value: String)] = [
            ("sleep_start_s", TableText.number(night.sleepPeriod?.start.secondsSince1970)),
            ("sleep_end_s", TableText.number(night.sleepPeriod?.end.secondsSince1970)),
        ]
        let minutes = night.minutes
        let states: [(String, Double?)] = [
            ("awake", minutes?.awake), ("asleep", minutes?.asleep), ("light", minutes?.light), ("deep", minutes?.deep),
            ("rem", minutes?.rem), ("not_worn", minutes?.notWorn), ("unknown", minutes?.unknown),
        ]
        cells += states.map { ("minutes_\($0)", TableText.number($1)) }
        for (name, estimate) in figures {
            // What the list has is there already.
            if !Self.columns.contains(name) { cells.append((name, TableText.number(estimate.value))) }
            guard hasMethods else { continue }
            cells.append(("\(name)_confidence", TableText.number(estimate.confidence)))
            cells.append(("\(name)_method", "\(estimate.method.name)/\(estimate.method.version)"))
            cells.append(("\(name)_reason", estimate.reason ?? ""))
        }
        return cells
    }
}
