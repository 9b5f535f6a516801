import DeviceProfiles
import Signals

extension DeviceProfile.Capability {
    /// Acceleration is sent only when it changes: what was sent last holds until then, and silence is stillness, not loss.
    static let accelerationOnChange = DeviceProfile.Capability(rawValue: "raw_acc_on_change")
}

/// The acceleration of a device that sends it only when it changes, between what it sends.
struct HeldMotion: Sendable {
    /// Nanoseconds between the samples that are filled in: ten each second, as often as such a device looks.
    static let period: Int64 = 100_000_000
    /// Not filled beyond that in one piece, in nanoseconds: the host slept, or its clock was set.
    static let limit: Int64 = 30_000_000_000

    private var values: [Float] = []
    private var time: Int64?

    /// Takes in a sample that was sent.
    mutating func take(_ values: ArraySlice<Float>, at time: Int64) {
        self.values = Array(values)
        self.time = time
    }

    /// The samples that hold from the last one on, before `end`.
    mutating func fill(until end: Int64) -> (values: [Float], times: [Int64])? {
        guard let time, end > time else { return nil }
        guard end - time < Self.limit else {
            self.time = nil
            return nil
        }
        let count = Int((end - time - 1) / Self.period)
        guard count > 0 else { return nil }
        let times = (1...count).map { time + Int64($0) * Self.period }
        self.time = times.last
        return ((0..<count).flatMap { _ in values }, times)
    }

    /// The link has ended: nothing is known of what follows.
    mutating func forget() { time = nil }
}

extension ProfiledStreams {
    /// Hands on what holds up to `end`, for a device that sends acceleration only when it changes.
    mutating func hold(until end: Instant, at now: Instant, into outlet: some DeviceOutlet) {
        guard let filled = held?.fill(until: end.nanoseconds) else { return }
        newest = max(newest ?? end, Instant(nanoseconds: filled.times[filled.times.count - 1]))
        outlet.deliver(
            SampleBatch(
                device: device, channel: .acceleration, unit: .standardGravity, axes: 3, values: filled.values,
                times: .stamped(filled.times), received: now))
    }
}
