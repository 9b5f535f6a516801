import Documents

extension RouteDescription {
    static var live: RouteDescription {
        .about(
            "Everything as it is now", "live",
            replies: [
                200: .object(["now_s": .seconds, "devices": .array(.any), "home": .map(.any), "recent": .map(.any)])
            ])
    }
}
