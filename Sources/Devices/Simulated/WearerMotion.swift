import Glibc
import Signals

/// The wrist of a synthetic wearer: gravity in the posture of the moment, the noise of the sensor, and movement. A
/// pure function of the second, so any part can be made without the rest.
struct WearerMotion {
    let seed: UInt64
    let hertz: Double

    /// How an activity looks at the wrist.
    private struct Style {
        /// Mean seconds that a posture is held.
        var hold: Double
        /// How far postures lie apart, 0 (one posture) ... 1 (any).
        var spread: Double
        /// Deviation of movement, in g, in a second that has any.
        var movement: Double
        /// Probability that a second has movement.
        var activity: Double
        /// Amplitude of steps, in g.
        var steps = 0.0
    }

    /// Appends the samples of the second that begins at `start`; `count` of them, x y z each, in g.
    func append(
        to values: inout [Float], start: Instant, count: Int, from activity: WearerActivity, to next: WearerActivity
    ) {
        let second = start.nanoseconds / 1_000_000_000
        let a = posture(activity, at: second)
        let b = posture(next, at: second + 1)
        let style = Self.style(activity)
        var random = SplitMix64(seed: seed, 5, second)
        let movement = random.chance(style.activity) ? Float(style.movement * random.uniform(0.5...1.5)) : 0
        let sensor: Float = activity == .nonWear ? 0.002 : 0.0035
        let offset = Int(truncatingIfNeeded: random.next() & 0xFFFF)
        let steps = Float(style.steps)
        for index in 0..<count {
            let share = Float(index) / Float(max(count, 1))
            var gravity = a + (b - a) * share
            gravity *= 1 / max((gravity * gravity).sum().squareRoot(), 0.2)
            let place = offset &+ index &* 3
            var sample = gravity + NoiseTable.white(place) * sensor
            if movement > 0 { sample += NoiseTable.slow(place) * movement }
            if steps > 0 {
                let time = Double(second % 86_400) + Double(index) / hertz
                let swing = Float(sin(2 * .pi * 0.95 * time))
                let heel = Float(sin(2 * .pi * 1.9 * time))
                sample += gravity * (heel * steps) + SIMD3(0, swing * steps, swing * steps * 0.4)
            }
            values.append(sample.x)
            values.append(sample.y)
            values.append(sample.z)
        }
    }

    /// The direction of gravity, as a unit vector.
    private func posture(_ activity: WearerActivity, at second: Int64) -> SIMD3<Float> {
        guard activity != .nonWear else { return SIMD3(0.01, -0.02, 0.9997) }
        let style = Self.style(activity)
        let place = Double(second) / style.hold
        var index = Int64(place.rounded(.down))
        var change = SplitMix64(seed: seed, 6, index, Int64(style.hold))
        if place - Double(index) < change.uniform() * 0.6 { index -= 1 }
        var random = SplitMix64(seed: seed, 7, index, Int64(style.hold))
        let rest: SIMD3<Float> = style.steps > 0 ? SIMD3(-0.97, 0.15, 0.2) : SIMD3(0.25, -0.35, 0.9)
        let away = SIMD3(Float(random.gaussian()), Float(random.gaussian()), Float(random.gaussian()))
        let spread = Float(style.spread)
        let direction = rest * (1 - spread) + away * spread
        return direction * (1 / max((direction * direction).sum().squareRoot(), 0.05))
    }

    private static func style(_ activity: WearerActivity) -> Style {
        switch activity {
        case .deepSleep: Style(hold: 2700, spread: 0.9, movement: 0.03, activity: 0.001)
        case .lightSleep: Style(hold: 1300, spread: 0.9, movement: 0.06, activity: 0.004)
        case .remSleep: Style(hold: 1500, spread: 0.9, movement: 0.05, activity: 0.008)
        case .drowsy: Style(hold: 150, spread: 0.7, movement: 0.05, activity: 0.04)
        case .awakening: Style(hold: 15, spread: 0.6, movement: 0.09, activity: 0.35)
        case .quiet: Style(hold: 8, spread: 0.055, movement: 0.008, activity: 0.5)
        case .relaxed: Style(hold: 14, spread: 0.04, movement: 0.008, activity: 0.2)
        case .load: Style(hold: 9, spread: 0.05, movement: 0.008, activity: 0.5)
        case .chores: Style(hold: 4, spread: 0.5, movement: 0.14, activity: 0.9)
        case .walking: Style(hold: 7, spread: 0.25, movement: 0.08, activity: 1, steps: 0.22)
        case .exercise: Style(hold: 3, spread: 0.4, movement: 0.3, activity: 1, steps: 0.6)
        case .nonWear: Style(hold: 86_400, spread: 0, movement: 0, activity: 0)
        }
    }
}
