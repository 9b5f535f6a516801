import Documents
import Runtime
import Signals

extension NightListDocument.Entry {
    /// The night as a line of the terminal.
    var line: String {
        let sleep = totalSleep.map { "asleep \(Int($0) / 60) h \(Int($0) % 60) min" } ?? "sleep unknown"
        let share = efficiency.map { ", efficiency \(Int($0.rounded())) %" } ?? ""
        let more = others == 0 ? "" : ", and \(others) more device\(others == 1 ? "" : "s")"
        var line = "\(date)  \(sleep)\(share)  \(deviceName)\(isSynthetic ? " (synthetic)" : "")"
        line += wearer.map { ", \($0)" } ?? ""
        line += more
        return tags.isEmpty ? line : line + "  [\(tags.joined(separator: ", "))]"
    }
}

extension NightListDocument {
    /// A row for each night, the oldest first; a field that is not known is empty.
    var table: String {
        var text =
            "date,wearer,device,device_name,source,synthetic,total_sleep_min,efficiency_percent,confidence,other_devices,tags,preferred_by\n"
        func number(_ value: Double?) -> String { value.map { "\($0)" } ?? "" }
        for night in nights.reversed() {
            var fields = ["\(night.date)", night.wearer ?? "", night.device, night.deviceName, night.source.rawValue]
            fields += ["\(night.isSynthetic)", number(night.totalSleep), number(night.efficiency)]
            fields += [number(night.confidence), "\(night.others)"]
            fields += [night.tags.joined(separator: " "), night.preferredBy?.rawValue ?? ""]
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
        let clock = (try? Zone.named(zone)) ?? .utc
        if let time = lightsOut.time, let source = lightsOut.source {
            lines.append("  lights out: \(clock.civilTime(at: time)) (\(source.rawValue))")
        }
        if let edited { lines.append("  corrected: \(clock.civilTime(at: edited))\(editor.map { ", \($0)" } ?? "")") }
        if !tags.isEmpty { lines.append("  tags: \(tags.joined(separator: ", "))") }
        for note in notes { lines.append("  \(note.line)") }
        if !otherDevices.isEmpty, let preferenceReason {
            lines.append("  shown of this date: \(preferredDevice ?? "unknown") (\(preferenceReason))")
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

extension NightNoteDocument {
    /// The note as a line of the terminal.
    var line: String {
        let words = text.split(whereSeparator: \.isNewline).joined(separator: " / ")
        return "note \(id)\(author.map { ", \($0)" } ?? ""): \(words)"
    }
}
