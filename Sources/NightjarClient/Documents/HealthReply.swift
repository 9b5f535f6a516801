#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// What became of an upload of metrics.
public struct HealthReply: Sendable, Hashable, Codable {
    /// Its id.
    public var processingID: String
    /// `received`, `processing`, `completed`, `failed` or `requires_review`.
    public var status: String
    /// How many were kept.
    public var accepted: Int
    /// How many were refused.
    public var rejected: Int
    /// Why.
    public var faults: [HealthFault]
    /// Seconds that it will take.
    public var estimatedTime: Double?
    /// What the sender calls this state.
    public var syncToken: String?
    /// All of it for a person.
    public var message: String
    /// When.
    public var timestamp: Date

    enum CodingKeys: String, CodingKey {
        case status, message, timestamp
        case processingID = "processing_id"
        case accepted = "accepted_metrics"
        case rejected = "rejected_metrics"
        case faults = "validation_errors"
        case estimatedTime = "estimated_processing_time"
        case syncToken = "sync_token"
    }
}

/// Why something was refused.
public struct HealthFault: Sendable, Hashable, Codable {
    /// The field, such as `metrics[2].value`.
    public var field: String
    /// What is wrong and what would be right.
    public var message: String
    /// The fault in one word.
    public var code: String
    /// What was sent.
    public var value: JSONContent?
}

/// A page of metrics, the latest first.
public struct HealthPage: Sendable, Hashable, Codable {
    /// Where in the whole a page is.
    public struct Pagination: Sendable, Hashable, Codable {
        /// How many there are.
        public var total: Int?
        /// How many the page has.
        public var pageSize: Int
        /// Whether there are older ones.
        public var hasNext: Bool
        /// Whether there are newer ones.
        public var hasPrevious: Bool
        /// Where the next page begins.
        public var nextCursor: String?
        /// Where the page before begins.
        public var previousCursor: String?

        enum CodingKeys: String, CodingKey {
            case total = "total_count"
            case pageSize = "page_size"
            case hasNext = "has_next"
            case hasPrevious = "has_previous"
            case nextCursor = "next_cursor"
            case previousCursor = "previous_cursor"
        }
    }

    /// The pages around a page.
    public struct Links: Sendable, Hashable, Codable {
        /// This one.
        public var here: String
        /// The first.
        public var first: String
        /// The one before.
        public var previous: String?
        /// The next.
        public var next: String?
        /// The last.
        public var last: String?

        enum CodingKeys: String, CodingKey {
            case first, previous, next, last
            case here = "self"
        }
    }

    /// The metrics.
    public var data: [StoredHealthMetric]
    /// Where in the whole it is.
    public var pagination: Pagination
    /// The pages around it.
    public var links: Links
}

/// A metric as it is kept.
public struct StoredHealthMetric: Sendable, Hashable, Codable {
    /// Its id.
    public var metricID: String
    /// Such as `heart_rate`.
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
    /// What the device itself said.
    public var rawData: JSONContent?
    /// What else belongs to it.
    public var metadata: [String: JSONContent]?
    /// When it was measured.
    public var created: Date
    /// The upload that brought it.
    public var processingID: String
    /// What sent it.
    public var uploadSource: String

    enum CodingKeys: String, CodingKey {
        case metadata
        case metricID = "metric_id"
        case metricType = "metric_type"
        case biometric = "biometric_data"
        case sleep = "sleep_data"
        case activity = "activity_data"
        case mental = "mental_health_data"
        case deviceID = "device_id"
        case rawData = "raw_data"
        case created = "created_at"
        case processingID = "processing_id"
        case uploadSource = "upload_source"
    }
}

/// An upload that is no more.
public struct DeletedUpload: Sendable, Hashable, Codable {
    /// For a person.
    public var message: String
    /// Its id.
    public var processingID: String
    /// Since when.
    public var deleted: Date

    enum CodingKeys: String, CodingKey {
        case message
        case processingID = "processing_id"
        case deleted = "deleted_at"
    }
}
