// Bounds keep typing errors and broken sensors out; they are wider than what is healthy.

/// Figures of the body.
public struct BiometricData: Document {
    /// Beats per minute, 30 to 300.
    public var heartRate: Double?
    /// mmHg, 70 to 250.
    public var systolic: Double?
    /// mmHg, 40 to 150.
    public var diastolic: Double?
    /// Percent, 70 to 100.
    public var oxygenSaturation: Double?
    /// Milliseconds, 0 to 200.
    public var heartRateVariability: Double?
    /// Breaths per minute, 5 to 60.
    public var respiratoryRate: Double?
    /// °C, 35 to 42.
    public var bodyTemperature: Double?
    /// mg/dL, 50 to 500.
    public var bloodGlucose: Double?

    public init() {}

    public mutating func fields(_ fields: inout some FieldVisitor) {
        fields.optional("heart_rate", &heartRate, .number(30...300).nullable.about("Beats per minute"))
        fields.optional("blood_pressure_systolic", &systolic, .number(70...250).nullable.about("mmHg"))
        fields.optional("blood_pressure_diastolic", &diastolic, .number(40...150).nullable.about("mmHg"))
        fields.optional("oxygen_saturation", &oxygenSaturation, .number(70...100).nullable.about("Percent"))
        fields.optional(
            "heart_rate_variability", &heartRateVariability, .number(0...200).nullable.about("Milliseconds"))
        fields.optional("respiratory_rate", &respiratoryRate, .number(5...60).nullable.about("Breaths per minute"))
        fields.optional("body_temperature", &bodyTemperature, .number(35...42).nullable.about("°C"))
        fields.optional("blood_glucose", &bloodGlucose, .number(50...500).nullable.about("mg/dL"))
    }
}

/// Activity.
public struct ActivityData: Document {
    /// Steps, 0 to 100,000.
    public var steps: Int?
    /// Kilometres, 0 to 100.
    public var distance: Double?
    /// Kilocalories, 0 to 5000.
    public var activeEnergy: Double?
    /// Minutes, 0 to 1440.
    public var exerciseMinutes: Int?
    /// Flights of stairs, 0 to 500.
    public var flightsClimbed: Int?
    /// mL/(kg min), 10 to 80.
    public var vo2Max: Double?
    /// Minutes, 0 to 1440.
    public var activeMinutes: Int?
    /// Beats per minute, 30 to 120.
    public var restingHeartRate: Double?

    public init() {}

    public mutating func fields(_ fields: inout some FieldVisitor) {
        fields.optional("steps", &steps, .integer(0...100_000).nullable.about("Steps"))
        fields.optional("distance", &distance, .number(0...100).nullable.about("Kilometres"))
        fields.optional("active_energy", &activeEnergy, .number(0...5000).nullable.about("Kilocalories"))
        fields.optional("exercise_minutes", &exerciseMinutes, .integer(0...1440).nullable.about("Minutes"))
        fields.optional("flights_climbed", &flightsClimbed, .integer(0...500).nullable.about("Flights of stairs"))
        fields.optional("vo2_max", &vo2Max, .number(10...80).nullable.about("mL/(kg min)"))
        fields.optional("active_minutes", &activeMinutes, .integer(0...1440).nullable.about("Minutes"))
        fields.optional("resting_heart_rate", &restingHeartRate, .number(30...120).nullable.about("Beats per minute"))
    }
}

/// Figures that a person gave.
public struct MentalHealthData: Document {
    /// Of 10, 1 to 10.
    public var stress: Double?
    /// Of 10, 1 to 10.
    public var anxiety: Double?
    /// Of 10, 1 to 10.
    public var energy: Double?
    /// Of 10, 1 to 10.
    public var focus: Double?
    /// Minutes with others, 0 to 1440.
    public var socialMinutes: Int?
    /// Minutes, 0 to 480.
    public var meditationMinutes: Int?
    /// The mood.
    public var mood: Mood?
    /// Words, at most 1000 characters.
    public var notes: String?
    /// When they were given.
    public var time: UTCTime?

    public init() {}

    public mutating func fields(_ fields: inout some FieldVisitor) {
        fields.optional("stress_level", &stress, .number(1...10).nullable.about("Of 10"))
        fields.optional("anxiety_level", &anxiety, .number(1...10).nullable.about("Of 10"))
        fields.optional("energy_level", &energy, .number(1...10).nullable.about("Of 10"))
        fields.optional("focus_rating", &focus, .number(1...10).nullable.about("Of 10"))
        fields.optional(
            "social_interaction_minutes", &socialMinutes, .integer(0...1440).nullable.about("Minutes with others"))
        fields.optional("meditation_minutes", &meditationMinutes, .integer(0...480).nullable.about("Minutes"))
        fields.optional("mood_score", &mood, Mood.schema.nullable)
        fields.optional("notes", &notes, .string(0...1000).nullable)
        fields.optional("timestamp", &time, .requestTime.nullable)
    }
}

extension MentalHealthData {
    /// How somebody feels.
    public enum Mood: String, Word {
        /// Very low.
        case veryLow = "very_low"
        /// Low.
        case low
        /// Neither.
        case neutral
        /// Good.
        case good
        /// Excellent.
        case excellent
    }
}
