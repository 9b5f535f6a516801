/// How often insights are written.
public enum InsightFrequency: String, Word {
    /// After each night.
    case nightly
    /// After the night to Monday.
    case weekly
    /// Only when asked for.
    case onDemand = "on_demand"
}

/// What insights may be silent of.
public enum InsightKind: String, Word {
    /// How long and how well somebody slept.
    case sleep
    /// Heart rate and its variability.
    case heart
    /// Steps and movement.
    case activity
}

/// Whose choice is asked for.
public struct InsightChoiceRequest: Document {
    /// The number of the person; nil for who asks.
    public var person: Int?

    public init() {}

    /// Of somebody; nil for who asks.
    public init(person: Int?) { self.person = person }

    public mutating func fields(_ fields: inout some FieldVisitor) { fields.query("person", &person, .subject) }
}

/// How often insights are written of a person, and of what kinds nothing is said.
public struct InsightChoiceDocument: Document {
    public static var title: String? { "InsightChoice" }

    /// How often.
    public var frequency: InsightFrequency? = .nightly
    /// The kinds of which nothing is said.
    public var muted: [InsightKind] = []

    public init() {}

    /// A choice.
    public init(_ frequency: InsightFrequency, muted: [InsightKind] = []) {
        (self.frequency, self.muted) = (frequency, muted)
    }

    public mutating func fields(_ fields: inout some FieldVisitor) {
        fields.word("frequency", &frequency)
        fields.field("muted", &muted, .array(InsightKind.schema, count: 0...3))
    }
}

/// That a person chooses.
public struct InsightChoiceChange: Document {
    public static var isClosed: Bool { true }

    /// What is chosen.
    public var choice = InsightChoiceDocument()
    /// The number of the person; nil for who asks.
    public var person: Int?

    public init() {}

    /// A choice of somebody; nil for who asks.
    public init(_ choice: InsightChoiceDocument, person: Int? = nil) { (self.choice, self.person) = (choice, person) }

    public mutating func fields(_ fields: inout some FieldVisitor) {
        fields.query("person", &person, .subject)
        choice.fields(&fields)
    }
}

extension Endpoint where Request == InsightChoiceRequest, Reply == InsightChoiceDocument {
    /// What a person chose of insights.
    public static var insightChoice: Self {
        Self(
            .get, "/api/v1/insights/preferences", "How often insights are written, and of what not", in: "insights",
            problems: [404])
    }
}

extension Endpoint where Request == InsightChoiceChange, Reply == InsightChoiceDocument {
    /// Chooses how often insights are written, and of what not.
    public static var chooseInsights: Self {
        Self(
            .put, "/api/v1/insights/preferences", "Choose how often insights are written, and of what not",
            in: "insights",
            detail:
                "nightly writes one after each night, weekly one after the night to Monday, which stays that of the day for the week, on_demand "
                + "none by itself. Nothing is said of kinds that are muted, wherever insights are shown.",
            problems: [403, 404])
    }
}
