extension Endpoint where Request == Nothing, Reply == GatewayHealthDocument {
    /// Whether the gateway works.
    public static var health: Self {
        Self(
            .get, "/api/v1/health", access: .everybody, "Whether the gateway works", in: "about",
            detail: "Somebody elsewhere who has not signed in is told that it is up, and no more.")
    }
}

extension Endpoint where Request == AlertListRequest, Reply == AlertListDocument {
    /// What the owner must hear of.
    public static var alerts: Self { Self(.get, "/api/v1/alerts", "Alerts, newest first", in: "alerts") }
}

extension Endpoint where Request == RowRequest, Reply == AlertDocument {
    /// Notes that somebody saw an alert.
    public static var acknowledgeAlert: Self {
        Self(
            .post, "/api/v1/alerts/{id}/acknowledge", "Note that an alert was seen", in: "alerts",
            problems: [400, 404])
    }
}
