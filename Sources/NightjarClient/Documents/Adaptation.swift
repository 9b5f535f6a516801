/// A text to make easier.
public struct AdaptationRequest: Sendable, Hashable, Codable {
    /// The text.
    public var content: String
    /// The reader's load, 0 to 1.
    public var currentLoad: Double
    /// What it should be; 0.7 when nil.
    public var targetLoad: Double?
    /// `beginner`, `intermediate` or `advanced`.
    public var userLevel: String?
    /// Such as `en`; found by itself when nil.
    public var language: String?

    /// A value from its parts.
    public init(
        content: String, currentLoad: Double, targetLoad: Double? = nil, userLevel: String? = nil,
        language: String? = nil
    ) {
        self.content = content
        self.currentLoad = currentLoad
        self.targetLoad = targetLoad
        self.userLevel = userLevel
        self.language = language
    }

    enum CodingKeys: String, CodingKey {
        case content, language
        case currentLoad = "current_load"
        case targetLoad = "target_load"
        case userLevel = "user_level"
    }
}

/// A text that was made easier.
public struct Adaptation: Sendable, Hashable, Codable {
    /// One change of a text.
    public struct Change: Sendable, Hashable, Codable {
        /// What sort of change.
        public var kind: String
        /// Where it begins in the original, in UTF-8 bytes.
        public var start: Int
        /// Where it ends.
        public var end: Int
        /// Where it begins, in UTF-16 units.
        public var startUTF16: Int
        /// Where it ends.
        public var endUTF16: Int
        /// What stood there.
        public var original: String
        /// What stands there now.
        public var replacement: String
        /// What is said beside it.
        public var note: String?
        /// Why.
        public var why: String

        enum CodingKeys: String, CodingKey {
            case kind, start, end, original, replacement, note, why
            case startUTF16 = "start_utf16"
            case endUTF16 = "end_utf16"
        }
    }

    /// What could not be done.
    public struct Missing: Sendable, Hashable, Codable {
        /// What sort of change.
        public var kind: String
        /// Why not.
        public var reason: String
    }

    /// How a text should be set.
    public struct Presentation: Sendable, Hashable, Codable {
        /// Lines, as a multiple of the type's size.
        public var lineHeight: Double
        /// em.
        public var letterSpacing: Double
        /// em.
        public var paragraphSpacing: Double
        /// The pace.
        public var wordsPerMinute: Double

        enum CodingKeys: String, CodingKey {
            case lineHeight = "line_height"
            case letterSpacing = "letter_spacing_em"
            case paragraphSpacing = "paragraph_spacing_em"
            case wordsPerMinute = "words_per_minute"
        }
    }

    /// The text as it was.
    public var original: String
    /// The easier text.
    public var adapted: String
    /// What was done.
    public var simplifications: [String]
    /// 0 to 1.
    public var before: Double
    /// 0 to 1.
    public var after: Double
    /// Why it did not become measurably easier; nil when it did.
    public var notEasierBecause: String?
    /// The language of the text; nil when it is not known.
    public var language: String?
    /// What was decided.
    public var strategy: String
    /// What made it.
    public var method: Method
    /// How hard the text was.
    public var difficulty: ContentDifficulty
    /// Published measures of the text as it was.
    public var readabilityBefore: [String: Double]?
    /// Published measures of the easier text.
    public var readabilityAfter: [String: Double]?
    /// Why there are no published measures.
    public var readabilityReason: String?
    /// Each change, so that it can be taken back.
    public var changes: [Change]
    /// What could not be done.
    public var missing: [Missing]
    /// How it should be set.
    public var presentation: Presentation

    enum CodingKeys: String, CodingKey {
        case simplifications, strategy, method, changes, missing, presentation, language
        case notEasierBecause = "not_easier_because"
        case readabilityReason = "readability_reason"
        case original = "original_content"
        case adapted = "adapted_content"
        case before = "difficulty_before"
        case after = "difficulty_after"
        case difficulty = "content_difficulty"
        case readabilityBefore = "readability_before"
        case readabilityAfter = "readability_after"
    }
}
