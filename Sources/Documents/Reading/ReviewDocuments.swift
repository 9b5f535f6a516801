/// How well something was remembered.
public struct ReviewRequest: Document {
    /// What.
    public var content: String?
    /// The learner: their own number, or nil.
    public var user: String?
    /// 0 (nothing) to 5 (at once); this or ``quality`` is needed.
    public var qualityScore: Int?
    /// The same under its short name.
    public var quality: Int?
    /// How many times in a row it was remembered.
    public var repetition: Int?
    /// The same under the name of older clients.
    public var repetitions: Int?
    /// How easy it is, 1.3 to 2.5.
    public var easiness: Double?
    /// The last interval in days.
    public var interval: Int?

    public init() {}

    /// How well something was remembered.
    /// - Parameters:
    ///   - content: what.
    ///   - quality: 0 (nothing) to 5 (at once).
    ///   - last: what was answered the last time; nil for the first.
    public init(content: String? = nil, quality: Int, after last: ReviewAnswer? = nil) {
        (self.content, qualityScore) = (content, quality)
        (repetition, easiness, interval) = (last?.repetition, last?.easiness, last?.interval)
    }

    public mutating func fields(_ fields: inout some FieldVisitor) {
        fields.optional("content_id", &content, .string(0...1000).nullable)
        fields.optional("user_id", &user, .string(0...1000).nullable)
        fields.optional("quality_score", &qualityScore, .integer(0...5).nullable)
        fields.optional("quality", &quality, .integer(0...5).nullable)
        fields.optional("repetition_number", &repetition, .integer(0...10_000).nullable.standard(0))
        fields.optional("repetitions", &repetitions, .integer(0...10_000).nullable)
        fields.optional("easiness_factor", &easiness, .number(1.3...2.5).nullable.standard(2.5))
        fields.optional("interval_days", &interval, .integer(0...36_500).nullable.about("The last interval"))
    }

    public func faults() -> [FieldFault] {
        guard qualityScore == nil, quality == nil else { return [] }
        return [FieldFault("quality", "“quality” is missing; 0 to 5.", code: "missing")]
    }
}

/// When to look at something again.
public struct ReviewAnswer: Document {
    /// What.
    public var content: String?
    /// When.
    public var next = Timestamp(.zero)
    /// Days until then.
    public var interval = 0
    /// How easy it is, 1.3 to 2.5; to be sent back the next time.
    public var easiness = 2.5
    /// How many times in a row it was remembered; to be sent back the next time.
    public var repetition = 0
    /// The algorithm.
    public var algorithm = "supermemo_sm2"
    /// Its version and parameters.
    public var method = MethodDocument()

    public init() {}

    public mutating func fields(_ fields: inout some FieldVisitor) {
        fields.field("content_id", &content)
        fields.field("next_review", &next)
        fields.field("interval_days", &interval)
        // The published name, and that of the request.
        fields.field("new_easiness_factor", &easiness, .number(1.3...2.5))
        fields.field("easiness_factor", &easiness, .number(1.3...2.5))
        fields.field("repetition_number", &repetition)
        fields.field("algorithm", &algorithm, .words("supermemo_sm2"))
        fields.field("method", &method)
    }
}
