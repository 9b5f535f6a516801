/// A beat found in a raw signal.
public struct DetectedBeat: Hashable, Sendable {
    /// The sample it lies on, with a fraction; the first sample of the stream is 0.
    public var sample: Double
    /// How like the beats before it, and how clear of noise it is, 0 ... 1.
    public var quality: Double

    /// A beat at a place and with a quality.
    public init(sample: Double, quality: Double) {
        self.sample = sample
        self.quality = quality
    }
}
