extension Endpoint where Request == Nothing, Reply == GatewayHealthDocument {
    /// Whether the gateway works.
    public static var health: Self {
        Self(
            .get, "/api/v1/health", access: .everybody, "Whether the gateway works", in: "about",
            detail: "Somebody elsewhere who has not signed in is told that it is up, and no more.")
    }
}

extension Endpoint where Request == Nothing, Reply == MadeUpDocument {
    /// What is made up in the store.
    public static var madeUp: Self {
        Self(
            .get, "/api/v1/demo", access: .owner, "How much is made up in the store, and whether all of it is",
            in: "about")
    }

    /// Deletes what a demonstration has left among a person's own data.
    public static var removeMadeUp: Self {
        Self(
            .delete, "/api/v1/demo", access: .owner, "Delete what a demonstration has left among own data", in: "about",
            detail: "The store of a demonstration is thrown away as a whole, by `nightjar demo remove`.",
            problems: [404, 409])
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
