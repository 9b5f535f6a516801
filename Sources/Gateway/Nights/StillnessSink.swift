package import Epochs
package import Recordings
package import Signals

/// Takes a decoded recording for its still windows alone.
package struct StillnessSink: RecordingSink {
    /// The still windows that were found.
    package var found = StillnessSurvey()
    /// Seconds with acceleration.
    package private(set) var seconds = 0.0
    /// Whether the recording has any acceleration.
    package private(set) var hasSamples = false

    /// A sink before the first sample.
    package init() {}

    /// Nothing is made of what a recording says of itself.
    package mutating func begin(_ header: RecordingHeader) {}

    /// Takes in acceleration; other channels are ignored.
    package mutating func receive(_ batch: SampleBatch) {
        guard batch.channel == .acceleration, batch.count > 0 else { return }
        hasSamples = true
        found.add(batch)
        guard batch.count > 1 else { return }
        let length = batch.times.instant(at: batch.count - 1).seconds(since: batch.times.instant(at: 0))
        // The last sample lasts as long as the others.
        seconds += max(0, length) * Double(batch.count) / Double(batch.count - 1)
    }
}
