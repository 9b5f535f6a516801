#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// Samples in HealthKit's shape.
public struct HealthKitUpload: Sendable, Hashable, Codable {
    /// Whose they are: one's own id, or nil.
    public var userID: String?
    /// Figures.
    public var quantities: [HealthKitSample]
    /// Words.
    public var categories: [HealthKitSample]
    /// Workouts.
    public var workouts: [HealthKitSample]
    /// Figures that belong together.
    public var correlations: [HealthKitSample]
    /// What else belongs to it.
    public var metadata: [String: JSONContent]?
    /// What the sender calls this state.
    public var syncToken: String?

    /// A value from its parts.
    public init(
        userID: String? = nil, quantities: [HealthKitSample], categories: [HealthKitSample],
        workouts: [HealthKitSample], correlations: [HealthKitSample], metadata: [String: JSONContent]? = nil,
        syncToken: String? = nil
    ) {
        self.userID = userID
        self.quantities = quantities
        self.categories = categories
        self.workouts = workouts
        self.correlations = correlations
        self.metadata = metadata
        self.syncToken = syncToken
    }

    enum CodingKeys: String, CodingKey {
        case workouts
        case userID = "user_id"
        case quantities = "quantity_samples"
        case categories = "category_samples"
        case correlations = "correlation_samples"
        case metadata = "upload_metadata"
        case syncToken = "sync_token"
    }
}

/// One sample.
public struct HealthKitSample: Sendable, Hashable, Codable {
    /// Its own id.
    public var identifier: String
    /// Such as `HKQuantityTypeIdentifierHeartRate`.
    public var type: String
    /// A number, a word or an object.
    public var value: JSONContent
    /// The unit of a number.
    public var unit: String?
    /// From when.
    public var start: Date
    /// Until when.
    public var end: Date
    /// What measured it.
    public var sourceName: String?
    /// With what.
    public var device: JSONContent?
    /// What else belongs to it.
    public var metadata: [String: JSONContent]?

    /// A value from its parts.
    public init(
        identifier: String, type: String, value: JSONContent, unit: String? = nil, start: Date, end: Date,
        sourceName: String? = nil, device: JSONContent? = nil, metadata: [String: JSONContent]? = nil
    ) {
        self.identifier = identifier
        self.type = type
        self.value = value
        self.unit = unit
        self.start = start
        self.end = end
        self.sourceName = sourceName
        self.device = device
        self.metadata = metadata
    }

    enum CodingKeys: String, CodingKey {
        case identifier, type, value, unit, device, metadata
        case start = "start_date"
        case end = "end_date"
        case sourceName = "source_name"
    }
}

/// What a gateway says of an upload that it took.
public struct HealthKitReceipt: Sendable, Hashable, Codable {
    /// How many samples of each kind came.
    public struct Counts: Sendable, Hashable, Codable {
        /// Figures.
        public var quantities: Int
        /// Words.
        public var categories: Int
        /// Workouts.
        public var workouts: Int
        /// Figures that belong together.
        public var correlations: Int

        enum CodingKeys: String, CodingKey {
            case workouts
            case quantities = "quantity_samples"
            case categories = "category_samples"
            case correlations = "correlation_samples"
        }
    }

    /// Its id.
    public var uploadID: String
    /// `queued`.
    public var status: String
    /// When.
    public var queued: Date
    /// What came.
    public var received: Counts
    /// What the sender calls this state.
    public var syncToken: String?
    /// For a person.
    public var message: String

    enum CodingKeys: String, CodingKey {
        case status, message
        case uploadID = "upload_id"
        case queued = "queued_at"
        case received = "samples_received"
        case syncToken = "sync_token"
    }
}

/// How far an upload is.
public struct HealthKitStatus: Sendable, Hashable, Codable {
    /// Its id.
    public var uploadID: String
    /// `queued`, `processing`, `completed`, `failed` or `requires_review`.
    public var status: String
    /// 0 to 1.
    public var progress: Double
    /// For a person.
    public var message: String
    /// When it last went on.
    public var updated: Date
    /// How many were kept.
    public var accepted: Int?
    /// How many were refused.
    public var rejected: Int?
    /// Why.
    public var faults: [HealthFault]?

    enum CodingKeys: String, CodingKey {
        case status, progress, message
        case uploadID = "upload_id"
        case updated = "last_updated"
        case accepted = "accepted_samples"
        case rejected = "rejected_samples"
        case faults = "validation_errors"
    }
}
