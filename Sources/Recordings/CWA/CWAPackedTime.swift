import Signals

/// A recorder's time of day as it stands in a file: year since 2000, month, day, hour, minute and second in
/// 6, 4, 5, 5, 6 and 6 bits from the top. It is wall time of the computer that set the recorder up.
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

    /// For a person.
    var description: String {
        if self == .always { return "always" }
        if self == .never { return "never" }
        return civilTime?.description ?? "invalid (0x\(String(rawValue, radix: 16)))"
    }
}

extension CWAPackedTime {
    /// 2000-01-01T00:00:00 on the wall, in nanoseconds since 1970: where a clock that was never set begins.
    static let epoch: Int64 = 946_684_800_000_000_000
}
