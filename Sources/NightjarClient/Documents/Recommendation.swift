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
