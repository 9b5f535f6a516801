#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// One metric: its type and the data of its kind.
public struct HealthMetric: Sendable, Hashable, Codable {
    /// Its own id; one that was sent before is refused.
    public var metricID: String?
    /// Such as `heart_rate`, `sleep_analysis` or `activity_level`.
    public var metricType: String
    /// Figures of the body.
    public var biometric: BiometricData?
    /// Sleep.
    public var sleep: SleepData?
    /// Activity.
    public var activity: ActivityData?
    /// Figures that a person gave.
    public var mental: MentalHealthData?
    /// What measured it.
    public var deviceID: String?
    /// What else belongs to it.
    public var metadata: [String: JSONContent]?
    /// When it was measured.
    public var created: Date?

    /// A value from its parts.
    public init(
        metricID: String? = nil, metricType: String, biometric: BiometricData? = nil, sleep: SleepData? = nil,
        activity: ActivityData? = nil, mental: MentalHealthData? = nil, deviceID: String? = nil,
        metadata: [String: JSONContent]? = nil, created: Date? = nil
    ) {
        self.metricID = metricID
        self.metricType = metricType
        self.biometric = biometric
        self.sleep = sleep
        self.activity = activity
        self.mental = mental
        self.deviceID = deviceID
        self.metadata = metadata
        self.created = created
    }

    enum CodingKeys: String, CodingKey {
        case metadata
        case metricID = "metric_id"
        case metricType = "metric_type"
        case biometric = "biometric_data"
        case sleep = "sleep_data"
        case activity = "activity_data"
        case mental = "mental_health_data"
        case deviceID = "device_id"
        case created = "created_at"
    }
}
