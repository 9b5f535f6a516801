/// How far an upload is.
public enum HealthUploadStatus: String, Word {
    /// Taken, not yet looked at.
    case received
    /// Being kept.
    case processing
    /// Everything was kept.
    case completed
    /// Nothing could be kept.
    case failed
    /// A part was refused.
    case requiresReview = "requires_review"
}

/// What became of an upload of metrics.
public struct HealthUploadDocument: Document {
    public static var title: String? { "HealthDataReply" }

    /// Its id.
    public var id = ""
    /// How far it is.
    public var status: HealthUploadStatus? = .received
    /// Metrics that were kept.
    public var accepted = 0
    /// Metrics that were refused.
    public var rejected = 0
    /// Why, the first hundred faults.
    public var faults: [HealthFaultDocument] = []
    /// Seconds that it will take; nil where that is not known.
    public var estimatedTime: Int?
    /// What the program called this state.
    public var syncToken: String?
    /// All of it for people.
    public var message = ""
    /// When something was last done about it.
    public var time = UTCTime.zero

    public init() {}

    public mutating func fields(_ fields: inout some FieldVisitor) {
        fields.field("processing_id", &id)
        fields.word("status", &status)
        fields.field("accepted_metrics", &accepted)
        fields.field("rejected_metrics", &rejected)
        fields.field("validation_errors", &faults)
        fields.field("estimated_processing_time", &estimatedTime, .integer.nullable.about("Seconds"))
        fields.field("sync_token", &syncToken)
        fields.field("message", &message)
        fields.field("timestamp", &time)
    }
}

/// Why something that was sent is not kept.
public struct HealthFaultDocument: Document {
    public static var title: String? { "ValidationError" }

    /// A word for programs: `missing`, `invalid_type`, `out_of_range`, `invalid_value`, `inconsistent`, `duplicate`.
    public var code = ""
    /// The field, with its way into lists: `metrics[3].biometric_data.heart_rate`.
    public var field = ""
    /// What is wrong, and what would be right.
    public var message = ""
    /// What was sent; null where it is too long to repeat.
    public var value = JSONValue.null

    public init() {}

    /// What is wrong with a field.
    public init(_ fault: FieldFault) {
        (code, field, message, value) = (fault.code, fault.field ?? "", fault.message, fault.value ?? .null)
    }

    public mutating func fields(_ fields: inout some FieldVisitor) {
        fields.field("code", &code)
        fields.field("field", &field)
        fields.field("message", &message)
        fields.field("value", &value)
    }
}

/// An upload that is no more.
public struct DeletedHealthUploadDocument: Document {
    /// For people.
    public var message = ""
    /// Its id.
    public var id = ""
    /// Since when.
    public var deleted = UTCTime.zero

    public init() {}

    public mutating func fields(_ fields: inout some FieldVisitor) {
        fields.field("message", &message)
        fields.field("processing_id", &id)
        fields.field("deleted_at", &deleted)
    }
}

/// Whether health data can be kept.
public struct HealthDataHealthDocument: Document {
    /// Whether they can.
    public var state: ServiceState? = .healthy
    /// Why they cannot.
    public var reason: String?
    /// The name of the service.
    public var service = "health-data"
    /// When it was looked.
    public var time = UTCTime.zero
    /// The gateway's version.
    public var version = ""
    /// `connected` or `degraded`.
    public var database = ""
    /// How who asks has signed in: `token`, or `local` on a box without accounts.
    public var authentication = ""

    public init() {}

    public mutating func fields(_ fields: inout some FieldVisitor) {
        fields.word("status", &state)
        fields.field("reason", &reason, .string.nullable.about("Why it is degraded"))
        fields.field("service", &service)
        fields.field("timestamp", &time)
        fields.field("version", &version)
        fields.field("database", &database)
        fields.field("authentication", &authentication)
    }
}
