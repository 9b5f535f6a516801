package import Signals

/// What a synthetic wearer does from one noon to the next, or for another stretch of time: the truth behind the
/// samples.
package struct WearerPlan: Hashable, Sendable {
    /// A stretch of one activity.
    package struct Segment: Hashable, Sendable {
        /// When the activity begins.
        package var start: Instant
        /// When the activity ends, exclusive.
        package var end: Instant
        /// The activity.
        package var activity: WearerActivity

        /// Memberwise.
        package init(start: Instant, end: Instant, activity: WearerActivity) {
            self.start = start
            self.end = end
            self.activity = activity
        }
    }

    /// Segments in order, without gaps between them.
    package internal(set) var segments: [Segment]
    /// Stretches without a radio link, in order.
    package internal(set) var linkGaps: [Range<Instant>]

    /// When the plan begins; nil for an empty one.
    package var start: Instant? { segments.first?.start }
    /// When the plan ends, exclusive; nil for an empty one.
    package var end: Instant? { segments.last?.end }

    /// What the wearer does at `instant`; nil outside of the plan.
    package func segment(at instant: Instant) -> Segment? {
        var low = 0
        var high = segments.count
        while low < high {
            let middle = (low + high) / 2
            if segments[middle].end <= instant { low = middle + 1 } else { high = middle }
        }
        return low < segments.count && segments[low].start <= instant ? segments[low] : nil
    }

    /// The time asleep, from the first sleep of the main night to its end; nil when the plan has no night.
    package var night: Range<Instant>? {
        let asleep = segments.filter { $0.activity.isAsleep }
        // A nap is separated from the night by hours awake.
        guard let last = asleep.last else { return nil }
        var first = last
        for segment in asleep.reversed() where first.start.seconds(since: segment.end) < 7200 { first = segment }
        return first.start.seconds(since: last.end) < -7200 ? first.start..<last.end : nil
    }

    /// Seconds asleep in `range`.
    package func secondsAsleep(in range: Range<Instant>) -> Double {
        segments.filter { $0.activity.isAsleep }.reduce(0) { sum, segment in
            let start = max(segment.start, range.lowerBound)
            let end = min(segment.end, range.upperBound)
            return sum + max(0, end.seconds(since: start))
        }
    }

    /// Whether the radio link is down at `instant`.
    func isLinkDown(at instant: Instant) -> Bool { linkGaps.contains { $0.contains(instant) } }

    /// The plan from `instant` on.
    func trimmed(from instant: Instant) -> WearerPlan {
        var plan = self
        plan.segments.removeAll { $0.end <= instant }
        if let first = plan.segments.first, first.start < instant { plan.segments[0].start = instant }
        return plan
    }
}

extension WearerPlan {
    /// A usual day, from noon of the day before `date` to noon of `date` in local time of `zone`, with the night that
    /// ends on `date`. Bed and rise follow local time, so that a night with a clock change is an hour longer or
    /// shorter.
    package static func day(_ date: CivilDate, zone: Zone, seed: UInt64) -> WearerPlan {
        let evening = date.adding(days: -1)
        func wall(_ date: CivilDate, hours: Double) -> Instant {
            zone.instant(of: CivilTime(date, secondsFromMidnight: Int((hours * 3600).rounded())))
        }
        let random = SplitMix64(seed: seed, 1, Int64(date.daysSince1970))
        var day = WearerPlanBuilder(start: zone.noon(of: evening), random: random)

        day.add(.nonWear, minutes: 15...25)
        day.add(.walking, minutes: 8...15)
        day.add(.chores, minutes: 10...25)
        if day.random.chance(0.3) {
            day.work(until: wall(evening, hours: 14.3))
            day.add(.drowsy, minutes: 4...9)
            day.add(.lightSleep, minutes: 12...25)
            day.add(.drowsy, minutes: 1...4)
        }
        day.work(until: wall(evening, hours: 17))
        day.add(day.random.chance(0.35) ? .exercise : .walking, minutes: 20...40)
        day.add(.nonWear, minutes: day.random.chance(0.4) ? 65...95 : 12...25)
        day.add(.chores, minutes: 25...45)
        let bedtime = wall(evening, hours: 22.6 + day.random.uniform(0...1.3))
        while day.cursor < bedtime {
            day.add(.quiet, minutes: 12...35)
            day.add(day.random.chance(0.3) ? .relaxed : .chores, minutes: 3...9)
        }
        day.cut(at: bedtime)

        let rise = wall(date, hours: 6.4 + day.random.uniform(0...1.3))
        day.sleep(until: rise)
        day.add(.chores, minutes: 20...35)
        day.add(.walking, minutes: 10...20)
        let noon = zone.noon(of: date)
        day.work(until: noon)
        day.cut(at: noon)
        day.add(.quiet, until: noon)
        day.dropLinks(night: bedtime..<rise, noon: noon)
        return day.plan
    }
}

