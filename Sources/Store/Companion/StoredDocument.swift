package import Signals

/// A text that a person added for questions.
package struct StoredDocument: Hashable, Sendable {
    /// The name that its owner gave it.
    package var name: String
    /// The title of the document.
    package var title: String
    /// The language, such as `en`.
    package var language: String
    /// The size of the text, in bytes.
    package var size: Int
    /// How hard it is, 0 ... 1; nil when that is not known.
    package var difficulty: Double?
    /// The words that characterise it.
    package var terms: [String]
    /// When it was added.
    package var added: Instant

    /// Memberwise.
    package init(
        name: String, title: String, language: String, size: Int, difficulty: Double?, terms: [String], added: Instant
    ) {
        self.name = name
        self.title = title
        self.language = language
        self.size = size
        self.difficulty = difficulty
        self.terms = terms
        self.added = added
    }

    /// A word that is looked for, as it stands in the index.
    package struct Term: Hashable, Sendable, ExpressibleByStringLiteral {
        /// The letters and digits of the word.
        package var text: String
        /// Whether words that begin with it count as well.
        package var isPrefix: Bool

        /// A word, or the beginning of words.
        package init(_ text: String, isPrefix: Bool = false) {
            self.text = text
            self.isPrefix = isPrefix
        }

        /// A whole word.
        package init(stringLiteral text: String) { self.init(text) }
    }

    /// A passage that matches.
    package struct Passage: Hashable, Sendable {
        /// The text of the passage.
        package var text: String
        /// The name of the document.
        package var document: String
        /// Its title.
        package var title: String
        /// The number of the passage in the document, from 0.
        package var position: Int
        /// The share of the words that were looked for that it has, 0 to 1; rare ones weigh more.
        package var score: Double
    }
}
