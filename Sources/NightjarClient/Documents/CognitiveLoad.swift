#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// A moment of reading.
public struct LoadQuestion: Sendable, Hashable, Codable {
    /// Whose it is: one's own id, or nil.
    public var userID: String?
    /// Words per minute.
    public var readingSpeed: Double
    /// 0 to 1.
    public var errorRate: Double
    /// Pauses per minute.
    public var pauseFrequency: Double
    /// ms; nil when nothing measures it.
    public var heartRateVariability: Double?
    /// Minutes so far.
    public var sessionDuration: Double?
    /// How hard the text is; 0.5 each when nil.
    public var difficulty: ContentDifficulty?

    /// A value from its parts.
    public init(
        userID: String? = nil, readingSpeed: Double, errorRate: Double, pauseFrequency: Double,
        heartRateVariability: Double? = nil, sessionDuration: Double? = nil, difficulty: ContentDifficulty? = nil
    ) {
        self.userID = userID
        self.readingSpeed = readingSpeed
        self.errorRate = errorRate
        self.pauseFrequency = pauseFrequency
        self.heartRateVariability = heartRateVariability
        self.sessionDuration = sessionDuration
        self.difficulty = difficulty
    }

    enum CodingKeys: String, CodingKey {
        case userID = "user_id"
        case readingSpeed = "reading_speed"
        case errorRate = "error_rate"
        case pauseFrequency = "pause_frequency"
        case heartRateVariability = "heart_rate_variability"
        case sessionDuration = "session_duration"
        case difficulty = "content_difficulty"
    }
}

/// How hard a text is, each 0 to 1.
public struct ContentDifficulty: Sendable, Hashable, Codable {
    /// Its words.
    public var lexical: Double
    /// Its sentences.
    public var syntactic: Double
    /// Its thoughts.
    public var concept: Double
    /// What it takes for known.
    public var cultural: Double

    /// A value from its parts.
    public init(lexical: Double, syntactic: Double, concept: Double, cultural: Double) {
        self.lexical = lexical
        self.syntactic = syntactic
        self.concept = concept
        self.cultural = cultural
    }
}

/// The load of a moment of reading by the contract's formula.
public struct LoadAnswer: Sendable, Hashable, Codable {
    /// A part of the load.
    public struct Factor: Sendable, Hashable, Codable {
        /// 0 to 1.
        public var score: Double
        /// How much it counts.
        public var weight: Double
    }

    /// 0 to 1.
    public var load: Double
    /// `underload`, `optimal` or `overload`.
    public var state: String
    /// What would help.
    public var recommendations: [String]
    /// When.
    public var timestamp: Date
    /// What the figure rests on.
    public var basis: [String]
    /// 0 to 1.
    public var confidence: Double
    /// What made it.
    public var method: Method
    /// What each part adds.
    public var factors: [String: Factor]

    enum CodingKeys: String, CodingKey {
        case state, recommendations, timestamp, basis, confidence, method, factors
        case load = "cognitive_load"
    }
}

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

    /// A value from its parts.
    public init(content: String, currentLoad: Double, targetLoad: Double? = nil, userLevel: String? = nil) {
        self.content = content
        self.currentLoad = currentLoad
        self.targetLoad = targetLoad
        self.userLevel = userLevel
    }

    enum CodingKeys: String, CodingKey {
        case content
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
    /// Each change, so that it can be taken back.
    public var changes: [Change]
    /// What could not be done.
    public var missing: [Missing]
    /// How it should be set.
    public var presentation: Presentation

    enum CodingKeys: String, CodingKey {
        case simplifications, strategy, method, changes, missing, presentation
        case original = "original_content"
        case adapted = "adapted_content"
        case before = "difficulty_before"
        case after = "difficulty_after"
        case difficulty = "content_difficulty"
        case readabilityBefore = "readability_before"
        case readabilityAfter = "readability_after"
    }
}

/// How a reader is doing.
public struct ScaffoldRequest: Sendable, Hashable, Codable {
    /// 0 to 1.
    public var currentLoad: Double
    /// What it should be; 0.7 when nil.
    public var targetLoad: Double?

    /// A value from its parts.
    public init(currentLoad: Double, targetLoad: Double? = nil) {
        self.currentLoad = currentLoad
        self.targetLoad = targetLoad
    }

    enum CodingKeys: String, CodingKey {
        case currentLoad = "current_load"
        case targetLoad = "target_load"
    }
}

