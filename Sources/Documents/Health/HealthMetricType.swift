/// What a metric is of.
public enum HealthMetricType: String, Word {
    /// The heart rate.
    case heartRate = "heart_rate"
    /// Its variability.
    case heartRateVariability = "heart_rate_variability"
    /// Blood pressure.
    case bloodPressure = "blood_pressure"
    /// Oxygen in the blood.
    case bloodOxygen = "blood_oxygen"
    /// Breathing.
    case respiratoryRate = "respiratory_rate"
    /// A night.
    case sleepAnalysis = "sleep_analysis"
    /// Movement of a day.
    case activityLevel = "activity_level"
    /// Stress.
    case stressIndicators = "stress_indicators"
    /// Mood.
    case moodAssessment = "mood_assessment"
    /// Attention and the like.
    case cognitiveMetrics = "cognitive_metrics"
    /// What is around.
    case environmental
    /// The body's temperature.
    case bodyTemperature = "body_temperature"
    /// Sugar in the blood.
    case bloodGlucose = "blood_glucose"

    /// The part that a metric of the type must carry; nil where none is needed.
    public var part: String? {
        switch self {
        case .heartRate, .heartRateVariability, .bloodPressure: "biometric_data"
        case .sleepAnalysis: "sleep_data"
        case .activityLevel: "activity_data"
        case .stressIndicators, .moodAssessment, .cognitiveMetrics: "mental_health_data"
        case .bloodOxygen, .respiratoryRate, .environmental, .bodyTemperature, .bloodGlucose: nil
        }
    }
}
