extension Endpoint where Request == NightListRequest, Reply == NightListDocument {
    /// Nights, newest first.
    public static var nights: Self {
        Self(.get, "/api/v1/nights", "Nights, newest first", in: "nights", problems: [400, 422])
    }
}

extension Endpoint where Request == NightRequest, Reply == NightDocument {
    /// One night.
    public static var night: Self {
        Self(
            .get, "/api/v1/nights/{date}", "A night", in: "nights",
            detail: "{date} is the day of waking up, or latest.", problems: [400, 404])
    }
}

extension Endpoint where Request == NightRequest, Reply == NightVersionsDocument {
    /// The scorings of a night.
    public static var nightVersions: Self {
        Self(
            .get, "/api/v1/nights/{date}/versions", "The scorings of a night, each held against the shown one",
            in: "nights", problems: [400, 404])
    }
}

extension Endpoint where Request == NightRequest, Reply == NightRescoringDocument {
    /// Scores a night again by this version.
    public static var rescoreNight: Self {
        Self(
            .post, "/api/v1/nights/{date}/rescore", "Score a night again by this version", in: "nights",
            detail:
                "From the stored epochs, or the bytes of the recording. Earlier versions and what people said stay.",
            problems: [400, 404, 409])
    }
}

extension Endpoint where Request == NightEditRequest, Reply == Nothing {
    /// Corrects the sleep period of a night.
    public static var editNight: Self {
        Self(
            .post, "/api/v1/nights/{date}/edit", "Say when a night's sleep was", in: "nights",
            problems: [400, 404, 422])
    }
}

extension Endpoint where Request == NightRequest, Reply == Nothing {
    /// Takes the correction of a night back.
    public static var uneditNight: Self {
        Self(
            .delete, "/api/v1/nights/{date}/edit", "Take back what was said of a night", in: "nights",
            problems: [400, 404])
    }
}
