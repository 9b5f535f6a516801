import Signals
import Synchronization

/// Readings of a recorder between two visits, from the line's thread to the session's. Bounded: of readings that nobody
/// fetches for five seconds the oldest go, as old ones are worth nothing in a preview.
final class AxivityReadings: Sendable {
    private struct State {
        var values: [Float] = []
        var last: Instant?
        /// The end of the batch before: readings of one transfer share an arrival and were taken since then.
        var previous: Instant?
    }

    private static let capacity = 500
    private let device: DeviceID
    private let scale: Float
    private let state = Mutex(State())

    /// Readings of `device`.
    /// - Parameter range: the range that is set, in g. An AX3 counts 1/256 g whatever its range, an AX6 fills 16 bits.
    init(device: DeviceID, model: String, range: Int) {
        self.device = device
        scale = model == "AX6" ? Float(max(1, range)) / 32_768 : 1 / 256
    }

    /// Adds a sample that arrived at `instant`.
    func add(_ motion: AxivityMotion, at instant: Instant) {
        let g = SIMD3<Float>(motion.acceleration) * scale
        state.withLock { state in
            if state.values.count >= Self.capacity * 3 {
                state.values.removeFirst(3)
            }
            state.values += [g.x, g.y, g.z]
            state.last = instant
        }
    }

    /// What came since the last time, spread evenly over the time in which it came; nil for nothing.
    func take() -> SampleBatch? {
        state.withLock { state in
            guard !state.values.isEmpty, let last = state.last else { return nil }
            let count = state.values.count / 3
            // At a start only the arrival is known; the firmware aims at 100 readings a second.
            let nominal = Int64(count) * 10_000_000
            let sinceBefore = state.previous.map { last.nanoseconds(since: $0) }
            let span = sinceBefore.map { $0 > 0 && $0 < 4 * nominal + 500_000_000 ? $0 : nominal } ?? nominal
            let origin = last.advanced(byNanoseconds: -span + span / Int64(count))
            let period = max(1, (span << 24) / Int64(count))
            let batch = SampleBatch(
                device: device, channel: .acceleration, unit: .standardGravity, axes: 3, values: state.values,
                times: .uniform(Timeline(origin: origin, fixedPeriod: period)), received: last)
            state.values.removeAll(keepingCapacity: true)
            (state.previous, state.last) = (last, nil)
            return batch
        }
    }
}
