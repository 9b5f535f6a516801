public import Signals

/// A text that a person added for questions.
public struct StoredDocument: Hashable, Sendable {
    /// The name that its owner gave it.
    public var name: String
    /// The title of the document.
    public var title: String
    /// The language, such as `en`.
    public var language: String
    /// The size of the text, in bytes.
    public var size: Int
    /// How hard it is, 0 ... 1; nil when that is not known.
    public var difficulty: Double?
    /// The words that characterise it.
    public var terms: [String]
    /// When it was added.
    public var added: Instant

    /// Memberwise.
    public init(
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
    public struct Term: Hashable, Sendable, ExpressibleByStringLiteral {
        /// The letters and digits of the word.
        public var text: String
        /// Whether words that begin with it count as well.
        public var isPrefix: Bool

        /// A word, or the beginning of words.
        public init(_ text: String, isPrefix: Bool = false) {
            self.text = text
            self.isPrefix = isPrefix
        }

        /// A whole word.
        public init(stringLiteral text: String) { self.init(text) }
    }

    /// A passage that matches.
    public struct Passage: Hashable, Sendable {
        /// The text of the passage.
        public var text: String
        /// The name of the document.
        public var document: String
        /// Its title.
        public var title: String
        /// The number of the passage in the document, from 0.
        public var position: Int
        /// The share of the words that were looked for that it has, 0 to 1; rare ones weigh more.
        public var score: Double
    }
}
