extension Endpoint where Request == InsightRequest, Reply == InsightReplyDocument {
    /// Has an insight written.
    public static var writeInsight: Self {
        Self(
            .post, "/api/v1/insights/generate", "Write an insight from what is kept", in: "insights",
            detail:
                "From the person's own days alone, on this machine; nothing leaves it. What lies inside the noise is not claimed, "
                + "and no diagnosis is made. Where there are no words in a language they are English, and "
                + "metadata.language_fallback says so.")
    }
}

extension Endpoint where Request == InsightOfDayRequest, Reply == InsightReplyDocument {
    /// The insight of the day.
    public static var insightOfDay: Self {
        Self(
            .get, "/api/v1/insights/today", "The insight of the day", in: "insights",
            detail: "Written anew once a night or the day's figures have changed.", problems: [404])
    }
}

extension Endpoint where Request == InsightHistoryRequest, Reply == InsightHistoryDocument {
    /// A page of one's insights.
    public static var insightHistory: Self {
        Self(
            .get, "/api/v1/insights/history/{user_id}", "Your insights, the newest first", in: "insights",
            problems: [403, 404])
    }
}

extension Endpoint where Request == Nothing, Reply == InsightStatusDocument {
    /// Whether insights can be written.
    public static var insightStatus: Self {
        Self(.get, "/api/v1/insights/status", "Who writes insights and whether they can", in: "insights")
    }
}

extension Endpoint where Request == InsightRow, Reply == InsightReplyDocument {
    /// An insight by its name.
    public static var insight: Self {
        Self(.get, "/api/v1/insights/{id}", "An insight", in: "insights", problems: [404])
    }

    /// Puts an insight away.
    public static var dismissInsight: Self {
        Self(
            .post, "/api/v1/insights/{id}/dismiss", "Put an insight away", in: "insights",
            detail: "It stays in the history and is no insight of the day any more.", problems: [404],
            isRepeatable: true)
    }

    /// Takes back an insight that was put away.
    public static var restoreInsight: Self {
        Self(
            .delete, "/api/v1/insights/{id}/dismiss", "Take back an insight that was put away", in: "insights",
            problems: [404])
    }
}

extension Endpoint where Request == DailyInsightRequest, Reply == DailyInsightDocument {
    /// What a day came to, with what it means.
    public static var dailyInsight: Self {
        Self(
            .get, "/api/v1/insights/daily/{date}", "What a day came to, with what it means", in: "insights",
            detail:
                "Of a person and a day there is one. Every figure is as the day's summary tells it; what cannot be known is null, "
                + "and `reasons` says why. `format=short` answers the short form.",
            reply: .one(of: DailyInsightDocument.schema, ShortDailyInsightDocument.schema), problems: [404])
    }
}

extension Endpoint where Request == InsightRow, Reply == Nothing {
    /// Deletes an insight.
    public static var deleteInsight: Self {
        Self(.delete, "/api/v1/insights/{id}", "Delete an insight", in: "insights", problems: [404])
    }
}
