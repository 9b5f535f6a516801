package import Signals

/// The limits of breathing exercises, so that they are not offered too often.
package enum BreathingRules {
    /// Between the end of one and the begin of the next, in seconds.
    package static let coolDown = 600.0
    /// Exercises in any hour.
    package static let mostPerHour = 6
    /// One that was stopped sooner than a breath, in seconds, does not count.
    package static let least = 10.0
    /// How long the load stays silent after one, in seconds.
    package static let aftermath = 120.0

    /// The instant from which a new one may begin; nil when it may at once.
    /// - Parameters:
    ///   - past: earlier ones, each with its end, in any order.
    ///   - now: now.
    package static func next(after past: [Range<Instant>], now: Instant) -> Instant? {
        let counted = past.filter { $0.upperBound.seconds(since: $0.lowerBound) >= least }
        var next = counted.map { $0.upperBound.advanced(bySeconds: coolDown) }.max()
        let begins = counted.map(\.lowerBound).sorted()
        if begins.count >= mostPerHour {
            let free = begins[begins.count - mostPerHour].advanced(bySeconds: 3600)
            next = max(next ?? free, free)
        }
        return next.flatMap { $0 > now ? $0 : nil }
    }
}
