import Signals

/// Times as text that every reader takes, also on the night when the clock changes.
enum LocalTime {
    /// `2026-10-25 01:30:00.000000+0100 [Europe/London]`: wall time, offset and zone, rounded down to a microsecond.
    static func stamp(_ instant: Instant, in zone: Zone) -> String {
        let time = zone.civilTime(at: instant)
        return "\(time.date) \(clock(time)).\(digits(time.nanosecond / 1000, 6))\(offset(zone, instant, separator: ""))"
            + " [\(zone.name)]"
    }

    /// `2026-10-25T01:30:00+01:00`, without fraction.
    static func iso(_ instant: Instant, in zone: Zone) -> String {
        let time = zone.civilTime(at: instant)
        let ending = zone.name == "UTC" ? "Z" : offset(zone, instant, separator: ":")
        return "\(time.date)T\(clock(time))\(ending)"
    }

    /// `01:30:00`.
    static func clock(_ time: CivilTime) -> String {
        let second = time.secondOfDay
        return "\(digits(second / 3600, 2)):\(digits(second / 60 % 60, 2)):\(digits(second % 60, 2))"
    }

    /// A number of at least `width` digits.
    static func digits(_ value: Int, _ width: Int) -> String {
        let text = String(value)
        return String(repeating: "0", count: max(0, width - text.utf8.count)) + text
    }

    private static func offset(_ zone: Zone, _ instant: Instant, separator: String) -> String {
        let seconds = zone.offset(at: instant)
        let minutes = Int(seconds.magnitude) / 60
        return "\(seconds < 0 ? "-" : "+")\(digits(minutes / 60, 2))\(separator)\(digits(minutes % 60, 2))"
    }
}
