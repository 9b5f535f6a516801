/// A heart rate at a moment, as a watch or a strap reports it.
public struct HeartRateSample: Hashable, Sendable {
    /// Seconds on the clock of the night.
    public var seconds: Double
    /// The rate, per minute; outside 25 ... 230 it is left out.
    public var beatsPerMinute: Double

    /// Memberwise.
    public init(seconds: Double, beatsPerMinute: Double) {
        self.seconds = seconds
        self.beatsPerMinute = beatsPerMinute
    }
}
