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
