package import Signals

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
