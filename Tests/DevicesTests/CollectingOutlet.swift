import Devices
import Signals
import Synchronization

/// Keeps everything that a source delivers.
final class CollectingOutlet: DeviceOutlet {
    struct Contents {
        var batches: [SampleBatch] = []
        var beats: [Beat] = []
        var beatArrivals: [Instant] = []
        var events: [(event: DeviceEvent, at: Instant)] = []
    }

    private let contents = Mutex(Contents())

    func deliver(_ batch: SampleBatch) { contents.withLock { $0.batches.append(batch) } }

    func deliver(_ beats: BeatBatch) {
        contents.withLock {
            $0.beats += beats.beats
            $0.beatArrivals += beats.beats.map { _ in beats.received }
        }
    }

    func deliver(_ event: DeviceEvent, at instant: Instant) { contents.withLock { $0.events.append((event, instant)) } }

    var batches: [SampleBatch] { contents.withLock { $0.batches } }
    var beats: [Beat] { contents.withLock { $0.beats } }
    var beatArrivals: [Instant] { contents.withLock { $0.beatArrivals } }
    var events: [DeviceEvent] { contents.withLock { $0.events.map(\.event) } }
    var losses: [Loss] {
        events.compactMap { if case .loss(let loss) = $0 { loss } else { nil } }
    }
    var links: [String] {
        events.compactMap { if case .link(let state) = $0 { state.name } else { nil } }
    }
}

extension [Beat] {
    /// Whether no beat comes before the one before it.
    var isMonotonic: Bool { zip(self, dropFirst()).allSatisfy { $0.time <= $1.time } }
}
