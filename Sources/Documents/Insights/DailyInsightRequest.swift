/// How much a daily insight tells.
public enum DailyInsightForm: String, Word {
    /// All of it.
    case full
    /// Date, steps, resting heart rate and a sentence.
    case short
}

/// The daily insight of a day.
public struct DailyInsightRequest: Document {
    /// The day, `YYYY-MM-DD`, or `today` or `yesterday`.
    public var date = "today"
    /// How much it tells.
    public var form = DailyInsightForm.full
    /// The language of the words as a BCP 47 tag.
    public var language: String?
    /// The number of the person; nil for who asks.
    public var person: Int?

    public init() {}

    /// A day of somebody; nil for who asks, and for English.
    public init(_ date: String, person: Int? = nil, language: String? = nil) {
        (self.date, self.person, self.language) = (date, person, language)
    }

    public mutating func fields(_ fields: inout some FieldVisitor) {
        fields.path("date", &date, .one(of: .words("today", "yesterday"), .requestDate))
        fields.query("format", &form, DailyInsightForm.schema.standard("full"))
        fields.query("language", &language, .words(2...35))
        fields.query("person", &person, .subject)
    }
}
