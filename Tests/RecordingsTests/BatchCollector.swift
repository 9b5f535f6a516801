import Recordings
import Signals

/// Keeps everything that a decoder hands on.
struct BatchCollector: RecordingSink {
    var header: RecordingHeader?
    var batches: [SampleBatch] = []

    mutating func begin(_ header: RecordingHeader) { self.header = header }
    mutating func receive(_ batch: SampleBatch) { batches.append(batch) }

    /// All values of a channel, in order.
    func values(_ channel: Channel) -> [Float] { batches.filter { $0.channel == channel }.flatMap(\.values) }

    /// Seconds since 1970 of all samples of a channel, in order.
    func seconds(_ channel: Channel) -> [Double] { instants(channel).map { $0.secondsSince1970 } }

    /// The instants of all samples of a channel, in order.
    func instants(_ channel: Channel) -> [Instant] {
        batches.filter { $0.channel == channel }.flatMap { batch in
            (0..<batch.count).map { batch.times.instant(at: $0) }
        }
    }
}
