import Runtime
import Signals
import Store

/// Tables with a row for each night.
extension DiaryReading {
    mutating func readTable(_ rows: [DelimitedText.Row], _ headings: [String], _ clock: DiaryClock) {
        var places: [DiaryColumn: Int] = [:]
        for (index, heading) in headings.enumerated() where !heading.isEmpty {
            if let column = DiaryColumn(heading), places[column] == nil {
                places[column] = index
            } else {
                leftOut.append(heading)
            }
        }
        for row in rows {
            do throws(DiaryClock.Fault) {
                let zone = try zone(row.cell(places[.zone]))
                take(try night(row, places, in: zone, clock), of: zone, line: row.line)
            } catch { fault(row.line, error.reason) }
        }
    }

    /// The zone of a row that names it, or of the file.
    private func zone(_ name: String) throws(DiaryClock.Fault) -> Zone {
        guard !name.isEmpty else { return options.zone }
        guard let zone = try? Zone.named(name) else { throw DiaryClock.Fault("“\(name)” is no time zone") }
        return zone
    }

    private func night(
        _ row: DelimitedText.Row, _ places: [DiaryColumn: Int], in zone: Zone, _ clock: DiaryClock
    ) throws(DiaryClock.Fault) -> DiaryNight {
        let cell = { (column: DiaryColumn) in row.cell(places[column]) }
        var day = DiaryDay()
        day.inBed = try clock.time(cell(.inBed), in: zone)
        day.lightsOut = try clock.time(cell(.lightsOut), in: zone)
        day.latency = try clock.minutes(cell(.latency))
        day.asleep = try clock.time(cell(.asleep), in: zone)
        day.awake = try clock.time(cell(.awake), in: zone)
        day.gotUp = try clock.time(cell(.gotUp), in: zone)
        var night = try day.night(cell(.date).isEmpty ? nil : clock.date(cell(.date)), in: zone)
        if !cell(.awakenings).isEmpty {
            guard let count = Int(cell(.awakenings)), (0...100).contains(count) else {
                throw DiaryClock.Fault("“\(cell(.awakenings))” is no number of awakenings")
            }
            night.awakenings = count
        }
        night.awakeMinutes = try clock.minutes(cell(.awakeMinutes))
        night.quality = try Self.quality(cell(.quality))
        night.naps = try spans(cell(.naps), night.date, zone, clock)
        night.notWorn = try spans(cell(.notWorn), night.date, zone, clock)
        night.text = try Self.words(cell(.text))
        guard !night.isEmpty else { throw DiaryClock.Fault("it says nothing of the night") }
        return night
    }

    /// What is said in words, without the mark by which tables tell a spreadsheet that it is no formula.
    private static func words(_ text: String) throws(DiaryClock.Fault) -> String? {
        guard text.unicodeScalars.count <= 4000 else {
            throw DiaryClock.Fault("its words are longer than 4000 characters")
        }
        guard text.first == "'", let second = text.dropFirst().first, "=+-@".contains(second) else {
            return text.isEmpty ? nil : text
        }
        return String(text.dropFirst())
    }

    /// 1 to 5, or the words of the Consensus Sleep Diary for them.
    private static func quality(_ text: String) throws(DiaryClock.Fault) -> Int? {
        guard !text.isEmpty else { return nil }
        let words = ["very_poor", "poor", "fair", "good", "very_good"]
        if let index = words.firstIndex(of: DiaryColumn.plain(text)) { return index + 1 }
        guard let value = Int(text), (1...5).contains(value) else {
            throw DiaryClock.Fault("“\(text)” is no quality from 1 to 5")
        }
        return value
    }

    /// Stretches such as `13:00-13:45` or `2025-04-02T13:00/2025-04-02T13:45`, with blanks or semicolons between two.
    private func spans(
        _ text: String, _ date: CivilDate, _ zone: Zone, _ clock: DiaryClock
    ) throws(DiaryClock.Fault) -> [Range<Instant>] {
        var spans: [Range<Instant>] = []
        for word in text.split(whereSeparator: { $0 == " " || $0 == ";" }) {
            let isFull = word.contains("T")
            let ends = word.split(separator: isFull ? "/" : "-", omittingEmptySubsequences: false)
            var times: [Instant] = []
            for end in ends {
                switch try clock.time(end, in: zone) {
                case .full(let instant)?: times.append(instant)
                case .clock(let seconds)?:
                    let day = seconds < 43_200 ? date : date.adding(days: -1)
                    times.append(zone.instant(of: CivilTime(day, secondsFromMidnight: seconds)))
                case nil: break
                }
            }
            guard ends.count == 2, times.count == 2, times[0] < times[1] else {
                throw DiaryClock.Fault("“\(word)” is no stretch of time; write 13:00-13:45")
            }
            spans.append(times[0]..<times[1])
        }
        return spans
    }
}
