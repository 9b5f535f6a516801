package import Signals

/// One figure of somebody over a stretch of time that a program has sent: a heart rate, a number of steps, a stage of sleep.
package struct HealthSample: Hashable, Sendable {
    /// The type, such as `heart_rate`.
    package var type: String
    /// When it begins.
    package var start: Instant
    /// When it ends; equal to the start for a moment.
    package var end: Instant
    /// The value; nil for a sample that is a word.
    package var value: Double?
    /// The word, such as a stage of sleep or the sport of a workout; empty for a figure.
    package var word: String
    /// The unit of the value.
    package var unit: String
    /// The device that measured it; nil when not given.
    package var device: String?
    /// The program that stored it.
    package var source: String
    /// The kilocalories that a workout took; nil for anything else and where it is not told.
    package var energy: Double?
    /// The kilometres of a workout; nil for anything else and where it is not told.
    package var distance: Double?

    /// Memberwise; what is not given has its default.
    package init(
        type: String, start: Instant, end: Instant, value: Double?, word: String = "", unit: String,
        device: String? = nil, source: String
    ) {
        self.type = type
        self.start = start
        self.end = end
        self.value = value
        self.word = word
        self.unit = unit
        self.device = device
        self.source = source
    }
}
