import Documents
import Runtime
import Signals

extension NightListDocument.Entry {
    /// The night as a line of the terminal.
    var line: String {
        let sleep = totalSleep.map { "asleep \(SleepText.minutes($0))" } ?? "sleep unknown"
        let share = efficiency.map { ", efficiency \(SleepText.percent($0))" } ?? ""
        let more = others == 0 ? "" : ", and \(others) more device\(others == 1 ? "" : "s")"
        var line = "\(date)  \(sleep)\(share)  \(deviceName)\(isSynthetic ? " (synthetic)" : "")"
        line += wearer.map { ", \($0)" } ?? ""
        line += more
        return tags.isEmpty ? line : line + "  [\(tags.joined(separator: ", "))]"
    }
}

extension NightDocument {
    /// Heading, bed time, figures with their methods, minutes by state, and a strip of noon to noon: █ asleep, ░ awake,
    /// · not worn, blank unknown.
    var lines: [String] {
        let rows = [
            (measures.totalSleep, "total sleep"), (measures.onsetLatency, "sleep onset latency"),
            (measures.wakeAfterOnset, "wake after sleep onset"), (measures.efficiency, "efficiency"),
            (measures.awakenings, "awakenings"),
        ]
        var lines = ["Night of \(date), \(zone), \(device.name)\(isSynthetic ? " (synthetic)" : "")"]
        if let period = sleepPeriod { lines.append("  asleep from \(clock(period.start)) to \(clock(period.end))") }
        for (measure, label) in rows {
            let value = measure.value.map { Self.text($0, measure.unit) } ?? "– (\(measure.reason ?? "unknown"))"
            lines.append("  \(label): \(value)  [\(measure.method.name)]")
        }
        if let range = intervals.first(where: { $0.figure == "total_sleep_min" }), let low = range.low,
            let high = range.high
        {
            lines.append("  in nine of ten such nights total sleep is from \(Int(low)) to \(Int(high)) min")
        }
        for (_, words, figure) in heart.named {
            guard let value = figure.estimate.value else { continue }
            let usual = figure.usual.map {
                ", usually \(SleepText.tenth($0.median)) ± \(SleepText.tenth($0.spread)) in \($0.nights) nights"
            }
            let unit = figure.estimate.unit == "ms" ? "ms" : "a minute"
            lines.append(
                "  \(words): \(SleepText.tenth(value)) \(unit)\(usual ?? "")  [\(figure.estimate.method.name)]")
        }
        if let minutes { lines.append("  \(minutes.line)") }
        if let confidence = confidence.value {
            lines.append("  confidence: \(Int((100 * confidence).rounded())) %")
        }
        let local = (try? Zone.named(zone)) ?? .utc
        if let time = lightsOut.time, let source = lightsOut.source {
            lines.append("  lights out: \(local.civilTime(at: time)) (\(source.rawValue))")
        }
        if let diary { lines.append("  diary: \(diary.line)") }
        if let edited { lines.append("  corrected: \(local.civilTime(at: edited))\(editor.map { ", \($0)" } ?? "")") }
        if !tags.isEmpty { lines.append("  tags: \(tags.joined(separator: ", "))") }
        for note in notes { lines.append("  \(note.line)") }
        if !otherDevices.isEmpty, let preferenceReason {
            lines.append("  shown of this date: \(preferredDevice ?? "unknown") (\(preferenceReason))")
        }
        return lines + ["  noon │\(strip)│ noon"]
    }

    private static func text(_ value: Double, _ unit: String?) -> String {
        switch unit {
        case "min": SleepText.minutes(value)
        case "%": SleepText.percent(value)
        default: Int(exactly: value.rounded()).map { "\($0)" } ?? "–"
        }
    }

    /// The time on the wall.
    private func clock(_ instant: Instant) -> String {
        let offset = offsets.last { $0.count == 2 && $0[0] <= instant.secondsSince1970 }?[1] ?? 0
        return String("\(Zone.utc.civilTime(at: instant.advanced(bySeconds: offset)))".dropFirst(11).prefix(5))
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

extension NightDocument.Minutes {
    /// Minutes of what there was, as `awake 24 min, light 3 h 40 min`.
    var line: String {
        let all = [
            ("awake", awake), ("REM", rem), ("light", light), ("deep", deep), ("asleep", asleep), ("not worn", notWorn),
            ("unknown", unknown),
        ]
        return all.filter { $0.1 > 0 }.map { "\($0) \(SleepText.minutes($1))" }.joined(separator: ", ")
    }
}

extension NightNoteDocument {
    /// The note as a line of the terminal.
    var line: String {
        let words = text.split(whereSeparator: \.isNewline).joined(separator: " / ")
        return "note \(id)\(author.map { ", \($0)" } ?? ""): \(words)"
    }
}
