import Signals

/// A day of every year and a time on it, in a ``ZoneRule``.
struct ZoneRuleDate: Equatable {
    enum Day: Equatable {
        /// Day 1 ... 365, 29 February never counted.
        case julian(Int)
        /// Day 0 ... 365, 29 February counted.
        case ordinal(Int)
        /// The `week`-th `weekday` (0 is Sunday) of `month`; week 5 is the last.
        case weekday(month: Int, week: Int, weekday: Int)
    }

    var day: Day
    /// Seconds after midnight in local time; may lie up to a week before or after (RFC 8536 section 3.3.1).
    var time = 7200

    /// Reads a date from the start of `text`; nil when there is none.
    init?(_ text: inout Substring) {
        switch text.first {
        case "M":
            text.removeFirst()
            guard let month = Self.readNumber(&text, 1...12), text.popFirst() == ".",
                let week = Self.readNumber(&text, 1...5), text.popFirst() == ".",
                let weekday = Self.readNumber(&text, 0...6)
            else { return nil }
            day = .weekday(month: month, week: week, weekday: weekday)
        case "J":
            text.removeFirst()
            guard let number = Self.readNumber(&text, 1...365) else { return nil }
            day = .julian(number)
        default:
            guard let number = Self.readNumber(&text, 0...365) else { return nil }
            day = .ordinal(number)
        }
        if text.first == "/" {
            text.removeFirst()
            guard let clock = Self.readClock(&text, maximumHours: 167) else { return nil }
            time = clock
        }
    }

    /// Seconds since 1970 of this date in `year`, read on a wall `offset` seconds east of UTC.
    func second(in year: Int, offset: Int) -> Int64 {
        guard let newYear = CivilDate(year: year, month: 1, day: 1), let march = CivilDate(year: year, month: 3, day: 1)
        else { return 0 }
        let date: Int
        switch day {
        case .julian(let number):
            let isLeap = march.daysSince1970 - newYear.daysSince1970 == 60
            date = newYear.daysSince1970 + number - 1 + (isLeap && number >= 60 ? 1 : 0)
        case .ordinal(let number):
            date = newYear.daysSince1970 + number
        case .weekday(let month, let week, let weekday):
            let first = CivilDate(year: year, month: month, day: 1)?.daysSince1970 ?? 0
            let next = CivilDate(year: month == 12 ? year + 1 : year, month: month % 12 + 1, day: 1)?.daysSince1970
            // 1970-01-01 was a Thursday.
            let ahead = ((weekday - first - 4) % 7 + 7) % 7
            let candidate = first + ahead + (week - 1) * 7
            date = candidate < next ?? 0 ? candidate : candidate - 7
        }
        return Int64(date) * 86_400 + Int64(time) - Int64(offset)
    }

    /// Reads `[+-]hours[:minutes[:seconds]]` as seconds.
    static func readClock(_ text: inout Substring, maximumHours: Int) -> Int? {
        var sign = 1
        if text.first == "+" || text.first == "-" { sign = text.removeFirst() == "-" ? -1 : 1 }
        guard let hours = readNumber(&text, 0...maximumHours) else { return nil }
        var seconds = hours * 3600
        for unit in [60, 1] where text.first == ":" {
            text.removeFirst()
            guard let part = readNumber(&text, 0...59) else { return nil }
            seconds += part * unit
        }
        return sign * seconds
    }

    private static func readNumber(_ text: inout Substring, _ range: ClosedRange<Int>) -> Int? {
        let digits = text.prefix { $0.isASCII && $0.isNumber }
        guard digits.utf8.count <= 3, let number = Int(digits), range.contains(number) else { return nil }
        text = text[digits.endIndex...]
        return number
    }
}
