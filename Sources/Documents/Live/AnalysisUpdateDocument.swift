/// What became of something that a program sent.
public struct AnalysisUpdateDocument: Document {
    /// What was sent.
    public enum Kind: String, Word {
        /// Metrics: `processing_id` of health-data.
        case metrics = "health_data"
        /// Samples: `upload_id` of healthkit.
        case samples = "healthkit"
        /// Activity: `analysis_id` of pat.
        case activity = "pat"
    }

    /// What was sent.
    public var kind: Kind? = .metrics
    /// The name by which it can be asked for.
    public var id = ""
    /// How it ended, as asking for it tells: `completed`, `requires_review` or `failed`.
    public var status = ""

    public init() {}

    /// The end of something.
    public init(_ kind: Kind, _ id: String, _ status: String) { (self.kind, self.id, self.status) = (kind, id, status) }

    public mutating func fields(_ fields: inout some FieldVisitor) {
        fields.word("kind", &kind)
        fields.field("id", &id)
        fields.field("status", &status)
    }
}
