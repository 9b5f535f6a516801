extension Call where Reply == LoadAnswer {
    /// The load of a moment of reading. It keeps nothing.
    public static func assessLoad(_ question: LoadQuestion) throws -> Self {
        try Self("POST", "/api/v1/cognitive/assess-load", json: question).keepingNothing
    }
}

extension Call where Reply == Adaptation {
    /// An easier text, with each change and why. It keeps nothing.
    public static func adaptContent(_ request: AdaptationRequest) throws -> Self {
        try Self("POST", "/api/v1/cognitive/adapt-content", json: request).keepingNothing
    }
}

extension Call where Reply == ScaffoldAnswer {
    /// How much support a reader needs. It keeps nothing.
    public static func scaffold(_ request: ScaffoldRequest) throws -> Self {
        try Self("POST", "/api/v1/cognitive/adaptive-scaffold", json: request).keepingNothing
    }
}

extension Call where Reply == ReviewAnswer {
    /// When to look at something again. It keeps nothing: send back what it answers.
    public static func scheduleReview(_ request: ReviewRequest) throws -> Self {
        try Self("POST", "/api/v1/cognitive/schedule-review", json: request).keepingNothing
    }
}

extension Call where Reply == Recommendations {
    /// What to read next. It keeps nothing.
    public static func recommend(_ request: RecommendationRequest) throws -> Self {
        try Self("POST", "/api/v1/recommender/recommend", json: request).keepingNothing
    }
}

extension Call {
    /// The same request, marked as one that may be sent again because it changes nothing.
    var keepingNothing: Self {
        var endpoint = self
        endpoint.isSafe = true
        return endpoint
    }
}
