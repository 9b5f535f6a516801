/// A text to make easier.
public struct AdaptationRequest: Document {
    /// The longest text, in characters.
    package static let longest = 200_000

    /// The text.
    public var content = ""
    /// The reader's load, 0 to 1.
    public var load = 0.0
    /// What it should be, 0 to 1.
    public var target = 0.7
    /// How far the reader has come.
    public var level = ReaderLevel.intermediate
    /// The language; found by itself where nil.
    public var language: LanguageTag?
    /// Only these steps; all where nil.
    public var kinds: [TextChangeKind]?

    public init() {}

    /// A text to make easier for a load.
    public init(_ content: String, load: Double, target: Double = 0.7) {
        (self.content, self.load, self.target) = (content, load, target)
    }

    public mutating func fields(_ fields: inout some FieldVisitor) {
        fields.field("content", &content, .words(1...Self.longest))
        fields.field("current_load", &load, .share)
        fields.field("target_load", &target, .share.nullable.optional.standard(0.7))
        fields.field("user_level", &level, ReaderLevel.schema.nullable.optional.standard("intermediate"))
        fields.optional(
            "language", &language, LanguageTag.schema.nullable.about("Found by itself where it is not said"))
        fields.optional(
            "kinds", &kinds,
            .array(TextChangeKind.schema).nullable.about("Only these steps; all where none is named"))
    }
}

/// A text that was made easier, with everything that was changed.
public struct AdaptationDocument: Document {
    public static var title: String? { "Adaptation" }

    /// One change, so that it can be taken back.
    public struct Change: Document {
        /// What kind of change.
        public var kind: TextChangeKind? = .splitSentence
        /// Where it begins in the original, in bytes of UTF-8.
        public var start = 0
        /// Where it ends.
        public var end = 0
        /// Where it begins, in units of UTF-16.
        public var startUTF16 = 0
        /// Where it ends.
        public var endUTF16 = 0
        /// What stood there.
        public var original = ""
        /// What stands there now.
        public var replacement = ""
        /// What is said beside the text; nil for nothing.
        public var note: String?
        /// Why.
        public var why = ""

        public init() {}

        public mutating func fields(_ fields: inout some FieldVisitor) {
            fields.word("kind", &kind)
            fields.field("start", &start, .integer.about("Of the original, in bytes of UTF-8"))
            fields.field("end", &end)
            fields.field("start_utf16", &startUTF16)
            fields.field("end_utf16", &endUTF16)
            fields.field("original", &original)
            fields.field("replacement", &replacement)
            fields.field("note", &note)
            fields.field("why", &why)
        }
    }

    /// What could not be done.
    public struct Missing: Document {
        /// What kind of change.
        public var kind: TextChangeKind? = .splitSentence
        /// Why not.
        public var reason = ""

        public init() {}

        public mutating func fields(_ fields: inout some FieldVisitor) {
            fields.word("kind", &kind, .string)
            fields.field("reason", &reason)
        }
    }

    /// How the text should be set.
    public struct Presentation: Document {
        /// Of lines, as a multiple of the size of the type.
        public var lineHeight = 0.0
        /// Between letters, in em.
        public var letterSpacing = 0.0
        /// Between paragraphs, in em.
        public var paragraphSpacing = 0.0
        /// The pace.
        public var wordsPerMinute = 0.0

        public init() {}

        public mutating func fields(_ fields: inout some FieldVisitor) {
            fields.field("line_height", &lineHeight)
            fields.field("letter_spacing_em", &letterSpacing)
            fields.field("paragraph_spacing_em", &paragraphSpacing)
            fields.field("words_per_minute", &wordsPerMinute)
        }
    }

    /// The text as it was.
    public var original = ""
    /// The easier text.
    public var adapted = ""
    /// What was done, for a person.
    public var simplifications: [String] = []
    /// How hard the text was, 0 to 1.
    public var before = 0.0
    /// How hard the adapted text is without the explanations at its end, 0 to 1.
    public var after = 0.0
    /// Why it did not become measurably easier; nil where it did.
    public var notEasierBecause: String?
    /// The language as it was told or found; nil where it is not known.
    public var language: String?
    /// What was decided.
    public var strategy = ""
    /// What made it.
    public var method = MethodDocument()
    /// The parts of ``before``.
    public var difficulty = DifficultyDocument()
    /// Published measures of the text as it was, by name; nil with ``readabilityReason``.
    public var readabilityBefore: [String: Double]?
    /// Published measures of the easier text.
    public var readabilityAfter: [String: Double]?
    /// Why there are no published measures.
    public var readabilityReason: String?
    /// The changes, in the order of the text.
    public var changes: [Change] = []
    /// What could not be done.
    public var missing: [Missing] = []
    /// How the text should be set.
    public var presentation = Presentation()

    public init() {}

    public mutating func fields(_ fields: inout some FieldVisitor) {
        fields.field("original_content", &original)
        fields.field("adapted_content", &adapted)
        fields.field("simplifications", &simplifications)
        fields.field("difficulty_before", &before, .share)
        fields.field(
            "difficulty_after", &after,
            .share.about("Measured on the adapted text without the explanations at its end"))
        fields.field(
            "not_easier_because", &notEasierBecause,
            .string.nullable.about("Why it did not become measurably easier; null when it did"))
        fields.field("language", &language, .string.nullable.about("As it was told or found"))
        fields.field("strategy", &strategy)
        fields.field("method", &method)
        fields.field("content_difficulty", &difficulty)
        fields.field("readability_before", &readabilityBefore)
        fields.field("readability_after", &readabilityAfter)
        fields.field(
            "readability_reason", &readabilityReason, .string.nullable.about("Why there is no readability"))
        fields.field("changes", &changes)
        fields.field("missing", &missing)
        fields.field("presentation", &presentation)
    }
}
