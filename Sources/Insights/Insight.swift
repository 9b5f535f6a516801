package import Documents
package import Signals

/// What a person's days mean, in words of one language, with the values that the words were made from.
package struct Insight: Hashable, Sendable {
    /// What it is about.
    package typealias Category = InsightCategory

    /// The day that it looks back from.
    package var date: CivilDate
    /// The language of the words as a BCP 47 tag.
    package var language: String
    /// What it is about first of all.
    package var category: Category
    /// A heading.
    package var title: String
    /// The words, as one text.
    package var narrative: String
    /// The most important word of the narrative, as it stands there; nil for none.
    package var highlight: String?
    /// Each finding in a sentence.
    package var keyInsights: [String]
    /// What the person can do, each with its source.
    package var recommendations: [String]
    /// How much data it rests on, 0 to 0.95.
    package var confidence: Double
    /// The values that the words were made from, in their order.
    package var findings: [Finding]
}
