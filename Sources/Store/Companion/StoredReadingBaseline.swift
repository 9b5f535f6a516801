package import Companion
package import Signals

/// What was learned of how a person reads, and how long that has been learned.
package struct StoredReadingBaseline: Hashable, Sendable {
    /// The moving averages.
    package var baseline: ReadingBaseline
    /// When the first value was learned.
    package var first: Instant
    /// When the newest value was learned.
    package var made: Instant
    /// The number of stretches of reading behind it.
    package var windows: Int

    /// Memberwise.
    package init(baseline: ReadingBaseline, first: Instant, made: Instant, windows: Int) {
        self.baseline = baseline
        self.first = first
        self.made = made
        self.windows = windows
    }

    /// Stretches until what was learned is worth more than nothing.
    package static let fewestWindows = 5
    /// Days until the variability of a heart, which differs from day to day, is a baseline.
    package static let variabilityDays = 7.0

    /// The part of it that counts at `now`: nothing before ``fewestWindows``, and no variability before
    /// ``variabilityDays``.
    package func inForce(at now: Instant) -> ReadingBaseline {
        guard windows >= Self.fewestWindows else { return ReadingBaseline() }
        var baseline = baseline
        if now.seconds(since: first) < Self.variabilityDays * 86_400 { baseline.variability = nil }
        return baseline
    }
}
