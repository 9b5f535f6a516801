/// The name of an upload of samples: the number of its person and 32 hexadecimal digits.
public struct HealthKitUploadID: FieldValue {
    /// The text.
    public var text: String

    /// A name.
    public init(_ text: String) { self.text = text }

    /// Whose it is; nil where the text is no such name.
    public var person: Int64? {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count == 2, parts[1].utf8.count == 32,
            parts[1].utf8.allSatisfy({ (0x30...0x39).contains($0) || (0x61...0x66).contains($0) })
        else { return nil }
        return Int64(parts[0])
    }

    public static var schema: Schema { .string.with("pattern", "^[0-9]{1,15}-[0-9a-f]{32}$") }
    public func write(_ json: inout JSONText) { json.value(text) }
    public static func read(_ value: JSONValue, _ place: inout FieldPlace) -> HealthKitUploadID? {
        if let id = value.string.map({ HealthKitUploadID($0) }), id.person != nil { return id }
        return place.malformed("is no upload_id; it is NUMBER-32 HEXADECIMAL DIGITS, as the upload gave", value)
    }
}

/// Which upload of samples.
public struct HealthKitStatusRequest: Document {
    /// The `upload_id` of the answer to it.
    public var id = HealthKitUploadID("")

    public init() {}

    /// An upload.
    public init(_ id: HealthKitUploadID) { self.id = id }

    public mutating func fields(_ fields: inout some FieldVisitor) { fields.path("upload_id", &id) }
}

/// What a gateway says of samples that it took.
public struct HealthKitReceiptDocument: Document {
    /// How many samples of each list came.
    public struct Counts: Document {
        /// Figures.
        public var quantities = 0
        /// Words.
        public var categories = 0
        /// Workouts.
        public var workouts = 0
        /// Figures that belong together.
        public var correlations = 0

        public init() {}

        public mutating func fields(_ fields: inout some FieldVisitor) {
            fields.field("quantity_samples", &quantities)
            fields.field("category_samples", &categories)
            fields.field("workouts", &workouts)
            fields.field("correlation_samples", &correlations)
        }
    }

    /// The name by which it can be asked for.
    public var id = HealthKitUploadID("")
    /// How far it is: waiting.
    public var status: HealthKitStatusDocument.State? = .queued
    /// When it came.
    public var queued = UTCTime.zero
    /// How many samples came.
    public var received = Counts()
    /// What the program called this state.
    public var syncToken: String?
    /// All of it for people.
    public var message = ""

    public init() {}

    public mutating func fields(_ fields: inout some FieldVisitor) {
        fields.field("upload_id", &id)
        fields.word("status", &status, .words("queued"))
        fields.field("queued_at", &queued)
        fields.field("samples_received", &received)
        fields.field("sync_token", &syncToken)
        fields.field("message", &message)
    }
}

/// How far an upload of samples is.
public struct HealthKitStatusDocument: Document {
    /// How far it is.
    public enum State: String, Word {
        /// Taken, not yet looked at.
        case queued
        /// Being kept.
        case processing
        /// Everything was kept.
        case completed
        /// Nothing could be kept.
        case failed
        /// A part was refused.
        case requiresReview = "requires_review"
    }

    /// Its name.
    public var id = HealthKitUploadID("")
    /// How far it is.
    public var status: State? = .queued
    /// The share that was looked at, 0 to 1.
    public var progress = 0.0
    /// All of it for people.
    public var message = ""
    /// When something was last done about it.
    public var updated = UTCTime.zero
    /// Samples that were kept.
    public var accepted = 0
    /// Samples that were refused.
    public var rejected = 0
    /// Why, the first hundred faults.
    public var faults: [HealthFaultDocument] = []

    public init() {}

    public mutating func fields(_ fields: inout some FieldVisitor) {
        fields.field("upload_id", &id)
        fields.word("status", &status)
        fields.field("progress", &progress, .number(0...1))
        fields.field("message", &message)
        fields.field("last_updated", &updated)
        fields.field("accepted_samples", &accepted)
        fields.field("rejected_samples", &rejected)
        fields.field("validation_errors", &faults)
    }
}
