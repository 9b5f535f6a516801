#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// Figures of the body.
public struct BiometricData: Sendable, Hashable, Codable {
    /// Beats per minute, 30 to 300.
    public var heartRate: Double?
    /// mmHg, 70 to 250.
    public var systolic: Double?
    /// mmHg, 40 to 150.
    public var diastolic: Double?
    /// Percent, 70 to 100.
    public var oxygenSaturation: Double?
    /// ms, 0 to 200.
    public var heartRateVariability: Double?
    /// Breaths per minute, 5 to 60.
    public var respiratoryRate: Double?
    /// °C, 35 to 42.
    public var bodyTemperature: Double?
    /// mg/dL, 50 to 500.
    public var bloodGlucose: Double?

    /// A value from its parts.
    public init(
        heartRate: Double? = nil, systolic: Double? = nil, diastolic: Double? = nil, oxygenSaturation: Double? = nil,
        heartRateVariability: Double? = nil, respiratoryRate: Double? = nil, bodyTemperature: Double? = nil,
        bloodGlucose: Double? = nil
    ) {
        self.heartRate = heartRate
        self.systolic = systolic
        self.diastolic = diastolic
        self.oxygenSaturation = oxygenSaturation
        self.heartRateVariability = heartRateVariability
        self.respiratoryRate = respiratoryRate
        self.bodyTemperature = bodyTemperature
        self.bloodGlucose = bloodGlucose
    }

    enum CodingKeys: String, CodingKey {
        case heartRate = "heart_rate"
        case systolic = "blood_pressure_systolic"
        case diastolic = "blood_pressure_diastolic"
        case oxygenSaturation = "oxygen_saturation"
        case heartRateVariability = "heart_rate_variability"
        case respiratoryRate = "respiratory_rate"
        case bodyTemperature = "body_temperature"
        case bloodGlucose = "blood_glucose"
    }
}

/// Sleep.
public struct SleepData: Sendable, Hashable, Codable {
    /// Minutes asleep.
    public var totalSleep: Int
    /// 0 to 1.
    public var efficiency: Double
    /// Minutes, 0 to 180.
    public var timeToSleep: Int?
    /// How often awake, 0 to 50.
    public var wakeCount: Int?
    /// Minutes of awake, light, deep and rem.
    public var stages: [String: Int]?
    /// When it began.
    public var start: Date
    /// When it ended.
    public var end: Date

    /// A value from its parts.
    public init(
        totalSleep: Int, efficiency: Double, timeToSleep: Int? = nil, wakeCount: Int? = nil,
        stages: [String: Int]? = nil, start: Date, end: Date
    ) {
        self.totalSleep = totalSleep
        self.efficiency = efficiency
        self.timeToSleep = timeToSleep
        self.wakeCount = wakeCount
        self.stages = stages
        self.start = start
        self.end = end
    }

    enum CodingKeys: String, CodingKey {
        case totalSleep = "total_sleep_minutes"
        case efficiency = "sleep_efficiency"
        case timeToSleep = "time_to_sleep_minutes"
        case wakeCount = "wake_count"
        case stages = "sleep_stages"
        case start = "sleep_start"
        case end = "sleep_end"
    }
}

/// Activity.
public struct ActivityData: Sendable, Hashable, Codable {
    /// 0 to 100,000.
    public var steps: Int?
    /// km, 0 to 100.
    public var distance: Double?
    /// kcal, 0 to 5000.
    public var activeEnergy: Double?
    /// 0 to 1440.
    public var exerciseMinutes: Int?
    /// 0 to 500.
    public var flightsClimbed: Int?
    /// ml/(kg min), 10 to 80.
    public var vo2Max: Double?
    /// 0 to 1440.
    public var activeMinutes: Int?
    /// Beats per minute, 30 to 120.
    public var restingHeartRate: Double?

    /// A value from its parts.
    public init(
        steps: Int? = nil, distance: Double? = nil, activeEnergy: Double? = nil, exerciseMinutes: Int? = nil,
        flightsClimbed: Int? = nil, vo2Max: Double? = nil, activeMinutes: Int? = nil,
        restingHeartRate: Double? = nil
    ) {
        self.steps = steps
        self.distance = distance
        self.activeEnergy = activeEnergy
        self.exerciseMinutes = exerciseMinutes
        self.flightsClimbed = flightsClimbed
        self.vo2Max = vo2Max
        self.activeMinutes = activeMinutes
        self.restingHeartRate = restingHeartRate
    }

    enum CodingKeys: String, CodingKey {
        case steps, distance
        case activeEnergy = "active_energy"
        case exerciseMinutes = "exercise_minutes"
        case flightsClimbed = "flights_climbed"
        case vo2Max = "vo2_max"
        case activeMinutes = "active_minutes"
        case restingHeartRate = "resting_heart_rate"
    }
}

/// Figures that a person gave, 1 to 10 unless said.
public struct MentalHealthData: Sendable, Hashable, Codable {
    /// Stress.
    public var stress: Double?
    /// Anxiety.
    public var anxiety: Double?
    /// Energy.
    public var energy: Double?
    /// Focus.
    public var focus: Double?
    /// Minutes with others, 0 to 1440.
    public var socialMinutes: Int?
    /// Minutes, 0 to 480.
    public var meditationMinutes: Int?

    /// A value from its parts.
    public init(
        stress: Double? = nil, anxiety: Double? = nil, energy: Double? = nil, focus: Double? = nil,
        socialMinutes: Int? = nil, meditationMinutes: Int? = nil
    ) {
        self.stress = stress
        self.anxiety = anxiety
        self.energy = energy
        self.focus = focus
        self.socialMinutes = socialMinutes
        self.meditationMinutes = meditationMinutes
    }

    enum CodingKeys: String, CodingKey {
        case stress = "stress_level"
        case anxiety = "anxiety_level"
        case energy = "energy_level"
        case focus = "focus_rating"
        case socialMinutes = "social_interaction_minutes"
        case meditationMinutes = "meditation_minutes"
    }
}
