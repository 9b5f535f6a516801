public import Epochs
public import Recordings
public import Signals

/// Takes a decoded recording for its still windows alone.
public struct StillnessSink: RecordingSink {
    /// The still windows that were found.
    public var found = StillnessSurvey()
    /// Seconds with acceleration.
    public private(set) var seconds = 0.0
    /// Whether the recording has any acceleration.
    public private(set) var hasSamples = false

    /// A sink before the first sample.
    public init() {}

    /// Nothing is made of what a recording says of itself.
    public mutating func begin(_ header: RecordingHeader) {}

    /// Takes in acceleration; other channels are ignored.
    public mutating func receive(_ batch: SampleBatch) {
        guard batch.channel == .acceleration, batch.count > 0 else { return }
        hasSamples = true
        found.add(batch)
        guard batch.count > 1 else { return }
        let length = batch.times.instant(at: batch.count - 1).seconds(since: batch.times.instant(at: 0))
        // The last sample lasts as long as the others.
        seconds += max(0, length) * Double(batch.count) / Double(batch.count - 1)
    }
}
