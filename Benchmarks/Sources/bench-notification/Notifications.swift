import Devices
import Signals
import Synchronization

/// What a strap and a wristband would send over a stretch of a synthetic wearer's day: one notification a second, and
/// the acceleration that comes with it.
struct Notifications {
    /// One second.
    struct Second {
        var arrival: Instant
        var bytes: [UInt8]
        var motion: [SampleBatch]
    }

    var seconds: [Second] = []

    /// `count` seconds from `start` on, of a wearer with usual days.
    init(count: Int, from start: Instant) {
        let outlet = Collector()
        var wearer = SimulatedWearer(SimulatedWearer.Settings(), from: start)
        while seconds.count < count {
            wearer.advance(into: outlet)
            let (beats, motion) = outlet.take()
            guard let newest = beats.last else { continue }
            let measurement = HeartRateMeasurement(
                rate: UInt16(clamping: Int(60_000 / newest.rr)), contact: .detected,
                intervals: beats.map { UInt16(clamping: Int(($0.rr * 1.024).rounded())) })
            seconds.append(Second(arrival: wearer.now, bytes: measurement.encoded(), motion: motion))
        }
    }

    /// Keeps what a wearer sends.
    private final class Collector: DeviceOutlet {
        private let state = Mutex<(beats: [Beat], motion: [SampleBatch])>(([], []))

        func take() -> (beats: [Beat], motion: [SampleBatch]) {
            state.withLock { state in
                defer { state = ([], []) }
                return state
            }
        }

        func deliver(_ batch: SampleBatch) {
            if batch.channel == .acceleration { state.withLock { $0.motion.append(batch) } }
        }
        func deliver(_ batch: BeatBatch) { state.withLock { $0.beats += batch.beats } }
        func deliver(_ event: DeviceEvent, at instant: Instant) {}
    }
}
