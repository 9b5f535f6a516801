import Documents

extension RouteDescription {
    static var health: RouteDescription {
        .about(
            "Whether the gateway works", "about",
            detail: "Somebody elsewhere who has not signed in is told that it is up, and no more.",
            replies: [
                200: .object([
                    "status": .words("ok", "degraded", "up"), "version": .string.optional,
                    "uptime_s": .number.optional, "zone": .string.optional, "store": .map(.any).optional,
                ])
            ])
    }
}
