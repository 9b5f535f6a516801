public import Signals

/// A text that a person can ask.
public struct StoredDocument: Hashable, Sendable {
    /// What its owner calls it.
    public var name: String
    /// Its title.
    public var title: String
    /// Its language, such as `en`.
    public var language: String
    /// Its size, in bytes.
    public var size: Int
    /// How hard it is, 0 ... 1; nil when that is not known.
    public var difficulty: Double?
    /// Its most telling words.
    public var terms: [String]
    /// When it was taken in.
    public var added: Instant

    /// A document from its parts.
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
        /// Letters and digits only.
        public var text: String
        /// Whether words that begin with it count as well.
        public var isPrefix: Bool

        /// A word from its parts.
        public init(_ text: String, isPrefix: Bool = false) {
            self.text = text
            self.isPrefix = isPrefix
        }

        /// A whole word.
        public init(stringLiteral text: String) { self.init(text) }
    }

    /// A passage that was found.
    public struct Passage: Hashable, Sendable {
        /// The text.
        public var text: String
        /// The name of the document.
        public var document: String
        /// Its title.
        public var title: String
        /// Which passage of the document, from 0.
        public var position: Int
        /// The share of the words that were looked for that it has, 0 to 1; rare ones weigh more.
        public var score: Double
    }
}
