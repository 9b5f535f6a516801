import Signals
import Store

/// The sleep logs of GGIR, with a row for each person.
extension DiaryReading {
    /// The basic one: `onset` and `wakeup` by turns, from the first night on.
    mutating func readPairs(_ rows: [DelimitedText.Row], _ headings: [String], _ clock: DiaryClock) {
        let onsets = headings.indices.filter { Self.pairs(headings[$0], "onset") }
        let wakes = headings.indices.filter { Self.pairs(headings[$0], "wakeup") }
        leave(headings, besides: { index in onsets.contains(index) || wakes.contains(index) })
        for row in rows {
            for (place, (onset, wake)) in zip(onsets, wakes).enumerated() {
                let (first, last) = (row.cell(onset), row.cell(wake))
                guard !first.isEmpty || !last.isEmpty else { continue }
                do throws(DiaryClock.Fault) {
                    guard !first.isEmpty, !last.isEmpty else {
                        throw DiaryClock.Fault("one of the two times is missing")
                    }
                    let day = DiaryDay(
                        asleep: try clock.time(first, in: options.zone), awake: try clock.time(last, in: options.zone))
                    let date = options.firstNight.map { $0.adding(days: place + 1) }
                    guard date != nil || day.isDated else {
                        throw DiaryClock.Fault("it has no dates; say on which evening the first night began")
                    }
                    take(try day.night(date, in: options.zone), line: row.line)
                } catch { fault(row.line, "night \(place + 1): \(error.reason)") }
            }
        }
    }

    /// The advanced one: of each day a date, then when the person woke up and when they went to sleep, naps and nonwear.
    mutating func readDays(_ rows: [DelimitedText.Row], _ headings: [String], _ clock: DiaryClock) {
        var columns: [Int: [String: Int]] = [:]
        for (index, heading) in headings.enumerated() {
            guard heading.first == "d", let cut = heading.firstIndex(of: "_"),
                let day = Int(heading[heading.index(after: heading.startIndex)..<cut]), day > 0
            else { continue }
            columns[day, default: [:]][String(heading[heading.index(after: cut)...])] = index
        }
        let known = Set(columns.values.flatMap { $0.filter { Self.isOfDay($0.key) }.values })
        leave(headings, besides: known.contains)
        for row in rows { readDays(row, columns.sorted { $0.key < $1.key }, clock) }
    }

    private mutating func readDays(
        _ row: DelimitedText.Row, _ columns: [(key: Int, value: [String: Int])], _ clock: DiaryClock
    ) {
        var days: [CivilDate: DiaryDay] = [:]
        var spans: [(start: Instant, end: Instant, isNap: Bool)] = []
        for (number, places) in columns {
            let cell = { (name: String) in row.cell(places[name]) }
            let first = { (name: String, other: String) in row.cell(places[name] ?? places[other]) }
            do throws(DiaryClock.Fault) {
                guard !cell("date").isEmpty else {
                    if places.values.contains(where: { !row.cell($0).isEmpty }) {
                        throw DiaryClock.Fault("its date is missing")
                    }
                    continue
                }
                let date = try clock.date(cell("date"))
                if let time = try clock.time(cell("wakeup"), in: options.zone) {
                    days[date, default: DiaryDay()].awake = time
                }
                if let time = try clock.time(first("outbed", "bedend"), in: options.zone) {
                    days[date, default: DiaryDay()].gotUp = time
                }
                let next = date.adding(days: 1)
                // Where only the one is asked, people answer with the other.
                let hasDark = places["lightsout"] != nil
                if let time = try clock.time(hasDark ? cell("lightsout") : first("inbed", "bedstart"), in: options.zone)
                {
                    days[next, default: DiaryDay()].lightsOut = time
                }
                if hasDark, let time = try clock.time(first("inbed", "bedstart"), in: options.zone) {
                    days[next, default: DiaryDay()].inBed = time
                }
                if let time = try clock.time(cell("onset"), in: options.zone) {
                    days[next, default: DiaryDay()].asleep = time
                }
                for (name, place) in places.sorted(by: { $0.key < $1.key }) where !row.cell(place).isEmpty {
                    let isNap = name.hasPrefix("nap")
                    guard let end = Self.end(of: name) else { continue }
                    spans.append(
                        (
                            try moment(row.cell(place), date, clock), try moment(cell(end), date, clock), isNap
                        ))
                }
            } catch { fault(row.line, "D\(number): \(error.reason)") }
        }
        for (date, day) in days.sorted(by: { $0.key < $1.key }) {
            do throws(DiaryClock.Fault) {
                take(try day.night(date, in: options.zone), line: row.line)
            } catch { fault(row.line, "the night of \(date): \(error.reason)") }
        }
        for span in spans { take((span.start, span.end), isNap: span.isNap, line: row.line) }
    }

    /// The column in which a stretch ends that begins in another: naps start and end, a recorder is taken off and put on.
    private static func end(of name: String) -> String? {
        if name.hasPrefix("nap"), name.hasSuffix("_start") { return name.dropLast(5) + "end" }
        if name.hasPrefix("nonwear"), name.hasSuffix("_off") { return name.dropLast(3) + "on" }
        return nil
    }

    private static func isOfDay(_ name: String) -> Bool {
        ["date", "wakeup", "inbed", "bedstart", "lightsout", "onset", "outbed", "bedend"].contains(name)
            || name.hasPrefix("nap") || name.hasPrefix("nonwear")
    }

    private func moment(
        _ text: String, _ date: CivilDate, _ clock: DiaryClock
    ) throws(DiaryClock.Fault) -> Instant {
        switch try clock.time(text, in: options.zone) {
        case .full(let instant)?: return instant
        case .clock(let seconds)?: return options.zone.instant(of: CivilTime(date, secondsFromMidnight: seconds))
        case nil: throw DiaryClock.Fault("a stretch has no end")
        }
    }

    private mutating func leave(_ headings: [String], besides isKnown: (Int) -> Bool) {
        leftOut = headings.indices.filter { !isKnown($0) && DiaryColumn(headings[$0]) != .id }
            .map { headings[$0] }.filter { !$0.isEmpty }
    }
}

extension DiaryDay {
    /// Whether its end names its day.
    fileprivate var isDated: Bool { if case .full? = awake { true } else { false } }
}
