import Documents

extension NightListDocument.Entry {
    /// The night as a line of the terminal.
    var line: String {
        let sleep = totalSleep.map { "asleep \(Int($0) / 60) h \(Int($0) % 60) min" } ?? "sleep unknown"
        let share = efficiency.map { ", efficiency \(Int($0.rounded())) %" } ?? ""
        let more = others == 0 ? "" : ", and \(others) more device\(others == 1 ? "" : "s")"
        return "\(date)  \(sleep)\(share)  \(deviceName)\(isSynthetic ? " (synthetic)" : "")"
            + (wearer.map { ", \($0)" } ?? "") + more
    }
}

extension NightListDocument {
    /// A row for each night, the oldest first; a field that is not known is empty.
    var table: String {
        var text =
            "date,wearer,device,device_name,source,synthetic,total_sleep_min,efficiency_percent,confidence,other_devices\n"
        for night in nights.reversed() {
            let fields = [
                "\(night.date)", night.wearer ?? "", night.device, night.deviceName, night.source.rawValue,
                "\(night.isSynthetic)", night.totalSleep.map { "\($0)" } ?? "", night.efficiency.map { "\($0)" } ?? "",
                night.confidence.map { "\($0)" } ?? "", "\(night.others)",
            ]
            text += fields.map(Self.quoted).joined(separator: ",") + "\n"
        }
        return text
    }

    /// A field of a table; one that a spreadsheet would take for a formula is text.
    private static func quoted(_ field: String) -> String {
        let isFormula = field.first.map { "=+-@\t\r".contains($0) } ?? false
        let text = isFormula ? "'\(field)" : field
        guard text.contains(where: { ",\"\n\r".contains($0) }) else { return text }
        return "\"\(text.replacing("\"", with: "\"\""))\""
    }
}

extension NightDocument {
    /// Heading, figures with their methods, and a strip of noon to noon: █ asleep, ░ awake, · not worn, blank unknown.
    var lines: [String] {
        let rows = [
            (measures.totalSleep, "total sleep"), (measures.onsetLatency, "sleep onset latency"),
            (measures.wakeAfterOnset, "wake after sleep onset"), (measures.efficiency, "efficiency"),
            (measures.awakenings, "awakenings"),
        ]
        var lines = ["Night of \(date), \(zone), \(device.name)\(isSynthetic ? " (synthetic)" : "")"]
        for (measure, label) in rows {
            let unit = measure.unit == "1" ? "" : " \(measure.unit ?? "")"
            let value =
                measure.value.map { "\(($0 * 10).rounded() / 10)\(unit)" } ?? "– (\(measure.reason ?? "unknown"))"
            lines.append("  \(label): \(value)  [\(measure.method.name)]")
        }
        if let range = intervals.first(where: { $0.figure == "total_sleep_min" }), let low = range.low,
            let high = range.high
        {
            lines.append("  in nine of ten such nights total sleep is from \(Int(low)) to \(Int(high)) min")
        }
        return lines + ["  noon │\(strip)│ noon"]
    }

    private var strip: String {
        let width = 72
        let values = Array(states.values)
        guard !values.isEmpty else { return "" }
        return String(
            (0..<width).map { column -> Character in
                let part = values[
                    (column * values.count / width)..<max(
                        column * values.count / width + 1, (column + 1) * values.count / width)]
                let counts = Dictionary(grouping: part) { $0 }.mapValues(\.count)
                switch counts.max(by: { ($0.value, $1.key) < ($1.value, $0.key) })?.key {
                case "S", "R", "L", "D": return "█"
                case "A": return "░"
                case "N": return "·"
                default: return " "
                }
            })
    }
}
