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
