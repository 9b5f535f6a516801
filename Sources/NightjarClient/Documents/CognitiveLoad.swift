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
