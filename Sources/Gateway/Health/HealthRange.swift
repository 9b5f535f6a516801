/// A figure that a metric may carry, and what is accepted of it.
///
/// The bounds are those of the contract that uploading programs were written for; they keep typing errors and broken
/// sensors out and are wider than what is healthy.
struct HealthRange: Sendable {
    /// The member's name.
    var name: String
    /// The accepted range, bounds included.
    var range: ClosedRange<Double>
    /// The unit of the bounds.
    var unit: String
    /// Whether it must be a whole number.
    var isWhole = false

    /// The members of `biometric_data`.
    static let biometric = [
        HealthRange(name: "heart_rate", range: 30...300, unit: "bpm"),
        HealthRange(name: "blood_pressure_systolic", range: 70...250, unit: "mmHg"),
        HealthRange(name: "blood_pressure_diastolic", range: 40...150, unit: "mmHg"),
        HealthRange(name: "oxygen_saturation", range: 70...100, unit: "%"),
        HealthRange(name: "heart_rate_variability", range: 0...200, unit: "ms"),
        HealthRange(name: "respiratory_rate", range: 5...60, unit: "/min"),
        HealthRange(name: "body_temperature", range: 35...42, unit: "°C"),
        HealthRange(name: "blood_glucose", range: 50...500, unit: "mg/dL"),
    ]
    /// What `sleep_data` may carry beside its times and stages.
    static let sleep = [
        HealthRange(name: "total_sleep_minutes", range: 1...2880, unit: "min", isWhole: true),
        HealthRange(name: "sleep_efficiency", range: 0...1, unit: "of 1"),
        HealthRange(name: "time_to_sleep_minutes", range: 0...180, unit: "min", isWhole: true),
        HealthRange(name: "wake_count", range: 0...50, unit: "times", isWhole: true),
    ]
    /// The members of `activity_data`.
    static let activity = [
        HealthRange(name: "steps", range: 0...100_000, unit: "steps", isWhole: true),
        HealthRange(name: "distance", range: 0...100, unit: "km"),
        HealthRange(name: "active_energy", range: 0...5000, unit: "kcal"),
        HealthRange(name: "exercise_minutes", range: 0...1440, unit: "min", isWhole: true),
        HealthRange(name: "flights_climbed", range: 0...500, unit: "flights", isWhole: true),
        HealthRange(name: "vo2_max", range: 10...80, unit: "mL/kg/min"),
        HealthRange(name: "active_minutes", range: 0...1440, unit: "min", isWhole: true),
        HealthRange(name: "resting_heart_rate", range: 30...120, unit: "bpm"),
    ]
    /// What `mental_health_data` may carry beside its words.
    static let mental = [
        HealthRange(name: "stress_level", range: 1...10, unit: "of 10"),
        HealthRange(name: "anxiety_level", range: 1...10, unit: "of 10"),
        HealthRange(name: "energy_level", range: 1...10, unit: "of 10"),
        HealthRange(name: "focus_rating", range: 1...10, unit: "of 10"),
        HealthRange(name: "social_interaction_minutes", range: 0...1440, unit: "min", isWhole: true),
        HealthRange(name: "meditation_minutes", range: 0...480, unit: "min", isWhole: true),
    ]
}
