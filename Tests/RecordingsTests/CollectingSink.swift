import Recordings
import Signals

/// Keeps everything that a decoder hands on.
struct CollectingSink: RecordingSink {
    var headers: [RecordingHeader] = []
    var batches: [SampleBatch] = []

    mutating func begin(_ header: RecordingHeader) { headers.append(header) }
    mutating func receive(_ batch: SampleBatch) { batches.append(batch) }

    /// All samples of `channel`, with their stamps.
    func samples(_ channel: Channel) -> [(time: Instant, values: [Float])] {
        batches.filter { $0.channel == channel }.flatMap { batch in
            (0..<batch.count).map {
                (batch.times.instant(at: $0), Array(batch.values[($0 * batch.axes)..<(($0 + 1) * batch.axes)]))
            }
        }
    }
}
