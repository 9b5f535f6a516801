public import Signals

/// One statement as a value: the words of an insight are made from these.
public struct InsightFactDocument: Document {
    public static var title: String? { "InsightFact" }

    /// What is stated: `usual`, `unusual`, `change`, `guideline` or `alone`.
    public var kind = ""
    /// Of which figure.
    public var metric: DayMetric? = .sleepHours
    /// The unit of the numbers.
    public var unit = ""
    /// The newest value, or the median of the week, or its sum where the guideline is about weeks.
    public var value = 0.0
    /// What it is compared with.
    public var reference = 0.0
    /// The lower end of the usual range, or of the interval of a change; nil for a guideline.
    public var lower: Double?
    /// The upper end.
    public var upper: Double?
    /// Which way the difference goes: `better`, `worse` or `neutral`.
    public var direction = ""
    /// Days that it is compared with.
    public var comparedDays = 0
    /// The days that it is about.
    public var dates: [CivilDate] = []
    /// Who advises the bound; nil for what is compared with the person alone.
    public var source: String?

    public init() {}

    public mutating func fields(_ fields: inout some FieldVisitor) {
        fields.field(
            "kind", &kind,
            .string.about(
                "usual: within the usual range; unusual: outside of it; change: the week against the four before; guideline: below "
                    + "what is advised; alone: too few days to compare"))
        fields.word("metric", &metric)
        fields.field("unit", &unit)
        fields.field("value", &value)
        fields.field("reference", &reference)
        fields.field("lower", &lower)
        fields.field("upper", &upper)
        fields.field("direction", &direction)
        fields.field("compared_days", &comparedDays)
        fields.field("dates", &dates)
        fields.field("source", &source)
    }
}

/// What a person's days mean, in words, with the values that the words were made from.
public struct InsightDocument: Document {
    public static var title: String? { "Insight" }

    /// Its name, `insight_` and eight hexadecimal digits.
    public var id = ""
    /// The number of the person.
    public var userID = ""
    /// The day that it looks back from.
    public var date = CivilDate(daysSince1970: 0)
    /// What it is about first of all.
    public var category: InsightCategory? = .general
    /// A heading.
    public var heading = ""
    /// The words, as one text.
    public var narrative = ""
    /// The most important word of the narrative, as it stands there; nil for none.
    public var highlight: String?
    /// Each finding in a sentence.
    public var keyInsights: [String] = []
    /// What the person can do, each with its source.
    public var recommendations: [String] = []
    /// How much data it rests on, 0 to 1.
    public var confidence = 0.0
    /// When it was written.
    public var generated = UTCTime.zero
    /// The language of the words.
    public var language = "en"
    /// Who wrote it.
    public var engine = ""
    /// Whether it was put away.
    public var isDismissed = false
    /// The values that the words were made from.
    public var facts: [InsightFactDocument] = []

    public init() {}

    public mutating func fields(_ fields: inout some FieldVisitor) {
        fields.field("id", &id)
        fields.field("user_id", &userID)
        fields.field("date", &date)
        fields.word("category", &category)
        fields.field("title", &heading)
        fields.field("narrative", &narrative)
        fields.field("highlight", &highlight)
        fields.field("key_insights", &keyInsights)
        fields.field("recommendations", &recommendations)
        fields.field(
            "confidence_score", &confidence,
            .number(0...1).about("How much data it rests on: known days of those that it looks at, 0.95 at most"))
        fields.field("generated_at", &generated)
        fields.field("language", &language)
        fields.field("engine", &engine)
        fields.field("dismissed", &isDismissed)
        fields.field("facts", &facts)
    }
}

/// What goes along with an answer about insights.
public struct InsightMetadata: Document {
    /// A name of the answer, `req_insights_` and eight hexadecimal digits.
    public var requestID = ""
    /// When it was given.
    public var time = UTCTime.zero
    /// Who gives it.
    public var service = "insights"
    /// The version of what writes insights.
    public var version = ""
    /// Milliseconds that it took.
    public var milliseconds = 0.0
    /// The language that was asked for where there are no words in it, and English is given; nil otherwise.
    public var languageFallback: String?

    public init() {}

    public mutating func fields(_ fields: inout some FieldVisitor) {
        fields.field("request_id", &requestID)
        fields.field("timestamp", &time)
        fields.field("service", &service)
        fields.field("version", &version)
        fields.field("processing_time_ms", &milliseconds)
        fields.optional("language_fallback", &languageFallback)
    }
}

/// An insight as an answer.
public struct InsightReplyDocument: Document {
    public static var title: String? { "InsightReply" }

    /// True; problems are told otherwise.
    public var isSuccess = true
    /// The insight.
    public var insight = InsightDocument()
    /// What goes along.
    public var metadata = InsightMetadata()

    public init() {}

    public mutating func fields(_ fields: inout some FieldVisitor) {
        fields.field("success", &isSuccess)
        fields.field("data", &insight)
        fields.field("metadata", &metadata)
    }
}
