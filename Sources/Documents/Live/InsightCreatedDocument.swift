public import Signals

/// That an insight of a day was written; what it says is to be asked for.
public struct InsightCreatedDocument: Document {
    /// Its name, by which it can be asked for.
    public var id = ""
    /// The number of the person.
    public var userID = ""
    /// The day that it looks back from.
    public var date = CivilDate(daysSince1970: 0)
    /// What it is about first of all.
    public var category: InsightCategory? = .general

    public init() {}

    /// That an insight was written.
    public init(_ insight: InsightDocument) {
        (id, userID, date, category) = (insight.id, insight.userID, insight.date, insight.category)
    }

    public mutating func fields(_ fields: inout some FieldVisitor) {
        fields.field("id", &id)
        fields.field("user_id", &userID)
        fields.field("date", &date)
        fields.word("category", &category)
    }
}
