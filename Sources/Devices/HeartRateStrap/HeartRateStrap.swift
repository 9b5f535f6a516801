package import Signals

/// A session with a sensor that speaks the Heart Rate service: takes the bytes of its notifications with the instant
/// of their arrival and hands on what they mean. It does no input or output of its own, so a radio, a replay and a
/// synthetic wearer feed the same code.
///
/// Of each notification the outlet gets, in this order: events and losses, the beats, the heart rate that the device
/// computed (none for 0, which means no reading), and the energy when it was sent. Intervals that come while the
/// sensor says that it has no skin contact are not beats; the time without contact is one `Loss` with cause
/// `no_contact`, given out when contact is back or the session ends.
package struct HeartRateStrap: Sendable {
    /// The device that the beats are attributed to.
    package let device: DeviceID
    /// Notifications taken so far, also those that could not be decoded.
    package private(set) var notifications: Int64 = 0

    private var placer = BeatPlacer()
    private var measurement = HeartRateMeasurement(rate: 0)
    private var previous: [UInt8] = []
    private var beats: [Beat] = []
    private var losses: [Loss] = []
    private var contact: HeartRateMeasurement.Contact?
    private var contactLostAt: Instant?
    private var isStreaming = false

    /// A session before its first measurement.
    package init(device: DeviceID) { self.device = device }

    /// Takes the value of one notification of characteristic 0x2A37.
    package mutating func receive(_ bytes: [UInt8], at arrival: Instant, into outlet: some DeviceOutlet) {
        notifications += 1
        if !isStreaming {
            isStreaming = true
            outlet.deliver(.link(.streaming), at: arrival)
        }
        do {
            try measurement.decode(bytes.span.bytes)
        } catch {
            return outlet.deliver(.loss(damaged("heart rate notification: \(error)", at: arrival)), at: arrival)
        }
        if measurement.ignoredBytes > 0 {
            let detail = "heart rate notification: \(measurement.ignoredBytes) bytes at the end belong to no field"
            outlet.deliver(.loss(damaged(detail, at: arrival)), at: arrival)
        }
        let isRepeat = bytes == previous
        previous.removeAll(keepingCapacity: true)
        previous.append(contentsOf: bytes)
        followContact(at: arrival, into: outlet)
        if placer.isStep(to: arrival) {
            // On the old time line, so it goes out before the step is told.
            placer.settle(beats: &beats, losses: &losses)
            hand(to: outlet, at: arrival)
        }
        if contact != .absent {
            placer.receive(measurement.intervals, isRepeat: isRepeat, at: arrival, beats: &beats, losses: &losses)
        }
        hand(to: outlet, at: arrival)
        deliverValues(at: arrival, into: outlet)
    }

    /// The link is gone, or the session ends; what was held back is given out. Beats of a later link belong to no
    /// interval of this one.
    package mutating func disconnect(reason: String, at now: Instant, into outlet: some DeviceOutlet) {
        placer.interrupt(beats: &beats, losses: &losses)
        closeContactLoss(at: now)
        hand(to: outlet, at: now)
        contact = nil
        isStreaming = false
        previous.removeAll(keepingCapacity: true)
        outlet.deliver(.link(.gone(reason: reason)), at: now)
    }

    private mutating func followContact(at arrival: Instant, into outlet: some DeviceOutlet) {
        guard measurement.contact != contact else { return }
        contact = measurement.contact
        switch measurement.contact {
        case .unsupported: outlet.deliver(.contact(nil), at: arrival)
        case .detected: outlet.deliver(.contact(true), at: arrival)
        case .absent: outlet.deliver(.contact(false), at: arrival)
        }
        closeContactLoss(at: arrival)
        if measurement.contact == .absent {
            placer.interrupt(beats: &beats, losses: &losses)
            contactLostAt = arrival
        }
    }

    private mutating func closeContactLoss(at now: Instant) {
        guard let lost = contactLostAt else { return }
        contactLostAt = nil
        losses.append(
            Loss(
                .noContact, count: max(0, now.seconds(since: lost)), unit: .seconds, first: lost, end: now,
                channel: .rrInterval, detail: "the sensor had no skin contact"))
    }

    private mutating func hand(to outlet: some DeviceOutlet, at arrival: Instant) {
        for loss in losses { outlet.deliver(.loss(loss), at: arrival) }
        losses.removeAll(keepingCapacity: true)
        guard !beats.isEmpty else { return }
        outlet.deliver(BeatBatch(device: device, beats: Array(beats[...]), received: arrival))
        beats.removeAll(keepingCapacity: true)
    }

    private func deliverValues(at arrival: Instant, into outlet: some DeviceOutlet) {
        if measurement.rate > 0 {
            outlet.deliver(batch(.heartRate, .perMinute, Float(measurement.rate), at: arrival))
        }
        if let energy = measurement.energy {
            outlet.deliver(batch(.energy, .kilojoules, Float(energy), at: arrival))
        }
    }

    private func batch(_ channel: Channel, _ unit: SignalUnit, _ value: Float, at arrival: Instant) -> SampleBatch {
        SampleBatch(
            device: device, channel: channel, unit: unit, values: [value], times: .stamped([arrival.nanoseconds]),
            received: arrival, sequence: notifications)
    }

    private func damaged(_ detail: String, at arrival: Instant) -> Loss {
        Loss(.damaged, count: 1, unit: .blocks, first: arrival, channel: .heartRate, detail: detail)
    }
}

extension Loss.Cause {
    /// The sensor had no skin contact.
    package static let noContact = Loss.Cause(rawValue: "no_contact")
}
