package import Signals

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
