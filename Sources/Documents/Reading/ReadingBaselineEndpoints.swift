extension Endpoint where Request == Nothing, Reply == ReadingBaselineDocument {
    /// How whoever asks usually reads.
    public static var readingBaseline: Self {
        Self(.get, "/api/v1/cognitive/baseline", "How you usually read", in: "reading")
    }
}

extension Endpoint where Request == ReadingBaselineRequest, Reply == ReadingBaselineDocument {
    /// Says how one usually reads.
    public static var setReadingBaseline: Self {
        Self(
            .put, "/api/v1/cognitive/baseline", "Say how you usually read", in: "reading",
            detail: "It counts at once, and sessions go on learning from there.", problems: [422])
    }
}

extension Endpoint where Request == Nothing, Reply == Nothing {
    /// Forgets how whoever asks usually reads.
    public static var deleteReadingBaseline: Self {
        Self(.delete, "/api/v1/cognitive/baseline", "Forget how you usually read", in: "reading")
    }

    /// Figures for a monitor.
    public static var metrics: Self {
        Self(
            .get, "/metrics", access: .owner, "Figures for a monitor, in the text format of Prometheus", in: "gateway",
            reply: .body("text/plain"), problems: [401, 403])
    }
}
