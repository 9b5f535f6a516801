import Signals

/// A recorder's time of day as it stands in a file: year since 2000, month, day, hour, minute and second in 6, 4, 5, 5,
/// 6 and 6 bits from the top. It is local time of the computer that set the recorder up.
struct CWAPackedTime: Hashable {
    var rawValue: UInt32

    /// What a recorder that is to start at once has as its start.
    static let always = CWAPackedTime(rawValue: 0)
    /// What a recorder that is never to stop has as its stop.
    static let never = CWAPackedTime(rawValue: .max)

    /// The wall time; nil when a field is out of range.
    var civilTime: CivilTime? {
        let bits = Int(rawValue)
        return CivilTime(
            CivilDate(year: 2000 + (bits >> 26), month: bits >> 22 & 15, day: bits >> 17 & 31), hour: bits >> 12 & 31,
            minute: bits >> 6 & 63, second: bits & 63)
    }

    /// The wall time in nanoseconds since 1970; nil when a field is out of range. The same as ``civilTime``, for less: every
    /// sector has one.
    var nanoseconds: Int64? {
        let bits = Int(rawValue)
        let (month, day) = (bits >> 22 & 15, bits >> 17 & 31)
        let (hour, minute, second) = (bits >> 12 & 31, bits >> 6 & 63, bits & 63)
        let isLeap = (bits >> 26) % 4 == 0
        let length = month == 2 ? (isLeap ? 29 : 28) : 30 + (month + month >> 3) & 1
        guard (1...12).contains(month), day >= 1, day <= length, hour < 24, minute < 60, second < 60 else { return nil }
        // Days since 1 March 1996, so that a leap day is the last of its year; 2000 to 2063 has no year without one.
        let years = (bits >> 26) + 4 - (month <= 2 ? 1 : 0)
        let days = years * 365 + years / 4 + (153 * ((month + 9) % 12) + 2) / 5 + day - 1 + 9556
        return Int64(days * 86_400 + hour * 3600 + minute * 60 + second) * 1_000_000_000
    }

    /// The time in words.
    var description: String {
        if self == .always { return "always" }
        if self == .never { return "never" }
        return civilTime?.description ?? "invalid (0x\(String(rawValue, radix: 16)))"
    }
}

extension CWAPackedTime {
    /// 2000-01-01T00:00:00 in local time, in nanoseconds since 1970: where a clock that was never set begins.
    static let epoch: Int64 = 946_684_800_000_000_000
}
