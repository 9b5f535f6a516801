import Recordings
package import Signals

/// A session with a foot pod heard over ANT+: speed, cadence in steps a minute as Bluetooth's foot pods give it, steps and
/// the distance since it was first heard. It does no input or output of its own.
///
/// Steps and distance roll over in what is sent. What was walked while nothing was heard for longer than that takes is not
/// known and not added.
package struct AntFootPod: Sendable {
    /// Without news a value is said again after so long, in seconds.
    private static let pace = 1.0
    /// Distance rolls over within so long for nobody slower than 17 m/s, in seconds.
    private static let blind = 15.0

    /// The channels that a foot pod gives.
    static let channels = [
        RecordedChannel(Channel(rawValue: "speed"), axes: [""], unit: SignalUnit(rawValue: "m/s"), nominalRate: nil),
        RecordedChannel(Channel(rawValue: "cadence"), axes: [""], unit: .perMinute, nominalRate: nil),
        RecordedChannel(Channel(rawValue: "steps"), axes: [""], unit: .count, nominalRate: nil),
        RecordedChannel(Channel(rawValue: "distance"), axes: [""], unit: SignalUnit(rawValue: "m"), nominalRate: nil),
    ]

    /// The device that the batches are attributed to.
    package let device: DeviceID
    /// Messages received so far.
    package private(set) var messages: Int64 = 0
    /// Maker, model and serial number, as far as pages have stated them.
    package private(set) var identity: DeviceIdentity
    /// The last battery page; nil before there was one.
    package private(set) var battery: AntBattery?
    /// Metres since the first message.
    package private(set) var metres = 0.0
    /// Steps since it was first heard, two for each stride.
    package private(set) var steps = 0

    private struct Motion: Equatable {
        var time, distance, speed: UInt16
        var strides: UInt8
    }

    private var last: (motion: Motion, arrival: Instant)?
    private var lastTold: Instant?
    private var lastCadence: Instant?
    private var lastTime: Instant?
    private var absence = AntAbsence()

    /// A session before its first message.
    package init(device: DeviceID, number: UInt32) {
        self.device = device
        identity = DeviceIdentity(maker: "", model: "ANT+ foot pod", serial: String(number))
    }

    /// Decodes a message's payload and delivers what it adds.
    package mutating func receive(_ payload: [UInt8], at arrival: Instant, into outlet: some DeviceOutlet) {
        let page: AntFootPodPage
        do throws(DecodeError) {
            page = try AntFootPodPage(payload)
        } catch {
            let loss = Loss(
                .damaged, count: 1, unit: .blocks, first: arrival, channel: Self.channels[0].channel,
                detail: "ANT+ message: \(error)")
            return outlet.deliver(.loss(loss), at: arrival)
        }
        messages += 1
        absence.heard(at: arrival, into: outlet)
        switch page {
        case .motion(let time, let distance, let speed, let strides, let latency):
            let motion = Motion(time: time, distance: distance, speed: speed, strides: strides)
            take(motion, latency: latency, at: arrival, into: outlet)
        case .cadence(let cadence, _, let status), .energy(_, let cadence, _, let status):
            take(cadence, status, at: arrival, into: outlet)
        case .maker, .product, .battery: learn(page, at: arrival, into: outlet)
        case .other: break
        }
    }

    private mutating func take(
        _ motion: Motion, latency: UInt8, at arrival: Instant, into outlet: some DeviceOutlet
    ) {
        if let last, case let passed = arrival.seconds(since: last.arrival), passed >= 0, passed < Self.blind {
            metres += Double((motion.distance &- last.motion.distance) & 0xFFF) / 16
            steps += 2 * Int(motion.strides &- last.motion.strides)
        }
        let isNews = last?.motion != motion
        last = (motion, arrival)
        guard isNews || isDue(lastTold, arrival) else { return }
        lastTold = arrival
        // The reading is as old as the pod says, and none comes before an earlier one.
        var time = arrival.advanced(bySeconds: -Double(latency) / 32)
        if let lastTime, time < lastTime, lastTime <= arrival { time = lastTime }
        lastTime = time
        hand(0, Float(motion.speed) / 256, time, arrival, outlet)
        hand(2, Float(steps), time, arrival, outlet)
        hand(3, Float(metres), time, arrival, outlet)
    }

    private mutating func take(
        _ cadence: UInt16, _ status: AntFootPodStatus, at arrival: Instant, into outlet: some DeviceOutlet
    ) {
        if battery == nil {
            battery = AntBattery(level: 0xFF, fraction: 0, description: status.battery.rawValue << 4 | 0x0F)
            tellBattery(at: arrival, into: outlet)
        } else if battery?.state != status.battery, battery?.volts == nil {
            battery?.state = status.battery
            tellBattery(at: arrival, into: outlet)
        }
        guard isDue(lastCadence, arrival) else { return }
        lastCadence = arrival
        hand(1, Float(cadence) / 8, arrival, arrival, outlet)
    }

    private func isDue(_ last: Instant?, _ now: Instant) -> Bool {
        last.map { now.seconds(since: $0) >= Self.pace || now < $0 } ?? true
    }

    private func hand(_ index: Int, _ value: Float, _ time: Instant, _ arrival: Instant, _ outlet: some DeviceOutlet) {
        let channel = Self.channels[index]
        outlet.deliver(
            SampleBatch(
                device: device, channel: channel.channel, unit: channel.unit, values: [value],
                times: .stamped([time.nanoseconds]), received: arrival, sequence: messages))
    }

    private mutating func learn(_ page: AntFootPodPage, at arrival: Instant, into outlet: some DeviceOutlet) {
        var known = identity
        switch page {
        case .maker(let hardware, let id, let model):
            known.maker = AntMaker.name(id) ?? "maker \(id)"
            known.model = "ANT+ foot pod, model \(model), hardware \(hardware)"
        case .product(let software, let serial):
            known.firmware = String(software)
            if let serial { known.serial = String(serial) }
        case .battery(let said):
            if said != battery {
                battery = said
                tellBattery(at: arrival, into: outlet)
            }
        default: break
        }
        guard known != identity else { return }
        identity = known
        outlet.deliver(.identified(known), at: arrival)
    }

    private func tellBattery(at arrival: Instant, into outlet: some DeviceOutlet) {
        if let words = battery?.words { outlet.deliver(.batteryNote(words), at: arrival) }
    }

    /// Reports that the sensor cannot be heard any more.
    package mutating func interrupt(_ reason: String, at now: Instant, into outlet: some DeviceOutlet) {
        absence.begin(reason, at: now, into: outlet)
    }

    /// The session ends: reports what is missing up to now as lost.
    package mutating func finish(_ reason: String, at now: Instant, into outlet: some DeviceOutlet) {
        absence.end(reason, at: now, into: outlet)
    }
}
