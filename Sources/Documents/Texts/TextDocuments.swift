public import Signals

/// A text to be asked.
public struct TextIngestRequest: Document {
    /// The longest text, in characters.
    package static let longest = 4 << 20

    /// Its name; a text of the same name is replaced.
    public var name = ""
    /// What it is called; its name where nil.
    public var heading: String?
    /// Its language; found by itself where nil.
    public var language: LanguageTag?
    /// The text.
    public var content = ""

    public init() {}

    /// A text.
    public init(name: String, heading: String? = nil, language: LanguageTag? = nil, content: String) {
        (self.name, self.heading, self.language, self.content) = (name, heading, language, content)
    }

    public mutating func fields(_ fields: inout some FieldVisitor) {
        fields.field("document_id", &name, .words(1...200))
        fields.optional("title", &heading, .string(0...500).nullable)
        fields.optional(
            "language", &language, LanguageTag.schema.nullable.about("Found by itself where it is not said"))
        fields.field("content", &content, .words(1...Self.longest))
    }
}

/// A text that was taken in.
public struct TextIngestDocument: Document {
    /// Its name.
    public var job = ""
    /// Always `completed`: it can be asked at once.
    public var status = "completed"
    /// Passages that it was cut into.
    public var passages = 0

    public init() {}

    public mutating func fields(_ fields: inout some FieldVisitor) {
        fields.field("job_id", &job)
        fields.field("status", &status)
        fields.field("passages", &passages)
    }
}

/// A question to one's texts.
public struct TextQueryRequest: Document {
    /// The question.
    public var query = ""
    /// Only texts in this language; all where nil.
    public var language: LanguageTag?
    /// The most passages, 1 to 20.
    public var count = 3

    public init() {}

    /// A question.
    public init(_ query: String, language: LanguageTag? = nil, count: Int = 3) {
        (self.query, self.language, self.count) = (query, language, count)
    }

    public mutating func fields(_ fields: inout some FieldVisitor) {
        fields.field("query", &query, .words(1...2000))
        fields.optional("language", &language, LanguageTag.schema.nullable.about("Only texts in this language"))
        fields.field("top_k", &count, .integer(1...20).nullable.optional.standard(3))
    }
}

/// What one's texts say.
public struct TextAnswerDocument: Document {
    /// A passage that was found.
    public struct Snippet: Document {
        /// The passage.
        public var text = ""
        /// What the text is called.
        public var source = ""
        /// The name of the text.
        public var document = ""
        /// Which passage of the text, from 0.
        public var position = 0
        /// The share of the question's words that it has, rare ones weighing more; 0 to 1.
        public var score = 0.0

        public init() {}

        public mutating func fields(_ fields: inout some FieldVisitor) {
            fields.field("text", &text)
            fields.field("source", &source)
            fields.field("document_id", &document)
            fields.field("position", &position)
            fields.field(
                "score", &score,
                .number(0...1).about("The share of the question's words that it has, rare ones weighing more"))
        }
    }

    /// The passages one after the other, each with where it stands; or that nothing was found.
    public var answer = ""
    /// The passages, the best first.
    public var snippets: [Snippet] = []
    /// Whether anything was found.
    public var isFound = false
    /// When it was answered.
    public var generated = Timestamp(.zero)
    /// What found the passages.
    public var method = MakerDocument()

    public init() {}

    public mutating func fields(_ fields: inout some FieldVisitor) {
        fields.field("answer", &answer)
        fields.field("snippets", &snippets)
        fields.field("found", &isFound)
        fields.field("generated_at", &generated)
        fields.field("method", &method)
    }
}

/// One's texts.
public struct TextListDocument: Document {
    /// One text.
    public struct Entry: Document {
        /// Its name.
        public var name = ""
        /// What it is called.
        public var heading = ""
        /// Its language; `und` where it is not known.
        public var language = ""
        /// Its size in bytes.
        public var bytes = 0
        /// How hard it is to read, 0 to 1; nil where that is not known.
        public var difficulty: Double?
        /// Its most telling words.
        public var terms: [String] = []
        /// When it was taken in.
        public var added = Instant.zero

        public init() {}

        public mutating func fields(_ fields: inout some FieldVisitor) {
            fields.field("document_id", &name)
            fields.field("title", &heading)
            fields.field("language", &language)
            fields.field("bytes", &bytes)
            fields.field("difficulty", &difficulty)
            fields.field("terms", &terms)
            fields.field("added_s", &added)
        }
    }

    /// The texts.
    public var documents: [Entry] = []

    public init() {}

    public mutating func fields(_ fields: inout some FieldVisitor) { fields.field("documents", &documents) }
}

/// Which text.
public struct TextRequest: Document {
    /// Its name.
    public var id = ""

    public init() {}

    /// A text.
    public init(_ name: String) { id = name }

    public mutating func fields(_ fields: inout some FieldVisitor) { fields.path("id", &id) }
}
