/// Evenly spaced instants: instant `i` is `origin + (firstIndex + i) * period`, rounded down to a nanosecond.
///
/// The period is a fixed-point number, so a time line cut at any index gives the same nanosecond for the same
/// sample: what makes a streamed and a downloaded night give the same bits.
public struct Timeline: Hashable, Sendable {
    /// Fraction bits of ``period``.
    @usableFromInline static let fractionBits: Int128 = 24

    /// The instant of index 0.
    public var origin: Instant
    /// Nanoseconds between instants times 2²⁴; above zero.
    public var period: Int64
    /// The index of this time line's first instant.
    public var firstIndex: Int64

    /// A time line of a period in nanoseconds times 2²⁴.
    public init(origin: Instant, fixedPeriod: Int64, firstIndex: Int64 = 0) {
        precondition(fixedPeriod > 0, "a time line needs a period above zero")
        self.origin = origin
        period = fixedPeriod
        self.firstIndex = firstIndex
    }

    /// A time line at `hertz` samples per second; nil unless the rate lies in 0.001 ... 1 000 000 Hz.
    public init?(origin: Instant, hertz: Double) {
        guard hertz >= 0.001, hertz <= 1_000_000 else { return nil }
        // Up, because instants are rounded down: so sample 30 of 30 Hz is not a nanosecond short of its second.
        self.init(origin: origin, fixedPeriod: Int64((1e9 / hertz * 16_777_216).rounded(.up)))
    }

    /// The instant of index `index`.
    @inlinable
    public func instant(at index: Int) -> Instant {
        let steps = Int128(firstIndex) + Int128(index)
        return origin.advanced(byNanoseconds: Int64(clamping: (steps * Int128(period)) >> Self.fractionBits))
    }

    /// Calls `body` with each index of `range` and its instant in nanoseconds since 1970: those of ``instant(at:)``, for less.
    @inlinable
    @inline(__always)
    public func forEachInstant(in range: Range<Int>, _ body: (Int, Int64) -> Void) {
        guard let last = range.last else { return }
        var steps = (Int128(firstIndex) + Int128(range.lowerBound)) * Int128(period)
        let shift = Self.fractionBits
        let (least, most) = (steps >> shift, ((Int128(firstIndex) + Int128(last)) * Int128(period)) >> shift)
        let bounds = Int128(Int64.min)...Int128(Int64.max)
        let start = Int128(origin.nanoseconds)
        guard bounds.contains(least), bounds.contains(most), bounds.contains(start + least),
            bounds.contains(start + most)
        else {
            for index in range { body(index, instant(at: index).nanoseconds) }
            return
        }
        let nanoseconds = origin.nanoseconds
        for index in range {
            body(index, nanoseconds &+ Int64(truncatingIfNeeded: steps >> shift))
            steps += Int128(period)
        }
    }

    /// The smallest index whose instant is not before `instant`; may be negative or beyond the samples at hand.
    @inlinable
    public func index(atOrAfter instant: Instant) -> Int {
        let span = (Int128(instant.nanoseconds) - Int128(origin.nanoseconds)) << Self.fractionBits
        let quotient = span.quotientAndRemainder(dividingBy: Int128(period))
        let steps = quotient.quotient + (quotient.remainder > 0 ? 1 : 0)
        return Int(clamping: steps - Int128(firstIndex))
    }

    /// The same instants with index 0 moved forward by `count`.
    @inlinable
    public func dropping(_ count: Int) -> Timeline {
        Timeline(origin: origin, fixedPeriod: period, firstIndex: firstIndex + Int64(count))
    }

    /// Samples per second.
    public var hertz: Double { 1e9 * 16_777_216 / Double(period) }
}
