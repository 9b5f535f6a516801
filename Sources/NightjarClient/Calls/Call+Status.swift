extension Call where Reply == GatewayHealth {
    /// Whether the gateway works.
    public static var health: Self {
        var endpoint = Self("GET", "/api/v1/health")
        endpoint.isPublic = true
        return endpoint
    }
}

extension Call where Reply == LiveSnapshot {
    /// The live page's content, once.
    public static var live: Self { Self("GET", "/api/v1/live") }
}

extension Call where Reply == NoReply {
    /// The live events; see ``NightjarClient/events(_:after:)``.
    public static var liveStream: Self { Self("GET", "/api/v1/live/stream") }
}

extension Call where Reply == AlertList {
    /// What the owner must hear of; with `all` also what is over.
    public static func alerts(all: Bool = false) -> Self {
        Self("GET", "/api/v1/alerts", query: [("all", all ? "true" : nil)])
    }
}

extension Call where Reply == Alert {
    /// Says that somebody saw an alert.
    public static func acknowledgeAlert(_ id: Int) -> Self { Self("POST", "/api/v1/alerts/\(id)/acknowledge") }
}
