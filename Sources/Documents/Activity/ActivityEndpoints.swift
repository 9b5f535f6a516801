extension Endpoint where Request == ActivityCountsRequest, Reply == ActivityReplyDocument {
    /// Analyses activity counts.
    public static var analyzeActivity: Self {
        Self(
            .post, "/api/v1/pat/analyze", "Analyse activity counts", in: "analyses",
            detail:
                "The night that counts is the last one recorded for 18 hours from noon to noon, or whose sleep is at "
                + "least three quarters of the longest. With “Prefer: respond-async” the answer comes at once, and the "
                + "analysis can be asked for by its id: it is stored.",
            limit: 4 << 20, replies: [202: Reply.schema], problems: [400, 422, 429])
    }
}

extension Endpoint where Request == ActivityStepsRequest, Reply == ActivityReplyDocument {
    /// Analyses steps of each minute.
    public static var analyzeSteps: Self {
        Self(
            .post, "/api/v1/pat/analyze-step-data", "Analyse steps of each minute", in: "analyses", limit: 4 << 20,
            replies: [202: Reply.schema], problems: [400, 422, 429])
    }
}

extension Endpoint where Request == ActivityAnalysisRequest, Reply == StoredActivityAnalysisDocument {
    /// An analysis by its name.
    public static var activityAnalysis: Self {
        Self(.get, "/api/v1/pat/analysis/{processing_id}", "An analysis", in: "analyses", problems: [404])
    }
}

extension Endpoint where Request == ActivityAnalysisRequest, Reply == Nothing {
    /// Stops and forgets an analysis.
    public static var deleteActivityAnalysis: Self {
        Self(
            .delete, "/api/v1/pat/analysis/{processing_id}", "Stop and forget an analysis", in: "analyses",
            problems: [404])
    }
}

extension Endpoint where Request == Nothing, Reply == ActivityHealthDocument {
    /// Whether analyses work.
    public static var activityHealth: Self {
        Self(.get, "/api/v1/pat/health", access: .everybody, "Whether analyses work", in: "analyses")
    }
}

extension Endpoint where Request == Nothing, Reply == ActivityModelsDocument {
    /// Which models there are.
    public static var activityModels: Self {
        Self(.get, "/api/v1/pat/models/info", "Which models there are", in: "analyses")
    }
}
