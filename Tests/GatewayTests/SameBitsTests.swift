import Analysis
import Devices
import Epochs
import Gateway
import Signals
import Store
import Synchronization
import Testing

/// Notes what a device sends and passes it on.
private final class Tap: DeviceOutlet {
    private struct Sent {
        var batches: [SampleBatch] = []
        var beats: [Beat] = []
    }

    private let sent = Mutex(Sent())
    private let next: DevicePipeline

    init(_ next: DevicePipeline) { self.next = next }

    var batches: [SampleBatch] { sent.withLock { $0.batches } }
    var beats: [Beat] { sent.withLock { $0.beats } }

    func deliver(_ batch: SampleBatch) {
        sent.withLock { $0.batches.append(batch) }
        next.deliver(batch)
    }

    func deliver(_ beats: BeatBatch) {
        sent.withLock { $0.beats += beats.beats }
        next.deliver(beats)
    }

    func deliver(_ event: DeviceEvent, at instant: Instant) { next.deliver(event, at: instant) }
}

/// What the store keeps of movement; the absolute ENMO is made again from the raw samples by who asks for it.
private func kept(_ motion: Epoch.Motion) -> Epoch.Motion {
    var motion = motion
    motion.enmoa = nil
    return motion
}

@Suite("An hour of a wearer, streamed and read")
struct SameBitsTests {
    @Test("the store holds what was sent, and the epochs of the same samples read at once, bit for bit")
    func hour() async throws {
        let noon = Bench.noon
        var wearer = SimulatedWearer(
            .init(seed: 5, routine: .showcase(origin: noon, preroll: 0)), from: noon)
        let bench = try Bench(now: noon, device: wearer.device)
        let tap = Tap(bench.pipeline)
        while wearer.now < noon + 3600 {
            wearer.advance(into: tap)
            // Ticks at odd moments, as a busy machine has them.
            if wearer.now.nanoseconds / 1_000_000_000 % 7 < 4 { bench.pipeline.tick(at: wearer.now) }
        }
        bench.pipeline.finish()
        try await bench.store.flush()
        let (id, end) = (bench.device.id, noon + 7200)

        for channel in Set(tap.batches.map(\.channel)) {
            let sent = tap.batches.filter { $0.channel == channel }
            let isSame = try bench.store.raw(of: id, channel: channel, from: noon, to: end) == sent
            #expect(isSame)
        }
        let beats = try bench.store.beats(of: id, from: noon, to: end)
        #expect(beats.map(\.time) == tap.beats.map(\.time) && beats.map(\.rr) == tap.beats.map(\.rr))

        // The same samples in one piece, as from a file.
        let motion = tap.batches.filter { $0.channel == .acceleration }
        #expect(motion.reduce(0) { $0 + $1.count } > 80_000)
        var whole = EpochAggregator(EpochConfiguration())
        whole.add(
            SampleBatch(
                device: id, channel: .acceleration, unit: .standardGravity, axes: 3, values: motion.flatMap(\.values),
                times: .stamped(
                    motion.flatMap { batch in
                        (0..<batch.count).map { batch.times.instant(at: $0).nanoseconds }
                    }), received: end))
        whole.finish()
        let read = whole.drain()
        for seconds in [5, 30, 60] {
            let streamed = try bench.store.epochs(of: id, seconds: seconds, from: noon, to: end)
            let expected = read.filter { $0.seconds == seconds }
            #expect(streamed.filter { $0.motion != nil }.map(\.start) == expected.map(\.start))
            let isSame = streamed.compactMap(\.motion) == expected.compactMap(\.motion).map(kept)
            #expect(isSame)
        }
        #expect(bench.seen.losses.allSatisfy { $0.cause != .late && $0.cause != .clockStep && $0.cause != .duplicate })
    }
}
