import Devices
import Signals

/// The facts that decide whether a device represents its wearer.
struct PipelineEligibility {
    var device: DeviceID
    var origin: DeviceDescription.Origin
    var kind: DeviceDescription.Kind
    var hasIntervals: Bool
    var contact: Bool?
    var losses: Int
    var rssi: Int?
    /// The host's time of the last data of each group.
    var seen: [StreamGroup: Instant]

    /// The device as a candidate in `group`; nil when it has never sent anything of it.
    func candidate(for group: StreamGroup, at now: Instant, freshness: Int64) -> StreamPreference.Candidate? {
        guard let last = seen[group] else { return nil }
        return StreamPreference.Candidate(
            device: device, delivers: now.nanoseconds(since: last) <= freshness && contact != false,
            hasIntervals: hasIntervals, kind: kind, losses: losses, rssi: rssi)
    }
}

extension PipelineState {
    var eligibility: PipelineEligibility {
        PipelineEligibility(
            device: device.id, origin: device.origin, kind: device.kind, hasIntervals: hasIntervals,
            contact: status.contact, losses: status.lossesToday.values.reduce(0) { $0 &+ $1 }, rssi: status.rssi,
            seen: seen)
    }
}
