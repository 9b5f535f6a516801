import Documents
import Runtime
import Signals

extension DiaryEntryDocument {
    /// A time on the wall of the diary's zone.
    func clock(_ instant: Instant) -> String {
        let local = (try? Zone.named(zone)) ?? .utc
        return String("\(local.civilTime(at: instant))".dropFirst(11).prefix(5))
    }

    /// What is said, as `lights out 22:55, woke up 06:50`.
    var line: String {
        let times = [
            ("in bed", inBed), ("lights out", lightsOut), ("asleep", asleep), ("woke up", awake), ("got up", gotUp),
        ]
        var parts = times.compactMap { name, time in time.map { "\(name) \(clock($0))" } }
        if let awakenings { parts.append("awakenings \(awakenings)") }
        if let awakeMinutes { parts.append("awake \(SleepText.minutes(awakeMinutes))") }
        if let quality { parts.append("quality \(quality) of 5") }
        parts += naps.map { "nap \(clock($0.start))–\(clock($0.end))" }
        parts += notWorn.map { "not worn \(clock($0.start))–\(clock($0.end))" }
        if let text { parts.append(text.split(whereSeparator: \.isNewline).joined(separator: " / ")) }
        return parts.joined(separator: ", ")
    }
}

extension NightDocument.Diary {
    /// What is said, and which of it holds.
    var line: String { entry.line + (reason.map { "; the sleep period is not the diary's: \($0)" } ?? "") }
}

extension DiaryDocument {
    /// The diary as a table that an import takes: wall times of each row's zone, stretches with a `/` between their ends.
    var table: String {
        let headings = [
            "date", "zone", "in_bed", "lights_out", "asleep", "awake", "got_up", "awakenings", "awake_min", "quality",
            "naps", "not_worn", "text",
        ]
        var lines = TableText.row(headings)
        for entry in entries {
            let local = (try? Zone.named(entry.zone)) ?? .utc
            let time = { (instant: Instant?) in
                instant.map { instant in
                    let wall = local.civilTime(at: instant)
                    // The wall shows an hour of autumn twice.
                    return local.instant(of: wall) == instant ? String("\(wall)".prefix(19)) : instant.rfc3339
                } ?? ""
            }
            let spans = { (spans: [SpanDocument]) in
                spans.map { "\(time($0.start))/\(time($0.end))" }.joined(separator: " ")
            }
            var cells = ["\(entry.date)", entry.zone]
            cells += [entry.inBed, entry.lightsOut, entry.asleep, entry.awake, entry.gotUp].map(time)
            cells += [entry.awakenings.map { "\($0)" } ?? "", entry.awakeMinutes.map { "\($0)" } ?? ""]
            cells += [entry.quality.map { "\($0)" } ?? "", spans(entry.naps), spans(entry.notWorn), entry.text ?? ""]
            lines += TableText.row(cells)
        }
        return lines
    }
}
