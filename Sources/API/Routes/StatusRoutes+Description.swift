extension RouteDescription {
    static var health: RouteDescription {
        .about(
            "Whether the gateway works", "about",
            replies: [
                200: .object([
                    "status": .words("ok", "degraded"), "version": .string, "uptime_s": .number, "zone": .string,
                    "store": .map(.any),
                ])
            ], isPublic: true)
    }
}
