import Recordings
package import Signals

/// A synthetic wearer's device, second by second: acceleration as batches and heart beats as the bytes of Heart Rate
/// notifications, which go through the same ``HeartRateStrap`` as a real strap's. The same settings give the same
/// samples, whatever the interval asked for.
package struct SimulatedWearer {
    /// The simulated person and the rate of the device.
    package struct Settings: Hashable, Sendable {
        /// Which person; every random number follows from it.
        package var seed: UInt64
        /// Where the wearer lives: bed and work follow local time there.
        package var zone: Zone
        /// Acceleration samples per second.
        package var hertz: Double
        /// The plan of the wearer's days.
        package var routine: Routine

        /// Settings; 25 Hz and usual days by default.
        package init(seed: UInt64 = 1, zone: Zone = .utc, hertz: Double = 25, routine: Routine = .days) {
            self.seed = seed
            self.zone = zone
            self.hertz = hertz
            self.routine = routine
        }
    }

    /// The plan of the wearer's days.
    package enum Routine: Hashable, Sendable {
        /// Usual days and nights in local time.
        case days
        /// An hour that shows every state, from `preroll` seconds before `origin`; usual days after it.
        case showcase(origin: Instant, preroll: Int)
    }

    /// The settings that the wearer was made with.
    package let settings: Settings
    /// The device, described for the gateway.
    package let device: DeviceDescription
    /// The time up to which everything has been delivered.
    package private(set) var now: Instant
    /// The plan in force at ``now``.
    package private(set) var plan: WearerPlan

    let line: Timeline
    let motion: WearerMotion
    private var heart: WearerHeart?
    private var pending: WearerHeart.SensedBeat?
    var strap: HeartRateStrap
    var monitor = StrapModel()
    private var gapSince: Instant?
    private var battery = -1

    /// A wearer whose device starts to send at `start`, taken to the whole second below. Rates outside of
    /// 1 ... 400 Hz are taken as 25.
    package init(_ settings: Settings, from start: Instant) {
        var settings = settings
        if !(1...400).contains(settings.hertz) { settings.hertz = 25 }
        self.settings = settings
        let origin = Instant(nanoseconds: 0)
        line =
            Timeline(origin: origin, hertz: settings.hertz) ?? Timeline(origin: origin, fixedPeriod: 40_000_000 << 24)
        motion = WearerMotion(seed: settings.seed, hertz: settings.hertz)
        device = Self.describe(settings)
        strap = HeartRateStrap(device: device.id)
        now = Instant(
            nanoseconds: start.nanoseconds - ((start.nanoseconds % 1_000_000_000) + 1_000_000_000) % 1_000_000_000)
        plan = WearerPlan(segments: [], linkGaps: [])
    }

    /// The plan in force at `instant`.
    package static func plan(_ settings: Settings, at instant: Instant) -> WearerPlan {
        var from: Instant?
        if case .showcase(let origin, let preroll) = settings.routine {
            let showcase = WearerPlan.showcase(origin: origin, preroll: preroll, seed: settings.seed)
            if let end = showcase.end {
                if instant < end { return showcase }
                from = end
            }
        }
        let date = settings.zone.civilTime(at: instant).date
        let isMorning = instant < settings.zone.noon(of: date)
        let day = WearerPlan.day(isMorning ? date : date.adding(days: 1), zone: settings.zone, seed: settings.seed)
        return from.map { day.trimmed(from: $0) } ?? day
    }

    /// Delivers everything up to `end`.
    package mutating func run(until end: Instant, into outlet: some DeviceOutlet) {
        while now.nanoseconds(since: end) <= -1_000_000_000 { advance(into: outlet) }
    }

    /// Sends one second of data; all of it is received at the end of that second.
    package mutating func advance(into outlet: some DeviceOutlet) {
        if plan.segment(at: now) == nil { enterPlan() }
        let end = now.advanced(byNanoseconds: 1_000_000_000)
        let activity = plan.segment(at: now)?.activity ?? .quiet
        let next = plan.segment(at: end)?.activity ?? activity
        let beats = self.beats(until: end)
        if plan.isLinkDown(at: now) {
            loseLink(into: outlet)
        } else {
            regainLink(into: outlet)
            notify(beats, activity: activity, at: end, into: outlet)
            sendMotion(from: activity, to: next, until: end, into: outlet)
            sendBattery(into: outlet)
        }
        now = end
    }

    /// Leaves out everything up to `instant`: the machine slept.
    package mutating func skip(to instant: Instant, into outlet: some DeviceOutlet) {
        loseLink(into: outlet)
        now = Self.init(settings, from: instant).now
        enterPlan()
    }

    private mutating func enterPlan() {
        plan = Self.plan(settings, at: now)
        heart = WearerHeart(plan: plan, zone: settings.zone, seed: settings.seed)
        pending = nil
        _ = beats(until: now)
    }

    /// Beats up to `end` that have not been asked for before.
    private mutating func beats(until end: Instant) -> [WearerHeart.SensedBeat] {
        var beats: [WearerHeart.SensedBeat] = []
        while let beat = pending ?? heart?.next() {
            pending = beat
            if beat.time >= end { break }
            beats.append(beat)
            pending = nil
        }
        return beats
    }

    private mutating func sendBattery(into outlet: some DeviceOutlet) {
        let sinceCharge = max(0, now.seconds(since: plan.start ?? now))
        let percent = max(5, 100 - Int(sinceCharge / 86_400 * 40))
        if percent != battery { outlet.deliver(.battery(percent: percent), at: now) }
        battery = percent
    }
}

extension SimulatedWearer {
    /// Sends everything in `interval` as fast as the machine can: demo nights and tests.
    package static func generate(_ interval: Range<Instant>, settings: Settings, into outlet: some DeviceOutlet) {
        var wearer = SimulatedWearer(settings, from: interval.lowerBound)
        wearer.run(until: interval.upperBound, into: outlet)
        wearer.finish(into: outlet)
    }

    /// The interval of the night that ends on `date`: noon to noon in local time.
    package static func night(_ date: CivilDate, zone: Zone) -> Range<Instant> {
        let end = zone.noon(of: date)
        return min(zone.noon(of: date.adding(days: -1)), end)..<end
    }

    /// The heart beats that there were in `interval` of usual days, whatever the sensor made of them: no artefacts,
    /// and also those during which the device lay on a table or had no link.
    package static func trueBeats(in interval: Range<Instant>, settings: Settings) -> [Beat] {
        var beats: [Beat] = []
        var time = interval.lowerBound
        while time < interval.upperBound {
            let plan = Self.plan(settings, at: time)
            guard let end = plan.end, end > time,
                var heart = WearerHeart(plan: plan, zone: settings.zone, seed: settings.seed)
            else { break }
            while let beat = heart.next(), beat.time < interval.upperBound {
                if beat.time >= interval.lowerBound, let truth = beat.truth {
                    beats.append(Beat(time: beat.time, rr: truth))
                }
            }
            time = end
        }
        return beats
    }

    /// Ends the session: what is held back is sent and the link is gone.
    package mutating func finish(into outlet: some DeviceOutlet) {
        regainLink(into: outlet)
        strap.disconnect(reason: "The synthetic wearer was stopped.", at: now, into: outlet)
    }
}

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

    private func sendMotion(
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

    private mutating func loseLink(into outlet: some DeviceOutlet) {
        guard gapSince == nil else { return }
        gapSince = now
        strap.disconnect(reason: "The synthetic wearer went out of range.", at: now, into: outlet)
    }

    private mutating func regainLink(into outlet: some DeviceOutlet) {
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
