import Recordings
import Signals

extension SimulatedWearer {
    static func describe(_ settings: Settings) -> DeviceDescription {
        DeviceDescription(
            identity: DeviceIdentity(
                maker: "Nightjar", model: "Synthetic wearer", serial: "synthetic-\(settings.seed)", firmware: "1"),
            name: "Synthetic wearer", kind: .wristband, origin: .synthetic,
            channels: [
                RecordedChannel(
                    .acceleration, axes: ["x", "y", "z"], unit: .standardGravity, nominalRate: settings.hertz, range: 8),
                RecordedChannel(.heartRate, axes: ["value"], unit: .perMinute, nominalRate: 1),
                RecordedChannel(.rrInterval, axes: ["value"], unit: .milliseconds),
            ], commands: [.vibrate])
    }

    mutating func notify(
        _ beats: [WearerHeart.SensedBeat], activity: WearerActivity, at arrival: Instant,
        into outlet: some DeviceOutlet
    ) {
        let isWorn = activity.isWorn
        let intervals = isWorn ? beats.compactMap(\.reported) : []
        monitor.notify(intervals, contact: isWorn) { strap.receive($0, at: arrival, into: outlet) }
    }

    func sendMotion(
        from activity: WearerActivity, to next: WearerActivity, until end: Instant, into outlet: some DeviceOutlet
    ) {
        let first = line.index(atOrAfter: now)
        let count = line.index(atOrAfter: end) - first
        guard count > 0 else { return }
        var values: [Float] = []
        values.reserveCapacity(count * 3)
        motion.append(to: &values, start: now, count: count, from: activity, to: next)
        outlet.deliver(
            SampleBatch(
                device: device.id, channel: .acceleration, unit: .standardGravity, axes: 3, values: values,
                times: .uniform(line.dropping(first)), received: end, sequence: Int64(first)))
    }

    mutating func loseLink(into outlet: some DeviceOutlet) {
        guard gapSince == nil else { return }
        gapSince = now
        strap.disconnect(reason: "The synthetic wearer went out of range.", at: now, into: outlet)
    }

    mutating func regainLink(into outlet: some DeviceOutlet) {
        guard let since = gapSince else { return }
        gapSince = nil
        monitor = StrapModel()
        outlet.deliver(.link(.connecting), at: now)
        let loss = Loss(
            .disconnected, count: now.seconds(since: since), unit: .seconds, first: since, end: now,
            detail: "out of range")
        outlet.deliver(.loss(loss), at: now)
    }
}
