/// A moment of reading, whose load is asked for.
public struct LoadQuestion: Document {
    public static var title: String? { "LoadQuestion" }

    /// The reader: their own number, or nil.
    public var user: String?
    /// Words per minute.
    public var readingSpeed = 0.0
    /// The share of answers or words that were wrong, 0 to 1.
    public var errorRate = 0.0
    /// Pauses per minute.
    public var pauseFrequency = 0.0
    /// Heart-rate variability in ms; nil where nothing measures it.
    public var variability: Double?
    /// Minutes so far; the formula has no part for them.
    public var duration: Double?
    /// How hard the text is; 0.5 in each part where nil.
    public var difficulty: DifficultyDocument?

    public init() {}

    /// A moment of reading.
    /// - Parameters:
    ///   - readingSpeed: words per minute.
    ///   - errorRate: the share of answers or words that were wrong, 0 to 1.
    ///   - pauseFrequency: pauses per minute.
    ///   - variability: heart-rate variability in ms; nil where nothing measures it.
    public init(readingSpeed: Double, errorRate: Double, pauseFrequency: Double, variability: Double? = nil) {
        (self.readingSpeed, self.errorRate) = (readingSpeed, errorRate)
        (self.pauseFrequency, self.variability) = (pauseFrequency, variability)
    }

    public mutating func fields(_ fields: inout some FieldVisitor) {
        fields.optional("user_id", &user, .string.nullable.about("Yours or none: the token says who you are"))
        fields.field("reading_speed", &readingSpeed, .number(0...100_000).about("Words per minute").example(180))
        fields.field("error_rate", &errorRate, .share.example(0.05))
        fields.field("pause_frequency", &pauseFrequency, .number(0...100_000).about("Per minute").example(5))
        fields.optional(
            "heart_rate_variability", &variability, .number(0...10_000).nullable.about("In ms").example(45))
        fields.optional(
            "session_duration", &duration,
            .number(0...1_000_000).nullable.about("Minutes so far; checked and not used, which basis says").standard(0))
        fields.optional("content_difficulty", &difficulty, DifficultyDocument.schema.nullable)
    }
}

/// How hard a text is, in four parts of 0 to 1; nil where a part is not known.
public struct DifficultyDocument: Document {
    /// Of its words.
    public var lexical: Double?
    /// Of its sentences.
    public var syntactic: Double?
    /// How many ideas stand close together.
    public var concept: Double?
    /// How far it is from what the reader grew up with.
    public var cultural: Double?

    public init() {}

    public mutating func fields(_ fields: inout some FieldVisitor) {
        let part = { Schema.share.nullable.standard(0.5).optional }
        fields.optional("lexical", &lexical, part())
        fields.optional("syntactic", &syntactic, part())
        fields.optional("concept", &concept, part())
        fields.optional("cultural", &cultural, part())
    }
}

/// The load of a moment of reading.
public struct LoadAnswer: Document {
    public static var title: String? { "LoadAnswer" }

    /// A part of the load.
    public struct Factor: Document {
        /// Its load, 0 to 1.
        public var score = 0.0
        /// How much it counts; all add up to 1.
        public var weight = 0.0

        public init() {}

        /// A part.
        public init(score: Double, weight: Double) { (self.score, self.weight) = (score, weight) }

        public mutating func fields(_ fields: inout some FieldVisitor) {
            fields.field("score", &score, .share)
            fields.field("weight", &weight, .share)
        }
    }

    /// The load, 0 to 1.
    public var load = 0.0
    /// A word for it.
    public var state = CognitiveState.optimal
    /// What would help, for the reader.
    public var recommendations: [String] = []
    /// When it was asked.
    public var time = Timestamp(.zero)
    /// What each part was made from.
    public var basis: [String] = []
    /// The share of the weights that rests on measurements, 0 to 1.
    public var confidence = 0.0
    /// The formula.
    public var method = MethodDocument()
    /// The parts, by name.
    public var factors: [String: Factor] = [:]

    public init() {}

    public mutating func fields(_ fields: inout some FieldVisitor) {
        fields.field("cognitive_load", &load, .share)
        fields.field("state", &state)
        fields.field("recommendations", &recommendations)
        fields.field("timestamp", &time)
        fields.field("basis", &basis, .array(.string).about("What each part was made from"))
        fields.field("confidence", &confidence, .share.about("Share of the weights that rests on measurements"))
        fields.field("method", &method)
        fields.field("factors", &factors)
    }
}
