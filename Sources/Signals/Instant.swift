/// A point on the UTC time line, in nanoseconds since 1970-01-01T00:00:00Z (leap seconds not counted).
public struct Instant: Hashable, Comparable, Sendable {
    /// Nanoseconds since 1970; negative before.
    public var nanoseconds: Int64

    /// An instant `nanoseconds` after 1970.
    @inlinable
    public init(nanoseconds: Int64) {
        self.nanoseconds = nanoseconds
    }

    /// An instant `seconds` after 1970, rounded to the nearest nanosecond; nil when it does not fit in 64 bits.
    public init?(secondsSince1970 seconds: Double) {
        guard let nanoseconds = Int64(exactly: (seconds * 1e9).rounded()) else { return nil }
        self.nanoseconds = nanoseconds
    }

    /// Seconds since 1970. A double keeps about 0.2 microseconds today.
    public var secondsSince1970: Double { Double(nanoseconds) / 1e9 }

    /// Whether `a` is earlier than `b`.
    @inlinable
    public static func < (a: Instant, b: Instant) -> Bool { a.nanoseconds < b.nanoseconds }

    /// The instant `nanoseconds` later; stops at the ends of the time line rather than wrap.
    @inlinable
    public func advanced(byNanoseconds offset: Int64) -> Instant {
        let (sum, overflow) = nanoseconds.addingReportingOverflow(offset)
        return Instant(nanoseconds: overflow ? (offset < 0 ? .min : .max) : sum)
    }

    /// The instant `seconds` later, rounded to the nearest nanosecond.
    public func advanced(bySeconds seconds: Double) -> Instant {
        advanced(byNanoseconds: Int64(exactly: (seconds * 1e9).rounded()) ?? (seconds < 0 ? .min : .max))
    }

    /// Nanoseconds from `other` to this instant, saturated.
    @inlinable
    public func nanoseconds(since other: Instant) -> Int64 {
        let (difference, overflow) = nanoseconds.subtractingReportingOverflow(other.nanoseconds)
        return overflow ? (nanoseconds < other.nanoseconds ? .min : .max) : difference
    }

    /// Seconds from `other` to this instant.
    public func seconds(since other: Instant) -> Double { Double(nanoseconds(since: other)) / 1e9 }
}

extension Instant {
    /// The times that are computed with: the years 1680 ... 2260. More than a year of what 64 bits hold is left on
    /// either side, so that a day or a night beyond the end still has its place.
    public static let calendar =
        Instant(nanoseconds: -9_151_488_000_000_000_000)...Instant(nanoseconds: 9_183_110_400_000_000_000)

    /// The instant `seconds` after 1970, and `nanoseconds` of the next second; the nearest end of ``calendar`` for one
    /// beyond it, as a clock or a certificate may show.
    public init(clampingSeconds seconds: Int, nanoseconds: Int = 0) {
        let (product, isBeyond) = Int64(seconds).multipliedReportingOverflow(by: 1_000_000_000)
        let whole = Instant(nanoseconds: isBeyond ? (seconds < 0 ? .min : .max) : product)
        self = whole.advanced(byNanoseconds: Int64(nanoseconds)).inCalendar
    }

    /// This instant, or the nearest end of ``calendar``.
    public var inCalendar: Instant { min(max(self, Self.calendar.lowerBound), Self.calendar.upperBound) }
}

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
