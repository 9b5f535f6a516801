public import Signals

/// One figure of somebody over a stretch of time that a program has sent: a heart rate, a number of steps, a stage of sleep.
public struct HealthSample: Hashable, Sendable {
    /// What it is, such as `heart_rate`.
    public var type: String
    /// When it begins.
    public var start: Instant
    /// When it ends; the same for a moment.
    public var end: Instant
    /// The figure; nil for a sample that is a word.
    public var value: Double?
    /// The word, such as a stage of sleep; empty for a figure.
    public var word: String
    /// The unit of the figure.
    public var unit: String
    /// What measured it, if that was said.
    public var device: String?
    /// The program that has it.
    public var source: String

    /// A sample from its parts.
    public init(
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
