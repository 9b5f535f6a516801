/// What could be read next.
public struct RecommendationRequest: Document {
    /// Something that is weighed.
    public struct Objective: Document {
        /// What.
        public var name = ReadingObjective.relevance
        /// How much it counts, 0 to 1.
        public var weight = 0.0
        /// Whether more of it is better.
        public var maximize = true

        public init() {}

        /// Something that is weighed.
        public init(_ name: ReadingObjective, weight: Double, maximize: Bool = true) {
            (self.name, self.weight, self.maximize) = (name, weight, maximize)
        }

        public mutating func fields(_ fields: inout some FieldVisitor) {
            fields.field("name", &name)
            fields.field("weight", &weight, .share)
            fields.field("maximize", &maximize, .boolean.nullable.optional.standard(true))
        }
    }

    /// What is known of the reader and of what could be read.
    public struct Context: Document {
        /// Something that could be read.
        public struct Item: Document {
            /// Its name.
            public var id = ""
            /// How hard it is, 0 to 1.
            public var difficulty: Double?
            /// Its most telling words.
            public var terms: [String]?
            /// How much of it others finished, 0 to 1.
            public var finished: Double?

            public init() {}

            public mutating func fields(_ fields: inout some FieldVisitor) {
                fields.field("content_id", &id, .words(1...1000))
                fields.optional("difficulty", &difficulty, .share.nullable)
                fields.optional("terms", &terms, .array(.string(0...1000), count: 0...1000).nullable)
                fields.optional("finished", &finished, .share.nullable)
            }
        }

        /// How far the reader has come, 0 to 1.
        public var level: Double?
        /// Words for what they like to read about.
        public var interests: [String]?
        /// Names of what they have read.
        public var history: [String]?
        /// What could be read.
        public var items: [Item]?

        public init() {}

        public mutating func fields(_ fields: inout some FieldVisitor) {
            fields.optional("level", &level, .share.nullable)
            fields.optional("interests", &interests, .array(.string(0...1000), count: 0...1000).nullable)
            fields.optional("history", &history, .array(.string(0...1000), count: 0...10_000).nullable)
            fields.optional("items", &items, .array(Item.schema, count: 0...1000).nullable)
        }
    }

    /// The reader: their own number, or nil.
    public var user: String?
    /// Names of what could be read.
    public var candidates: [String] = []
    /// The most that are recommended, 1 to 50.
    public var count = 10
    /// What is weighed; what the gateway weighs by itself where nil or empty.
    public var objectives: [Objective]?
    /// What is known besides.
    public var context: Context?

    public init() {}

    /// What could be read next.
    public init(_ candidates: [String], count: Int = 10) { (self.candidates, self.count) = (candidates, count) }

    public mutating func fields(_ fields: inout some FieldVisitor) {
        fields.optional("user_id", &user, .string.nullable)
        fields.field("candidate_ids", &candidates, .array(.string(0...1000), count: 0...1000))
        fields.field("top_k", &count, .integer(1...50).nullable.optional.standard(10))
        fields.optional("objectives", &objectives, .array(Objective.schema, count: 0...20).nullable)
        fields.optional("user_context", &context, Context.schema.nullable)
    }
}

/// What to read next.
public struct RecommendationDocument: Document {
    /// Something to read.
    public struct Entry: Document {
        /// Its name.
        public var id = ""
        /// How well it fits, 0 to 1.
        public var score = 0.0
        /// How well by each objective, 0 to 1.
        public var scores: [String: Double] = [:]
        /// Why, by objective.
        public var explanation: [String: String] = [:]
        /// How sure that is, 0 to 1.
        public var confidence = 0.0
        /// Its place; 1 is the best.
        public var rank = 0

        public init() {}

        public mutating func fields(_ fields: inout some FieldVisitor) {
            fields.field("content_id", &id)
            fields.field("overall_score", &score, .share)
            fields.field("objective_scores", &scores, .map(.share))
            fields.field("explanation", &explanation)
            fields.field("confidence", &confidence, .share)
            fields.field("rank", &rank)
        }
    }

    /// The best first.
    public var recommendations: [Entry] = []
    /// How many there were to choose from.
    public var total = 0
    /// What was weighed.
    public var objectives: [String] = []
    /// How.
    public var algorithm = "weighted_objectives"
    /// What made it.
    public var method = MethodDocument()

    public init() {}

    public mutating func fields(_ fields: inout some FieldVisitor) {
        fields.field("recommendations", &recommendations)
        fields.field("total_candidates", &total)
        fields.field("objectives_used", &objectives)
        fields.field("algorithm", &algorithm)
        fields.field("method", &method)
    }
}

/// What can be weighed.
public struct ObjectiveListDocument: Document {
    /// One objective.
    public struct Entry: Document {
        /// Which.
        public var name: ReadingObjective? = .relevance
        /// How much it counts where nothing is said, 0 to 1.
        public var weight = 0.0
        /// Whether more of it is better.
        public var maximize = true

        public init() {}

        public mutating func fields(_ fields: inout some FieldVisitor) {
            fields.word("name", &name)
            fields.field("default_weight", &weight)
            fields.field("maximize", &maximize)
        }
    }

    /// The objectives.
    public var objectives: [Entry] = []
    /// How many there are.
    public var total = 0
    /// How they are put together.
    public var algorithm = "weighted_objectives"

    public init() {}

    public mutating func fields(_ fields: inout some FieldVisitor) {
        fields.field("objectives", &objectives)
        fields.field("total", &total)
        fields.field("algorithm", &algorithm)
    }
}

/// What the reading service can do.
public struct ReadingHealthDocument: Document {
    /// How it is.
    public enum Status: String, Word { case healthy, degraded }

    /// How it is.
    public var status: Status? = .healthy
    /// What is wrong with it; nil where nothing is.
    public var reason: String?
    /// Its name.
    public var service = "cognitive_optimizer"
    /// The gateway's version.
    public var version = ""
    /// What it can do.
    public var features = [
        "cognitive_load_assessment", "adaptive_content", "spaced_repetition_sm2", "dynamic_scaffolding",
        "reading_sessions", "breathing",
    ]
    /// The algorithms, each `name/version`.
    public var methods: [String] = []

    public init() {}

    public mutating func fields(_ fields: inout some FieldVisitor) {
        fields.word("status", &status)
        fields.field("reason", &reason)
        fields.field("service", &service)
        fields.field("version", &version)
        fields.field("features", &features)
        fields.field("methods", &methods)
    }
}
