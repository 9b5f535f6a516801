extension Endpoint where Request == Nothing, Reply == ReadingHealthDocument {
    /// What the reading service can do.
    public static var readingHealth: Self {
        Self(.get, "/api/v1/cognitive/health", "What the reading service can do", in: "reading")
    }
}

extension Endpoint where Request == LoadQuestion, Reply == LoadAnswer {
    /// The load of a moment of reading; keeps nothing.
    public static var assessLoad: Self {
        Self(
            .post, "/api/v1/cognitive/assess-load", "The load of a moment of reading", in: "reading",
            detail: "A fixed formula over what is sent and the reader's own baseline. It keeps nothing.",
            problems: [403, 422], isRepeatable: true)
    }
}

extension Endpoint where Request == ScaffoldRequest, Reply == ScaffoldAnswer {
    /// How much support a reader needs; keeps nothing.
    public static var scaffold: Self {
        Self(
            .post, "/api/v1/cognitive/adaptive-scaffold", "How much support a reader needs", in: "reading",
            problems: [422], isRepeatable: true)
    }
}

extension Endpoint where Request == ReviewRequest, Reply == ReviewAnswer {
    /// When to look at something again; keeps nothing.
    public static var scheduleReview: Self {
        Self(
            .post, "/api/v1/cognitive/schedule-review", "When to look at something again, by SM-2", in: "reading",
            detail: "One of quality_score and quality is needed. It keeps nothing: send back what it answers.",
            body: FieldDescription(of: ReviewRequest.self).body.with(
                "anyOf",
                [
                    ["required": ["quality"], "properties": ["quality": ["type": "integer"]]],
                    ["required": ["quality_score"], "properties": ["quality_score": ["type": "integer"]]],
                ]), problems: [403, 422], isRepeatable: true)
    }
}

extension Endpoint where Request == AdaptationRequest, Reply == AdaptationDocument {
    /// An easier text; keeps nothing.
    public static var adaptText: Self {
        Self(
            .post, "/api/v1/cognitive/adapt-content", "An easier text, with each change and why", in: "reading",
            limit: 6 * AdaptationRequest.longest, problems: [413, 422], isRepeatable: true)
    }
}

extension Endpoint where Request == Nothing, Reply == ObjectiveListDocument {
    /// What can be weighed to choose what to read next.
    public static var objectives: Self {
        Self(.get, "/api/v1/recommender/objectives", "What can be weighed", in: "reading")
    }
}

extension Endpoint where Request == RecommendationRequest, Reply == RecommendationDocument {
    /// What to read next; keeps nothing.
    public static var recommend: Self {
        Self(
            .post, "/api/v1/recommender/recommend", "What to read next, ranked by several objectives", in: "reading",
            limit: 1 << 20, problems: [403, 422], isRepeatable: true)
    }
}

extension Endpoint where Request == Nothing, Reply == BreathingListDocument {
    /// One's breathing exercises.
    public static var breathing: Self {
        Self(
            .get, "/api/v1/breathing", "Your breathing exercises, newest first, and when the next may begin",
            in: "breathing")
    }
}

extension Endpoint where Request == BreathingRequest, Reply == BreathingDocument {
    /// Begins a breathing exercise.
    public static var beginBreathing: Self {
        Self(
            .post, "/api/v1/breathing",
            "Begin a breathing exercise; the load is silent until 2 minutes after it", in: "breathing",
            detail: "10 minutes after the last one at the soonest, at most 6 in an hour.", status: 201,
            problems: [403, 422, 429])
    }
}

extension Endpoint where Request == RowRequest, Reply == BreathingDocument {
    /// Ends a breathing exercise.
    public static var stopBreathing: Self {
        Self(
            .post, "/api/v1/breathing/{id}/stop", "End a breathing exercise; answers what it did", in: "breathing",
            problems: [400, 404])
    }

    /// What a breathing exercise did.
    public static var breathingReport: Self {
        Self(
            .get, "/api/v1/breathing/{id}", "What a breathing exercise did", in: "breathing", problems: [400, 404])
    }
}

extension Endpoint where Request == ReadingStartRequest, Reply == ReadingSessionDocument {
    /// Begins a reading session.
    public static var startReading: Self {
        Self(
            .post, "/api/v1/sessions", "Begin a reading session; answers its first assessment", in: "sessions",
            detail: "One that goes on is ended. It is assessed again every 30 s: see the event load.assessed.",
            status: 201, problems: [403, 422])
    }
}

extension Endpoint where Request == ReadingSessionListRequest, Reply == ReadingSessionListDocument {
    /// One's sessions, newest first.
    public static var readingSessions: Self {
        Self(.get, "/api/v1/sessions", "Your sessions, newest first", in: "sessions", problems: [422])
    }
}

extension Endpoint where Request == RowRequest, Reply == ReadingSessionDocument {
    /// One session with its load curve.
    public static var readingSession: Self {
        Self(.get, "/api/v1/sessions/{id}", "One session with its load curve", in: "sessions", problems: [400, 404])
    }

    /// Ends a session.
    public static var stopReading: Self {
        Self(.post, "/api/v1/sessions/{id}/stop", "End a session", in: "sessions", problems: [400, 404])
    }
}

extension Endpoint where Request == ReadingEventsRequest, Reply == ReadingReceiptDocument {
    /// Says what a reader does.
    public static var readingEvents: Self {
        Self(
            .post, "/api/v1/sessions/{id}/events", "Say what a reader does", in: "sessions", limit: 256 << 10,
            problems: [400, 404, 409, 422])
    }
}

extension Endpoint where Request == RowRequest, Reply == Nothing {
    /// Removes a session.
    public static var removeReading: Self {
        Self(.delete, "/api/v1/sessions/{id}", "Remove a session", in: "sessions", problems: [400, 404])
    }
}

extension Endpoint where Request == ReadingTextRequest, Reply == ReadingTextDocument {
    /// The text of a file.
    public static var readingText: Self {
        Self(
            .post, "/api/v1/reading/text", "The text of a file: plain text, Markdown or EPUB", in: "reading",
            detail: "Nothing of it is kept.", limit: 32 << 20,
            body: .body("application/octet-stream").with("minLength", 1), problems: [413, 422], isRepeatable: true)
    }
}
