import Devices
import Signals
import Synchronization
import TestKit

/// A disk that a test can fill, and which knows what is on it.
final class HistoryDisk: DeviceOutlet {
    let inner = CollectingOutlet()
    private let state = Mutex((full: false, kept: [SampleBatch](), durable: 0, live: [Range<Instant>]()))

    func deliver(_ batch: SampleBatch) { inner.deliver(batch) }
    func deliver(_ beats: BeatBatch) { inner.deliver(beats) }
    func deliver(_ event: DeviceEvent, at instant: Instant) { inner.deliver(event, at: instant) }
    func keep(_ history: SampleBatch) { state.withLock { $0.kept.append(history) } }
    func settle() async throws {
        try state.withLock { state in
            if state.full { throw Failure(.failed, "The disk is full.") }
            state.durable = state.kept.count
        }
    }
    func kept(_ channels: [Channel], in time: Range<Instant>, apart: Double) async throws -> [Range<Instant>] {
        state.withLock { state in
            state.live
                + state.kept.prefix(state.durable).filter { $0.channel == channels.first }.map {
                    $0.times.instant(at: 0)..<$0.times.instant(at: $0.count - 1)
                }
        }
    }

    func fill(_ isFull: Bool) { state.withLock { $0.full = isFull } }
    /// Samples came live then.
    func heard(_ time: Range<Instant>) { state.withLock { $0.live.append(time) } }
    func times(_ channel: Channel) -> [Instant] {
        state.withLock { $0.kept }.filter { $0.channel == channel }.flatMap { batch in
            (0..<batch.count).map { batch.times.instant(at: $0) }
        }
    }
    func values(_ channel: Channel) -> [Float] {
        state.withLock { $0.kept }.filter { $0.channel == channel }.flatMap(\.values)
    }
}
