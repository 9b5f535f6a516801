import Glibc
import Signals

/// The heart of a synthetic wearer: beats one after the other through a plan, always from the start of the plan, so
/// that any part of it has the same beats whenever it is asked for.
struct WearerHeart {
    /// A true beat and what the sensor makes of it.
    struct SensedBeat {
        var time: Instant
        /// The true interval, in milliseconds; nil for a beat that is not there.
        var truth: Double?
        /// What the sensor reports; nil for a beat that it missed.
        var reported: Double?
    }

    private let plan: WearerPlan
    private let zoneOffset: Double
    private let traits: Traits
    private let slowNoise: [(noise: SmoothNoise, deviation: Double)]
    private var random: SplitMix64
    private var time: Instant
    private var segment = 0
    private var breath = 0.0
    private var wave = 0.0
    private var compensation = 0.0
    private var missed = 0.0
    private var waiting: SensedBeat?

    /// Differences from one person to another.
    private struct Traits {
        var rate: Double
        var variability: Double
    }

    init?(plan: WearerPlan, zone: Zone, seed: UInt64) {
        guard let start = plan.start else { return nil }
        var person = SplitMix64(seed: seed, 3)
        traits = Traits(rate: person.uniform(-5...5), variability: person.uniform(0.85...1.2))
        random = SplitMix64(seed: seed, 4, start.nanoseconds)
        slowNoise = [(600.0, 2.0), (90.0, 1.2), (25.0, 0.8)].map {
            (SmoothNoise(seed: SplitMix64.mix(seed &+ UInt64($0.0)), period: $0.0), $0.1)
        }
        zoneOffset = Double(zone.offset(at: start))
        time = start
        self.plan = plan
    }

    /// The next beat; nil at the end of the plan.
    mutating func next() -> SensedBeat? {
        if let beat = waiting {
            waiting = nil
            return beat
        }
        while segment < plan.segments.count, plan.segments[segment].end <= time { segment += 1 }
        guard segment < plan.segments.count else { return nil }
        let target = target()
        let interval = self.interval(target)
        time = time.advanced(bySeconds: interval / 1000)
        return sense(interval, target)
    }

    private func target() -> HeartTarget {
        let now = plan.segments[segment]
        guard segment > 0 else { return now.activity.heart }
        let before = plan.segments[segment - 1].activity.heart
        let after = now.activity.heart
        let settling = after.rate > before.rate ? 14.0 : 28.0
        return before.blended(with: after, share: 1 - exp(-time.seconds(since: now.start) / settling))
    }

    private mutating func interval(_ target: HeartTarget) -> Double {
        let seconds = time.secondsSince1970
        let hour = (seconds + zoneOffset) / 3600
        // Lowest at five in the morning.
        let circadian = -2.5 * cos(2 * .pi * (hour - 5) / 24)
        let slow = slowNoise.reduce(0) { $0 + $1.noise.value(at: seconds) * $1.deviation }
        let mean = 60_000 / max(35, target.rate + traits.rate + circadian + slow)
        breath += target.breathing * mean / 1000
        wave += 0.1 * mean / 1000
        let swing = target.respiratory * sin(2 * .pi * breath) + target.slow * sin(2 * .pi * wave)
        var interval = mean + traits.variability * (swing + target.noise * random.gaussian()) + compensation
        compensation = 0
        if random.chance(target.artefacts / 4) {
            compensation = interval * 0.35
            interval -= compensation
        }
        return min(max(interval, 320), 1900)
    }

    private mutating func sense(_ interval: Double, _ target: HeartTarget) -> SensedBeat {
        var beat = SensedBeat(time: time, truth: interval, reported: interval + missed)
        missed = 0
        if random.chance(target.artefacts / 2) {
            missed = beat.reported ?? 0
            beat.reported = nil
        } else if random.chance(target.artefacts / 2) {
            let first = (beat.reported ?? interval) * random.uniform(0.35...0.65)
            let rest = (beat.reported ?? interval) - first
            beat.reported = rest
            waiting = beat
            return SensedBeat(time: time.advanced(bySeconds: -rest / 1000), truth: nil, reported: first)
        }
        return beat
    }
}
