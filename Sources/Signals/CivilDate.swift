/// A day of the proleptic Gregorian calendar, in whatever zone it was taken.
public struct CivilDate: Hashable, Comparable, Sendable, CustomStringConvertible {
    /// Days since 1970-01-01.
    public var daysSince1970: Int

    /// Days that a date holds, some 10 000 years on either side of 1970: enough for whatever four digits write.
    static let days = -4_000_000...4_000_000

    /// The day `daysSince1970` days after 1970-01-01; stops some 10 000 years before and after.
    public init(daysSince1970: Int) {
        self.daysSince1970 = min(max(daysSince1970, Self.days.lowerBound), Self.days.upperBound)
    }

    /// A day by its year, month 1 ... 12 and day 1 ... 31; nil when there is no such day.
    public init?(year: Int, month: Int, day: Int) {
        guard (1...9999).contains(year), (1...12).contains(month), day >= 1 else { return nil }
        let shifted = month <= 2 ? year - 1 : year
        let era = shifted / 400
        let yearOfEra = shifted - era * 400
        let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        daysSince1970 = era * 146_097 + dayOfEra - 719_468
        guard self.month == month, self.day == day else { return nil }
    }

    /// Reads `YYYY-MM-DD`; nil for anything else.
    public init?(_ text: some StringProtocol) {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        // `Int` would take a sign.
        guard text.utf8.allSatisfy({ $0 == UInt8(ascii: "-") || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }),
            parts.count == 3, parts[0].utf8.count == 4, parts[1].utf8.count == 2, parts[2].utf8.count == 2,
            let year = Int(parts[0]), let month = Int(parts[1]), let day = Int(parts[2])
        else { return nil }
        self.init(year: year, month: month, day: day)
    }

    /// Year, month and day.
    public var components: (year: Int, month: Int, day: Int) {
        let shifted = daysSince1970 + 719_468
        let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shiftedMonth = (5 * dayOfYear + 2) / 153
        let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
        return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, dayOfYear - (153 * shiftedMonth + 2) / 5 + 1)
    }

    /// The year.
    public var year: Int { components.year }
    /// The month, 1 ... 12.
    public var month: Int { components.month }
    /// The day of the month, 1 ... 31.
    public var day: Int { components.day }

    /// The day `count` days later; stops where ``init(daysSince1970:)`` does.
    public func adding(days count: Int) -> CivilDate {
        let (sum, isBeyond) = daysSince1970.addingReportingOverflow(count)
        return CivilDate(daysSince1970: isBeyond ? (count < 0 ? .min : .max) : sum)
    }

    /// Whether `a` comes before `b`.
    public static func < (a: CivilDate, b: CivilDate) -> Bool { a.daysSince1970 < b.daysSince1970 }

    /// `YYYY-MM-DD`.
    public var description: String {
        let (year, month, day) = components
        return "\(padded(year, 4))-\(padded(month, 2))-\(padded(day, 2))"
    }
}

/// A date and a time of day without zone: what a recorder's clock shows.
public struct CivilTime: Hashable, Comparable, Sendable, CustomStringConvertible {
    /// Nanoseconds since 1970-01-01T00:00:00 on the same wall.
    public var nanoseconds: Int64

    /// The wall time `nanoseconds` after 1970-01-01T00:00:00.
    public init(nanoseconds: Int64) { self.nanoseconds = nanoseconds }

    /// A wall time from its parts; nil when a part is out of range.
    public init?(_ date: CivilDate?, hour: Int, minute: Int, second: Int = 0, nanosecond: Int = 0) {
        guard let date, (0..<24).contains(hour), (0..<60).contains(minute), (0..<60).contains(second),
            (0..<1_000_000_000).contains(nanosecond)
        else { return nil }
        let seconds = ((date.daysSince1970 * 24 + hour) * 60 + minute) * 60 + second
        let (whole, overflow) = Int64(seconds).multipliedReportingOverflow(by: 1_000_000_000)
        guard !overflow else { return nil }
        nanoseconds = whole + Int64(nanosecond)
    }

    /// The wall time `seconds` after midnight at the start of `date`, for years beyond those that 64 bits hold (1678 ...
    /// 2261) the first or the last one.
    public init(_ date: CivilDate, secondsFromMidnight seconds: Int) {
        let whole = Int128(date.daysSince1970) * 86_400 + Int128(seconds)
        nanoseconds = Int64(clamping: whole * 1_000_000_000)
    }

    /// The day.
    public var date: CivilDate { CivilDate(daysSince1970: Int(floorDivide(nanoseconds, 86_400_000_000_000))) }
    /// Seconds since the day's midnight in local time, 0 ..< 86 400.
    public var secondOfDay: Int {
        Int(floorDivide(nanoseconds, 1_000_000_000) - floorDivide(nanoseconds, 86_400_000_000_000) * 86_400)
    }
    /// Nanoseconds of the second.
    public var nanosecond: Int {
        let remainder = Int(nanoseconds % 1_000_000_000)
        return remainder < 0 ? remainder + 1_000_000_000 : remainder
    }

    /// Whether `a` comes before `b`.
    public static func < (a: CivilTime, b: CivilTime) -> Bool { a.nanoseconds < b.nanoseconds }

    /// `YYYY-MM-DDTHH:MM:SS`, with a fraction where there is one.
    public var description: String {
        let second = secondOfDay
        let clock = "\(padded(second / 3600, 2)):\(padded(second / 60 % 60, 2)):\(padded(second % 60, 2))"
        guard nanosecond > 0 else { return "\(date)T\(clock)" }
        var fraction = padded(nanosecond, 9)
        while fraction.hasSuffix("0") { fraction.removeLast() }
        return "\(date)T\(clock).\(fraction)"
    }
}

func floorDivide(_ a: Int64, _ b: Int64) -> Int64 {
    let quotient = a / b
    return a % b < 0 ? quotient - 1 : quotient
}

func padded(_ value: Int, _ width: Int) -> String {
    let digits = String(value.magnitude)
    return (value < 0 ? "-" : "") + String(repeating: "0", count: max(0, width - digits.utf8.count)) + digits
}
