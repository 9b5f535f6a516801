/// That an insight is written.
public struct InsightRequest: Document {
    public static var title: String? { "InsightRequest" }

    /// Figures of an analysis to write about, such as `sleep_efficiency` in percent and `total_sleep_time` in hours: they take
    /// the place of the newest day's. None for what is kept of the person.
    public var results: [String: JSONValue]?
    /// What the program knows beside; who writes on this machine reads no free text.
    public var context: String?
    /// How much is said.
    public var depth = InsightDepth.comprehensive
    /// Whether it says what the person can do.
    public var recommends = true
    /// The language of the words as a BCP 47 tag.
    public var language = "en"

    public init() {}

    public mutating func fields(_ fields: inout some FieldVisitor) {
        fields.optional("analysis_results", &results, .map(.any).nullable)
        fields.optional("context", &context, .string(0...500).nullable)
        fields.field("insight_type", &depth, InsightDepth.schema.optional)
        fields.field("include_recommendations", &recommends, .boolean.optional)
        fields.field("language", &language, .words(2...35).optional)
    }
}

/// The insight of a day.
public struct InsightOfDayRequest: Document {
    /// The language of the words as a BCP 47 tag.
    public var language: String?
    /// The number of the person; nil for who asks.
    public var person: Int?

    public init() {}

    /// The newest insight of somebody; nil for who asks, and for English.
    public init(person: Int? = nil, language: String? = nil) { (self.person, self.language) = (person, language) }

    public mutating func fields(_ fields: inout some FieldVisitor) {
        fields.query("language", &language, .words(2...35))
        fields.query("person", &person, .subject)
    }
}

/// A page of insights.
public struct InsightHistoryRequest: Document {
    /// Whose: the number of who asks, or `me`.
    public var user = "me"
    /// Insights on the page at most, 1 to 100.
    public var limit = 10
    /// Insights before it.
    public var offset = 0
    /// The number of the person where that is another who may be seen; nil for who asks.
    public var person: Int?

    public init() {}

    /// A page of insights; one's own, unless another person's are asked for.
    public init(limit: Int = 10, offset: Int = 0, person: Int? = nil) {
        (self.limit, self.offset, self.person) = (limit, offset, person)
    }

    public mutating func fields(_ fields: inout some FieldVisitor) {
        fields.path("user_id", &user, .words(1...64))
        fields.query("limit", &limit, .integer(1...100).standard(10))
        fields.query("offset", &offset, .integer(0...1_000_000).standard(0))
        fields.query("person", &person, .subject)
    }
}

/// An insight by its name.
public struct InsightRow: Document {
    /// The name.
    public var id = ""
    /// The number of the person; nil for who asks.
    public var person: Int?

    public init() {}

    /// The insight of a name; of somebody, or nil for who asks.
    public init(_ id: String, person: Int? = nil) { (self.id, self.person) = (id, person) }

    public mutating func fields(_ fields: inout some FieldVisitor) {
        fields.path("id", &id, .words(1...64))
        fields.query("person", &person, .subject)
    }
}
