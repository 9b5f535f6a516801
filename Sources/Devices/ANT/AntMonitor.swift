package import Signals

/// A session with a heart rate monitor heard over ANT+: takes the payloads of its messages with their arrivals and hands
/// on beats, heart rate, battery and who it is, as ``HeartRateStrap`` does for Bluetooth. It does no input or output of
/// its own.
package struct AntMonitor: Sendable {
    /// Without a beat for so long, a heart rate that is sent on is none, in seconds.
    private static let stale = 5.0
    /// A beat that was told later than that, in nanoseconds, was waited for: what its count says is believed, and that it
    /// was late means nothing. Less than the placer takes for a hole.
    private static let lateness: Int64 = 340_000_000
    /// Between two heart rates while no beat comes, in seconds.
    private static let pace = 1.0

    /// The device that the batches are attributed to.
    package let device: DeviceID
    /// The device number, by which monitors are distinguished.
    package let number: UInt32
    /// Messages received so far.
    package private(set) var messages: Int64 = 0
    /// Maker, model and serial number, as far as pages have stated them.
    package private(set) var identity: DeviceIdentity
    /// The last battery page; nil before there was one.
    package private(set) var battery: AntBattery?
    /// How long it has been in use, in seconds; nil when it has not said.
    package private(set) var operatingSeconds: Int?

    private var beats = AntBeats()
    private var placer = BeatPlacer()
    private var placed: [Beat] = []
    private var losses: [Loss] = []
    private var firstToggle: Bool?
    /// Whether it turns pages, so that its first byte means something.
    private var turnsPages = false
    private var lastBeat: Instant?
    private var lastRate: Instant?
    private var absence = AntAbsence()

    /// A session before its first message.
    package init(device: DeviceID, number: UInt32) {
        self.device = device
        self.number = number
        identity = DeviceIdentity(maker: "", model: "ANT+ heart rate monitor", serial: String(number))
    }

    /// Decodes a message's payload and delivers what it adds.
    package mutating func receive(_ payload: [UInt8], at arrival: Instant, into outlet: some DeviceOutlet) {
        let page: AntHeartRatePage
        do throws(DecodeError) {
            page = try AntHeartRatePage(payload)
        } catch {
            let loss = Loss(
                .damaged, count: 1, unit: .blocks, first: arrival, channel: .heartRate, detail: "ANT+ message: \(error)"
            )
            return outlet.deliver(.loss(loss), at: arrival)
        }
        messages += 1
        absence.heard(at: arrival, into: outlet)
        turnsPages = turnsPages || (firstToggle ?? page.toggle) != page.toggle
        firstToggle = firstToggle ?? page.toggle
        var previous: UInt16?
        if turnsPages, case .previousBeat(let time) = page.content { previous = time }
        place(page, previous, at: arrival)
        hand(to: outlet, at: arrival)
        tellRate(page.rate, at: arrival, into: outlet)
        if turnsPages { learn(page.content, at: arrival, into: outlet) }
    }

    private mutating func place(_ page: AntHeartRatePage, _ previous: UInt16?, at arrival: Instant) {
        if placer.isStep(to: arrival) { beats.forget() }
        switch beats.take(time: page.beatTime, count: page.beatCount, previous: previous, at: arrival) {
        case .none: return
        case .interval(let ticks): place(ticks, at: arrival)
        case .hole(let count, let ticks, let interval):
            hole(count, ticks, at: arrival)
            if let interval { place(interval, at: arrival) }
        case .beginning:
            // Of a first message nobody knows how old its beat is.
            guard lastBeat != nil else {
                lastBeat = arrival
                lastRate = nil
                return
            }
            hole(nil, nil, at: arrival)
        }
        lastBeat = arrival
        lastRate = nil
    }

    /// Places a beat that follows the last one by its count.
    private mutating func place(_ ticks: UInt16, at arrival: Instant) {
        var heard = arrival
        if let usual = placer.continuation([ticks])?.advanced(byNanoseconds: Self.lateness), !placer.isStep(to: arrival)
        {
            heard = max(min(arrival, usual), placer.previousArrival ?? usual)
        }
        placer.receive([ticks], at: heard, beats: &placed, losses: &losses)
    }

    /// Ends the run before a gap and reports how much is missing.
    private mutating func hole(_ count: Int?, _ ticks: UInt16?, at arrival: Instant) {
        let since = placer.last ?? lastBeat ?? arrival
        placer.interrupt(beats: &placed, losses: &losses)
        let seconds = ticks.map { Double($0) / 1024 } ?? max(0, arrival.seconds(since: since))
        losses.append(
            Loss(
                .gap, count: seconds, unit: .seconds, first: since,
                end: max(since, min(since.advanced(bySeconds: seconds), arrival)), channel: .rrInterval,
                detail: count.map { "the intervals of \($0) heart beats were not heard" }
                    ?? "the monitor began to count again"))
    }

    private mutating func tellRate(_ rate: UInt8, at arrival: Instant, into outlet: some DeviceOutlet) {
        guard rate > 0, let lastBeat, arrival.seconds(since: lastBeat) <= Self.stale,
            lastRate.map({ arrival.seconds(since: $0) >= Self.pace || arrival < $0 }) ?? true
        else { return }
        lastRate = arrival
        outlet.deliver(
            SampleBatch(
                device: device, channel: .heartRate, unit: .perMinute, values: [Float(rate)],
                times: .stamped([arrival.nanoseconds]), received: arrival, sequence: messages))
    }

    private mutating func learn(
        _ content: AntHeartRatePage.Content, at arrival: Instant, into outlet: some DeviceOutlet
    ) {
        var known = identity
        switch content {
        case .operatingTime(let seconds): operatingSeconds = seconds
        case .maker(let id, let serial):
            known.maker = AntMaker.name(UInt16(id)) ?? "maker \(id)"
            known.serial = String(UInt32(serial) << 16 | number & 0xFFFF)
        case .product(let hardware, let software, let model):
            known.model = "ANT+ heart rate monitor, model \(model)"
            known.firmware = "\(software), hardware \(hardware)"
        case .battery(let said):
            if let percent = said.percent, percent != battery?.percent {
                outlet.deliver(.battery(percent: percent), at: arrival)
            }
            if said != battery, let words = said.words { outlet.deliver(.batteryNote(words), at: arrival) }
            battery = said
        default: break
        }
        guard known != identity else { return }
        identity = known
        outlet.deliver(.identified(known), at: arrival)
    }

    /// Nothing is heard of it any more; what was held back is given out.
    package mutating func interrupt(_ reason: String, at now: Instant, into outlet: some DeviceOutlet) {
        giveOut(at: now, into: outlet)
        absence.begin(reason, at: now, into: outlet)
    }

    /// The session ends: reports what is missing up to now as lost.
    package mutating func finish(_ reason: String, at now: Instant, into outlet: some DeviceOutlet) {
        giveOut(at: now, into: outlet)
        absence.end(reason, at: now, into: outlet)
    }

    private mutating func giveOut(at now: Instant, into outlet: some DeviceOutlet) {
        placer.interrupt(beats: &placed, losses: &losses)
        hand(to: outlet, at: now)
        beats.forget()
        lastBeat = nil
    }

    private mutating func hand(to outlet: some DeviceOutlet, at arrival: Instant) {
        for loss in losses { outlet.deliver(.loss(loss), at: arrival) }
        losses.removeAll(keepingCapacity: true)
        guard !placed.isEmpty else { return }
        outlet.deliver(BeatBatch(device: device, beats: placed, received: arrival))
        placed.removeAll(keepingCapacity: true)
    }
}
