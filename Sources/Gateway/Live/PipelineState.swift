import Analysis
import Devices
import Epochs
import Runtime
import Signals
import Store

/// What one device's pipeline knows; a plain state machine under the pipeline's lock.
struct PipelineState: ~Copyable {
    /// What a step produced, to be kept and published outside of the lock.
    struct Yield {
        var events: [LiveEvent] = []
        var beats: [Beat] = []
        var epochs: [Epoch] = []
        var readings: [LoadReading] = []
        var losses: [Loss] = []
        /// Battery charge and skin contact, to be stored as history.
        var batches: [SampleBatch] = []
    }

    /// Nothing for so long means that the link is silent where a device says nothing else, in nanoseconds.
    private static let silence: Int64 = 10_000_000_000

    let device: DeviceDescription
    var status: DeviceStatus
    var history = LiveHistory()
    var heart: HeartWindow?
    var load: LoadReading?
    var aggregator: EpochAggregator
    var analysis: LiveAnalysis
    var yield = Yield()
    /// The last minutes with a heart rate that were handed to the store.
    var closedMinutes: [Epoch] = []
    /// What has come, and the end from which it came.
    var arrivals: RingConsumer<Arrival>
    let intake: DeviceIntake
    var deviceRate: Double?
    var clock = DeviceClock()
    var today: LossTally
    var stages: StageTrack
    /// The wearer, as last entered; nil for none.
    var wearer: Person.ID?
    /// Movement before this is withheld; nil for none.
    var motionSince: Instant?
    /// Since when the device is said to be worn as it is now; nil before that was asked.
    var worn: Instant??
    /// Channels that the wearer refuses.
    var withheld: Set<Channel> = []
    /// Until when of the data its wearer is taken to sleep; nil for one who is awake as far as is known.
    var asleepUntil: Instant?
    /// Whether the load is told from this device's heart.
    var speaksForHeart = true
    /// Whether the device has sent intervals between beats.
    var hasIntervals = false
    /// Beats from the device's raw heart signal, for as long as it sends no intervals of its own.
    var rawHeart = RawHeart()
    /// The host's time of the last heart and of the last movement.
    var seen: [StreamGroup: Instant] = [:]
    /// The time of the earliest sample or beat; nil before any.
    var firstSample: Instant?
    /// When the newest data arrived, to the accuracy of a tick.
    var arrived: Instant?
    /// The charge and the contact that were kept last.
    var keptBattery: (percent: Int, at: Instant)?
    var keptContact: Bool?
    /// The time of the last tick.
    var now: Instant
    /// When the device was opened; no link holds since before.
    let opened: Instant
    /// The host's time of the last tick that found something; of the first one before that.
    var alive: Instant?
    /// Whether data arrived since the last tick.
    var hasNews = false
    /// The session has ended for good.
    var isFinished = false

    init(
        device: DeviceDescription, arrivals: consuming RingConsumer<Arrival>, of intake: DeviceIntake, zone: Zone,
        now: Instant, baseline: LoadBaseline?, wearer: Person.ID?
    ) {
        self.wearer = wearer
        self.device = device
        self.arrivals = arrivals
        self.intake = intake
        self.now = now
        opened = now
        // A recording that is played again has the time of that day.
        let tolerance: Duration? = device.origin == .replayed ? nil : .seconds(DeviceClock.past)
        aggregator = EpochAggregator(EpochConfiguration(zone: zone, clockTolerance: tolerance))
        // A strap's beats are placed from arrivals: after a hole neighbours move by a tenth of a second or two.
        analysis = LiveAnalysis(tolerance: 200, baseline: baseline)
        status = DeviceStatus(device: device, link: .connecting, linkSince: now)
        today = LossTally(zone: zone, now: now)
        stages = StageTrack(now: now)
        stages.show(in: &status)
    }

    /// Nothing for so long means that the link is silent, in nanoseconds.
    var silence: Int64 { device.quietSeconds.map { Int64(min(max($0, 1), 86_400) * 1e9) } ?? Self.silence }
    var baseline: LoadBaseline? { analysis.baseline }

    mutating func takeYield() -> Yield {
        defer { yield = Yield() }
        return yield
    }

    mutating func finish() {
        drain()
        analysis.finish()
        settle()
        aggregator.finish()
        takeEpochs()
        for loss in clock.report(at: now, due: true) { lose(loss) }
        isFinished = true
    }

    mutating func publishHeart(_ window: HeartWindow, beats: [Beat]) {
        let reading = HeartReading(
            time: window.time, window: window, beats: beats, deviceRate: deviceRate, contact: status.contact)
        heart = window
        history.add(reading)
        yield.events.append(.heart(device.id, reading))
    }

    mutating func publishLoad(at time: Instant) {
        // One device represents a person; the others are kept and no second load is told.
        guard speaksForHeart, var reading = analysis.tick(at: time) else { return }
        // Of a device off the skin nothing is known, and so no sleep.
        if let asleepUntil, reading.time < asleepUntil, status.contact != false { reading = reading.ofSleep }
        if let reason = heartRefusal {
            return publishRefusal(at: reading.time, motion: reading.motion, because: reason)
        }
        load = reading
        history.add(reading)
        // One that was due before the session had anything is shown, and is no part of that time's record: whoever has
        // read it already would find another one.
        if reading.time >= min(opened, firstSample ?? opened) { yield.readings.append(reading) }
        yield.events.append(.load(device.id, reading))
    }

    /// Keeps the beats whose labels are final, and tells of those that were told differently, unless nothing may be
    /// told of them any more.
    mutating func settle(tells: Bool = true) {
        var changed: [Beat] = []
        while let beat = analysis.nextSettled() {
            yield.beats.append(beat)
            if history.relabel(beat) != beat.label { changed.append(beat) }
        }
        if tells, !changed.isEmpty { yield.events.append(.relabelled(device.id, changed)) }
    }

    mutating func takeEpochs() {
        for epoch in aggregator.drain() {
            if epoch.seconds > 1 {
                yield.epochs.append(epoch)
                close(epoch)
            } else if epoch.motion != nil, !withheld.contains(.acceleration),
                motionSince.map({ epoch.start >= $0 }) ?? true
            {
                history.add(epoch)
                yield.events.append(.motion(device.id, epoch))
            }
        }
        for loss in aggregator.drainLosses() { lose(loss) }
    }

    mutating func lose(_ loss: Loss) {
        yield.losses.append(loss)
        today.add(loss)
        status.lossesToday = today.counts
        yield.events.append(.loss(device.id, loss))
    }
}
