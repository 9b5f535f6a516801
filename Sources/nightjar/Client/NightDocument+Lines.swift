import Documents

extension NightListDocument.Entry {
    /// The night as a line of the terminal.
    var line: String {
        let sleep = totalSleep.map { "asleep \(Int($0) / 60) h \(Int($0) % 60) min" } ?? "sleep unknown"
        let share = efficiency.map { ", efficiency \(Int($0.rounded())) %" } ?? ""
        return "\(date)  \(sleep)\(share)  \(deviceName)\(isSynthetic ? " (synthetic)" : "")"
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
