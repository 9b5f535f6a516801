import Signals

/// The time in which nothing is heard of a sensor: one loss, told when it is over.
struct AntAbsence: Sendable {
    private var lastArrival: Instant?
    private var missing: (since: Instant, reason: String)?

    /// A message arrived: reports the silence before it, if there was one, as a loss.
    mutating func heard(at arrival: Instant, into outlet: some DeviceOutlet) {
        tell(at: arrival, into: outlet)
        lastArrival = arrival
    }

    /// The sensor is silent: the link is gone, and the time since the last message counts as missing.
    mutating func begin(_ reason: String, at now: Instant, into outlet: some DeviceOutlet) {
        outlet.deliver(.link(.gone(reason: reason)), at: now)
        if missing == nil, let lastArrival { missing = (min(lastArrival, now), reason) }
    }

    /// The session ends: reports what is missing up to `now`.
    mutating func end(_ reason: String, at now: Instant, into outlet: some DeviceOutlet) {
        tell(at: now, into: outlet)
        begin(reason, at: now, into: outlet)
        missing = nil
    }

    private mutating func tell(at arrival: Instant, into outlet: some DeviceOutlet) {
        guard let missing else { return }
        self.missing = nil
        let seconds = max(0, arrival.seconds(since: missing.since))
        outlet.deliver(
            .loss(
                Loss(
                    .disconnected, count: seconds, unit: .seconds, first: missing.since,
                    end: max(arrival, missing.since), detail: missing.reason)), at: arrival)
    }
}
