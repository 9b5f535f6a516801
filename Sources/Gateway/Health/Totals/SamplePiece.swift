import Signals

/// A stretch of a sample that counts, in time that counts for no other source.
struct SamplePiece {
    /// The span of time; empty for a moment.
    var span: Range<Instant>
    /// The amount, in millionths of the unit, so that sums are exact.
    var amount: Int128
    /// The least step in which it is shared out: a whole one for steps, so that no hour has a third of one.
    var step: Int128
    /// The program that stored the sample.
    var source: String
    /// The stage of sleep; empty for other types.
    var word = ""
    /// The sample's own value, where the sample begins with this piece.
    var value: Double?

    /// One unit, in millionths.
    static let one: Int128 = 1_000_000

    /// What of it lies before an instant. Differences of it add up exactly, however time is cut.
    func amount(before instant: Instant) -> Int128 {
        Self.share(of: amount, in: span, before: instant, step: step)
    }

    static func share(of amount: Int128, in span: Range<Instant>, before instant: Instant, step: Int128) -> Int128 {
        guard instant < span.upperBound else { return amount }
        guard instant > span.lowerBound else { return 0 }
        let share = instant.seconds(since: span.lowerBound) / span.upperBound.seconds(since: span.lowerBound)
        return Int128((Double(amount) * share / Double(step)).rounded()) * step
    }

    /// A value in millionths, held within what can be added a billion times.
    static func millionths(_ value: Double) -> Int128 {
        Int128(min(1e28, max(-1e28, (value * 1e6).rounded())))
    }
}
