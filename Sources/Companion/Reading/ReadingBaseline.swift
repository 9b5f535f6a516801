/// How a person reads when nothing presses: an exponential moving average with a weight of 0.1 for what is new, learned
/// in sessions of low stress.
package struct ReadingBaseline: Hashable, Sendable {
    /// The weight of the newest value in the moving average.
    package static let alpha = 0.1

    /// Reading speed, words per minute; nil while unknown.
    package var speed: Double?
    /// Share of answers that were wrong, 0 ... 1; nil while unknown.
    package var errors: Double?
    /// Pauses per minute; nil while unknown.
    package var pauses: Double?
    /// Heart rate variability, in ms; nil while unknown.
    package var variability: Double?

    /// A baseline from its parts; without any it is none.
    package init(speed: Double? = nil, errors: Double? = nil, pauses: Double? = nil, variability: Double? = nil) {
        self.speed = speed
        self.errors = errors
        self.pauses = pauses
        self.variability = variability
    }

    /// Learns from one stretch of reading; a value that is missing, negative or not finite teaches nothing.
    package mutating func learn(
        speed: Double? = nil, errors: Double? = nil, pauses: Double? = nil, variability: Double? = nil
    ) {
        Self.learn(speed, into: &self.speed)
        Self.learn(errors, into: &self.errors)
        Self.learn(pauses, into: &self.pauses)
        // 0 ms is a missing measurement, not a heart.
        Self.learn(variability.flatMap { $0 > 0 ? $0 : nil }, into: &self.variability)
    }

    private static func learn(_ value: Double?, into average: inout Double?) {
        guard let value, value.isFinite, value >= 0 else { return }
        average = average.map { $0 + alpha * (value - $0) } ?? value
    }
}