extension WearerPlanBuilder {
    /// Desk work: quiet stretches, hard ones, and walks to the kettle.
    fileprivate mutating func work(until end: Instant) {
        while cursor < end {
            add(.quiet, minutes: 7...20)
            add(.load, minutes: 5...14)
            add(random.chance(0.3) ? .relaxed : .quiet, minutes: 4...8)
            add(.chores, minutes: 2...5)
        }
        cut(at: end)
    }

    /// A night: falling asleep, cycles of about 90 minutes with deep sleep early and REM late, awakenings, lying in.
    fileprivate mutating func sleep(until rise: Instant) {
        add(.drowsy, minutes: 6...22)
        let lyingIn = random.uniform(3...12) * 60
        let end = rise.advanced(bySeconds: -lyingIn.rounded())
        var cycle = 0.0
        while cursor < end {
            add(.lightSleep, minutes: 12...22)
            add(.deepSleep, minutes: max(3, 30 - 9 * cycle)...max(6, 42 - 10 * cycle))
            if random.chance(0.3) { add(.awakening, minutes: 1.5...5) }
            add(.lightSleep, minutes: 12...25)
            add(.remSleep, minutes: (6 + 5 * cycle)...(12 + 7 * cycle))
            if random.chance(0.65) { add(.awakening, minutes: 2...9) }
            cycle += 1
        }
        cut(at: end)
        add(.drowsy, until: rise)
    }

    /// Radio links break: once or twice a day, and in every other night.
    fileprivate mutating func dropLinks(night: Range<Instant>, noon: Instant) {
        let afternoon = night.lowerBound.advanced(bySeconds: -5 * 3600)
        dropLink(
            at: afternoon.advanced(bySeconds: random.uniform(0...7000).rounded()), seconds: random.uniform(20...180))
        if random.chance(0.5) {
            let length = night.upperBound.seconds(since: night.lowerBound)
            let start = night.lowerBound.advanced(bySeconds: (length * random.uniform(0.2...0.8)).rounded())
            dropLink(at: start, seconds: random.uniform(60...360))
        }
        if random.chance(0.5) {
            dropLink(
                at: noon.advanced(bySeconds: -random.uniform(3600...7200).rounded()), seconds: random.uniform(20...90))
        }
    }
}

extension WearerPlan {
    /// An hour that shows everything a dashboard can show: `preroll` seconds of sitting before `origin`, so that a
    /// baseline is there, then mental load within the first minute, and rest, slow breathing, walking, the device
    /// taken off, and a lost link in turn.
    package static func showcase(origin: Instant, preroll: Int, seed: UInt64) -> WearerPlan {
        let start = origin.advanced(byNanoseconds: -Int64(preroll) * 1_000_000_000)
        var hour = WearerPlanBuilder(start: start, random: SplitMix64(seed: seed, 2))
        hour.add(.relaxed, seconds: 60)
        hour.add(.quiet, until: origin)
        while hour.cursor.seconds(since: origin) < 3600 {
            hour.add(.quiet, seconds: 20)
            hour.add(.load, seconds: 200)
            hour.add(.quiet, seconds: 160)
            hour.add(.relaxed, seconds: 180)
            hour.add(.walking, seconds: 80)
            hour.add(.quiet, seconds: 170)
            hour.add(.load, seconds: 160)
            hour.dropLink(at: hour.cursor.advanced(bySeconds: 40), seconds: 20)
            hour.add(.quiet, seconds: 140)
            hour.add(.nonWear, seconds: 60)
            hour.add(.chores, seconds: 60)
            hour.add(.quiet, seconds: 120)
        }
        return hour.plan
    }
}
