/// What a synthetic wearer is doing.
package enum WearerActivity: String, Hashable, Sendable, CaseIterable {
    case lightSleep = "light_sleep"
    case deepSleep = "deep_sleep"
    case remSleep = "rem_sleep"
    /// Lying awake in bed, before sleep or after it.
    case drowsy
    /// Awake between two stretches of sleep.
    case awakening
    /// Sitting at a desk or on a couch.
    case quiet
    /// Sitting and breathing slowly.
    case relaxed
    /// Sitting still with a hard mental task: heart rate up, variability down.
    case load
    /// Standing and moving about indoors.
    case chores
    case walking
    case exercise
    /// The device lies flat on a table.
    case nonWear = "non_wear"

    /// Whether the wearer sleeps.
    package var isAsleep: Bool { self == .lightSleep || self == .deepSleep || self == .remSleep }
    /// Whether the device is on a body.
    package var isWorn: Bool { self != .nonWear }
}

/// How the heart of a synthetic wearer beats during an activity; orders of magnitude of healthy adults
/// (Shaffer & Ginsberg 2017), not of anyone in particular.
struct HeartTarget {
    /// Beats per minute.
    var rate: Double
    /// Amplitude of the respiratory sinus arrhythmia, in milliseconds.
    var respiratory: Double
    /// Amplitude of the slow (0.1 Hz) oscillation, in milliseconds.
    var slow: Double
    /// Standard deviation of the random part, in milliseconds.
    var noise: Double
    /// Breaths per second.
    var breathing: Double
    /// Probability that the sensor misreads a beat.
    var artefacts: Double

    func blended(with other: HeartTarget, share: Double) -> HeartTarget {
        func mix(_ a: Double, _ b: Double) -> Double { a + (b - a) * share }
        return HeartTarget(
            rate: mix(rate, other.rate), respiratory: mix(respiratory, other.respiratory), slow: mix(slow, other.slow),
            noise: mix(noise, other.noise), breathing: mix(breathing, other.breathing),
            artefacts: mix(artefacts, other.artefacts))
    }
}

extension WearerActivity {
    var heart: HeartTarget {
        func target(
            _ rate: Double, _ respiratory: Double, _ slow: Double, _ noise: Double, _ breathing: Double,
            _ artefacts: Double
        ) -> HeartTarget {
            HeartTarget(
                rate: rate, respiratory: respiratory, slow: slow, noise: noise, breathing: breathing,
                artefacts: artefacts)
        }
        return switch self {
        case .deepSleep: target(52, 38, 10, 7, 0.22, 0.0005)
        case .lightSleep: target(55, 33, 20, 8, 0.24, 0.001)
        case .remSleep: target(60, 20, 30, 9, 0.28, 0.001)
        case .drowsy: target(60, 32, 25, 8, 0.24, 0.002)
        case .awakening: target(67, 24, 22, 8, 0.26, 0.004)
        case .quiet: target(66, 30, 24, 7, 0.25, 0.0015)
        case .relaxed: target(61, 50, 28, 7, 0.17, 0.001)
        case .load: target(80, 10, 10, 4, 0.31, 0.0015)
        case .chores: target(82, 16, 20, 6, 0.29, 0.006)
        case .walking: target(97, 9, 10, 5, 0.35, 0.01)
        case .exercise: target(138, 3, 4, 3, 0.55, 0.02)
        case .nonWear: target(68, 28, 22, 7, 0.25, 0)
        }
    }
}
