/// Metrics that a program sends; each is judged by itself.
public struct HealthUploadRequest: Document {
    public static var title: String? { "HealthDataUpload" }

    /// Whose they are: one's own number or `me`; nil for whoever asks.
    public var userID: String?
    /// The metrics, 1 to 100.
    public var metrics: [Submitted<HealthMetricDocument>] = []
    /// What sends them, 1 to 100 characters.
    public var source = ""
    /// When it sends them.
    public var sent = UTCTime.zero
    /// What the program calls this state, at most 255 characters; it comes back with the answer.
    public var syncToken: String?

    public init() {}

    /// Metrics that a program sends.
    public init(_ metrics: [HealthMetricDocument], source: String, sent: UTCTime) {
        (self.metrics, self.source, self.sent) = (metrics.map { .value($0) }, source, sent)
    }

    public mutating func fields(_ fields: inout some FieldVisitor) {
        fields.optional("user_id", &userID, .userID)
        fields.field("metrics", &metrics, .array(HealthMetricDocument.schema, count: 1...100))
        fields.field("upload_source", &source, .words(1...100))
        fields.field("client_timestamp", &sent, .requestTime)
        fields.optional("sync_token", &syncToken, .string(0...255).nullable)
    }

    public func faults() -> [FieldFault] {
        var seen: Set<String> = []
        return metrics.enumerated().compactMap { index, metric in
            guard case .sent(let value) = metric else { return nil }
            guard let members = value.object else {
                return FieldFault("metrics[\(index)]", "“metrics[\(index)]” must be an object.", code: "invalid_type")
            }
            guard let id = members["metric_id"]?.string, !seen.insert(id).inserted else { return nil }
            return FieldFault(
                "metrics[\(index)].metric_id", "Each metric has an id of its own.", code: "duplicate",
                value: .string(id))
        }
    }
}

/// Which upload.
public struct HealthUploadIDRequest: Document {
    /// The `processing_id` of the answer to it.
    public var id = ""

    public init() {}

    /// An upload.
    public init(_ id: String) { self.id = id }

    public mutating func fields(_ fields: inout some FieldVisitor) { fields.path("id", &id) }
}

extension Schema {
    /// The schema of a request's `user_id`, which only repeats who asks.
    package static var userID: Schema { .string.nullable.about("Whose they are: your own id, or left out") }
}
