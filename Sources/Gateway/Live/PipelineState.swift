import Analysis
import Devices
import Epochs
import Runtime
import Signals

/// What one device's pipeline knows; a plain state machine under the pipeline's lock.
struct PipelineState: ~Copyable {
    /// What a step produced, to be kept and published outside of the lock.
    struct Yield {
        var events: [LiveEvent] = []
        var beats: [Beat] = []
        var epochs: [Epoch] = []
        var readings: [LoadReading] = []
        var losses: [Loss] = []
    }

    /// Nothing for so long means that the link is silent.
    static let silence: Int64 = 10_000_000_000

    let device: DeviceDescription
    var status: DeviceStatus
    var history = LiveHistory()
    var heart: HeartWindow?
    var load: LoadReading?
    var aggregator: EpochAggregator
    var analysis: LiveAnalysis
    var yield = Yield()
    private var motion: RingConsumer<MotionSample>
    private var deviceRate: Double?
    /// Whether anything came since the last tick.
    private var hasNews = false
    /// The host's time of the last tick that found something.
    private var alive: Instant?
    private var today: LossTally

    init(
        device: DeviceDescription, motion: consuming RingConsumer<MotionSample>, zone: Zone, now: Instant,
        baseline: LoadBaseline?
    ) {
        self.device = device
        self.motion = motion
        aggregator = EpochAggregator(EpochConfiguration(zone: zone))
        // A strap's beats are placed from arrivals: after a hole neighbours move by a tenth of a second or two.
        analysis = LiveAnalysis(tolerance: 200, baseline: baseline)
        status = DeviceStatus(device: device, link: .connecting, linkSince: now)
        today = LossTally(zone: zone)
    }

    var baseline: LoadBaseline? { analysis.baseline }
    var waiting: Int { motion.count }

    mutating func takeYield() -> Yield {
        defer { yield = Yield() }
        return yield
    }

    mutating func receive(_ batch: SampleBatch) {
        guard batch.count > 0 else { return }
        let time = batch.times.instant(at: batch.count - 1)
        saw(time)
        guard batch.channel == .heartRate else { return }
        aggregator.add(batch)
        for index in 0..<batch.count {
            analysis.receive(heartRate: Double(batch.values[index * batch.axes]), at: batch.times.instant(at: index))
        }
        deviceRate = batch.values.last.map(Double.init)
        // Where there are intervals, they are what is told.
        if heart?.hasIntervals != true { publishHeart(at: time, beats: []) }
    }

    mutating func receive(_ batch: BeatBatch) {
        guard let newest = batch.beats.last else { return }
        drain()
        saw(newest.time)
        var labelled: [Beat] = []
        labelled.reserveCapacity(batch.beats.count)
        for beat in batch.beats { labelled.append(analysis.receive(beat: beat.time, rr: beat.rr).beat) }
        aggregator.add(beats: labelled)
        yield.beats += labelled
        settle()
        publishHeart(at: newest.time, beats: labelled)
        publishLoad(at: newest.time)
    }

    mutating func receive(_ event: DeviceEvent, at instant: Instant) {
        switch event {
        case .link(let link):
            if link != status.link { status.linkSince = instant }
            status.link = link
        case .contact(let contact):
            status.contact = contact
            if let contact { analysis.receive(contact: contact, at: instant) }
        case .battery(let percent): status.batteryPercent = percent
        case .loss(let loss): lose(loss, at: instant)
        }
        yield.events.append(.device(status))
    }

    /// Takes the ring's samples through aggregation and the motion level.
    mutating func drain() {
        var stamps: [Int64] = []
        var values: [Float] = []
        stamps.reserveCapacity(motion.count)
        values.reserveCapacity(3 * motion.count)
        motion.drain { samples in
            for index in samples.indices {
                stamps.append(samples[index].time)
                values += [samples[index].x, samples[index].y, samples[index].z]
            }
        }
        let refused = motion.takeRefused()
        if refused > 0 {
            let at = status.lastSample ?? status.linkSince
            lose(Loss(.overflow, count: Double(refused), unit: .samples, first: at, channel: .acceleration), at: at)
        }
        guard let newest = stamps.last else { return }
        let batch = SampleBatch(
            device: device.id, channel: .acceleration, unit: .standardGravity, axes: 3, values: values,
            times: .stamped(stamps), received: Instant(nanoseconds: newest))
        saw(Instant(nanoseconds: newest))
        aggregator.add(batch)
        analysis.receive(motion: batch)
    }

    mutating func tick(at now: Instant) {
        drain()
        if hasNews || alive == nil { alive = now }
        let time = hasNews || device.origin == .replayed ? dataTime(now) : max(now, status.lastSample ?? now)
        hasNews = false
        if let time {
            aggregator.advance(to: time)
            publishLoad(at: time)
        }
        takeEpochs()
        checkSilence(at: now)
    }

    mutating func finish() {
        drain()
        analysis.finish()
        settle()
        aggregator.finish()
        takeEpochs()
    }

    /// The time to analyse at while something comes: the host's, unless the data are of another time, as in a replay or
    /// when a device hands over what it kept.
    private func dataTime(_ now: Instant) -> Instant? {
        guard device.origin != .replayed, let last = status.lastSample, now.seconds(since: last) < 30 else {
            return status.lastSample
        }
        return max(now, last)
    }

    private mutating func saw(_ time: Instant) {
        hasNews = true
        status.lastSample = max(status.lastSample ?? time, time)
        guard case .silent = status.link else { return }
        status.link = .streaming
        status.linkSince = time
        yield.events.append(.device(status))
    }

    private mutating func publishHeart(at time: Instant, beats: [Beat]) {
        let window = analysis.window(at: time)
        let reading = HeartReading(
            time: time, window: window, beats: beats, deviceRate: deviceRate, contact: status.contact)
        heart = window
        history.add(reading)
        yield.events.append(.heart(device.id, reading))
    }

    private mutating func publishLoad(at time: Instant) {
        guard let reading = analysis.tick(at: time) else { return }
        load = reading
        history.add(reading)
        yield.readings.append(reading)
        yield.events.append(.load(device.id, reading))
    }

    private mutating func settle() {
        var changed: [Beat] = []
        while let beat = analysis.nextSettled() {
            yield.beats.append(beat)
            if beat.label != .normal { changed.append(beat) }
            history.relabel(beat)
        }
        if !changed.isEmpty { yield.events.append(.relabelled(device.id, changed)) }
    }

    private mutating func takeEpochs() {
        for epoch in aggregator.drain() {
            if epoch.seconds > 1 {
                yield.epochs.append(epoch)
            } else if epoch.motion != nil {
                history.add(epoch)
                yield.events.append(.motion(device.id, epoch))
            }
        }
        for loss in aggregator.drainLosses() { lose(loss, at: loss.first ?? status.linkSince) }
    }

    private mutating func lose(_ loss: Loss, at instant: Instant) {
        yield.losses.append(loss)
        today.add(loss, at: instant)
        status.lossesToday = today.counts
        yield.events.append(.loss(device.id, loss))
    }

    private mutating func checkSilence(at now: Instant) {
        guard case .streaming = status.link, device.origin != .replayed, let alive,
            now.nanoseconds(since: alive) > Self.silence
        else { return }
        status.link = .silent(reason: "nothing has come for more than 10 s")
        status.linkSince = alive
        yield.events.append(.device(status))
    }
}