/// How much support a reader needs.
public struct ScaffoldAnswer: Sendable, Hashable, Codable {
    /// `increase_support`, `maintain` or `increase_challenge`.
    public var action: String
    /// What would help.
    public var recommendations: [String]
    /// How much.
    public var supportLevel: JSONContent
    /// Why.
    public var reasoning: String
    /// 0 to 1.
    public var currentLoad: Double
    /// 0 to 1.
    public var targetLoad: Double

    enum CodingKeys: String, CodingKey {
        case action, recommendations, reasoning
        case supportLevel = "support_level"
        case currentLoad = "current_load"
        case targetLoad = "target_load"
    }
}

/// How well something was remembered.
public struct ReviewRequest: Sendable, Hashable, Codable {
    /// What.
    public var contentID: String?
    /// 0 to 5.
    public var quality: Int
    /// How often it was remembered in a row.
    public var repetition: Int?
    /// 1.3 to 2.5.
    public var easiness: Double?
    /// The last interval, days.
    public var interval: Int?

    /// A value from its parts.
    public init(
        contentID: String? = nil, quality: Int, repetition: Int? = nil, easiness: Double? = nil,
        interval: Int? = nil
    ) {
        self.contentID = contentID
        self.quality = quality
        self.repetition = repetition
        self.easiness = easiness
        self.interval = interval
    }

    enum CodingKeys: String, CodingKey {
        case quality
        case contentID = "content_id"
        case repetition = "repetition_number"
        case easiness = "easiness_factor"
        case interval = "interval_days"
    }
}

/// When to look at something again.
public struct ReviewAnswer: Sendable, Hashable, Codable {
    /// What.
    public var contentID: String?
    /// When.
    public var next: Date
    /// Days.
    public var interval: Int
    /// 1.3 to 2.5, to be sent back next time.
    public var newEasiness: Double
    /// The same.
    public var easiness: Double
    /// To be sent back next time.
    public var repetition: Int
    /// `supermemo_sm2`.
    public var algorithm: String

    enum CodingKeys: String, CodingKey {
        case algorithm
        case contentID = "content_id"
        case next = "next_review"
        case interval = "interval_days"
        case newEasiness = "new_easiness_factor"
        case easiness = "easiness_factor"
        case repetition = "repetition_number"
    }
}

/// What could be read next.
public struct RecommendationRequest: Sendable, Hashable, Codable {
    /// What is weighed.
    public struct Objective: Sendable, Hashable, Codable {
        /// Such as `relevance`.
        public var name: String
        /// 0 to 1.
        public var weight: Double
        /// Whether more is better.
        public var maximize: Bool
    }

    /// For whom: one's own id, or nil.
    public var userID: String?
    /// What there is.
    public var candidateIDs: [String]
    /// How many, 1 to 50; 10 when nil.
    public var count: Int?
    /// What is weighed; the gateway's own when nil.
    public var objectives: [Objective]?
    /// What is known of the reader and the candidates.
    public var context: JSONContent?

    /// A value from its parts.
    public init(
        userID: String? = nil, candidateIDs: [String], count: Int? = nil, objectives: [Objective]? = nil,
        context: JSONContent? = nil
    ) {
        self.userID = userID
        self.candidateIDs = candidateIDs
        self.count = count
        self.objectives = objectives
        self.context = context
    }

    enum CodingKeys: String, CodingKey {
        case objectives
        case userID = "user_id"
        case candidateIDs = "candidate_ids"
        case count = "top_k"
        case context = "user_context"
    }
}

/// What to read next.
public struct Recommendations: Sendable, Hashable, Codable {
    /// Something to read.
    public struct Entry: Sendable, Hashable, Codable {
        /// What.
        public var contentID: String
        /// 0 to 1.
        public var score: Double
        /// By what was weighed.
        public var scores: [String: Double]
        /// Why.
        public var explanation: [String: String]
        /// 0 to 1.
        public var confidence: Double
        /// 1 is the best.
        public var rank: Int

        enum CodingKeys: String, CodingKey {
            case explanation, confidence, rank
            case contentID = "content_id"
            case score = "overall_score"
            case scores = "objective_scores"
        }
    }

    /// The best first.
    public var recommendations: [Entry]
    /// How many there were.
    public var totalCandidates: Int
    /// What was weighed.
    public var objectivesUsed: [String]
    /// How.
    public var algorithm: String
    /// What made it.
    public var method: Method

    enum CodingKeys: String, CodingKey {
        case recommendations, algorithm, method
        case totalCandidates = "total_candidates"
        case objectivesUsed = "objectives_used"
    }
}
