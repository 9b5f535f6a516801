extension Instant {
    /// A time by RFC 3339, such as `2025-06-18T22:30:00.5+02:00`; a time without a zone is taken as UTC.
    /// - Returns: nil for anything else, and for years before 1680 or after 2260.
    public init?(rfc3339 text: some StringProtocol) {
        let bytes = Array(text.utf8)
        guard bytes.count >= 19, bytes.count <= 64, [0x54, 0x74, 0x20].contains(bytes[10]),
            bytes[13] == 0x3A, bytes[16] == 0x3A,
            let date = CivilDate(String(decoding: bytes[..<10], as: UTF8.self)), (1680...2260).contains(date.year),
            let hour = Self.digits(bytes[11..<13]), let minute = Self.digits(bytes[14..<16]),
            let second = Self.digits(bytes[17..<19])
        else { return nil }
        var rest = bytes[19...]
        var nanosecond = 0
        if rest.first == 0x2E {
            rest = rest.dropFirst()
            let digits = rest.prefix { (0x30...0x39).contains($0) }
            guard let value = Self.digits(digits.prefix(9)) else { return nil }
            nanosecond = (digits.count..<max(9, digits.count)).reduce(value) { value, _ in value * 10 }
            rest = rest.dropFirst(digits.count)
        }
        // A leap second is the one after it.
        guard let time = CivilTime(date, hour: hour, minute: minute, second: min(second, 59), nanosecond: nanosecond),
            second <= 60, let offset = Self.offset(rest)
        else { return nil }
        self.init(nanoseconds: time.nanoseconds + Int64(second - min(second, 59) - 60 * offset) * 1_000_000_000)
    }

    /// The time by RFC 3339 in UTC, with as many decimals as it needs, at most milliseconds.
    public var rfc3339: String {
        CivilTime(nanoseconds: max(floorDivide(nanoseconds, 1_000_000), -9_223_372_036_854) * 1_000_000).description
            + "Z"
    }

    /// Minutes east of UTC.
    private static func offset(_ bytes: ArraySlice<UInt8>) -> Int? {
        guard let sign = bytes.first else { return 0 }
        if sign == 0x5A || sign == 0x7A { return bytes.count == 1 ? 0 : nil }
        guard sign == 0x2B || sign == 0x2D else { return nil }
        let parts = bytes.dropFirst().filter { $0 != 0x3A }
        guard parts.count == 4, bytes.count <= 6, let hours = digits(parts[..<2]), let minutes = digits(parts[2...]),
            hours < 24, minutes < 60
        else { return nil }
        return (sign == 0x2D ? -1 : 1) * (60 * hours + minutes)
    }

    private static func digits(_ bytes: ArraySlice<UInt8>) -> Int? {
        guard !bytes.isEmpty, bytes.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
        return bytes.reduce(0) { 10 * $0 + Int($1 - 0x30) }
    }
}
