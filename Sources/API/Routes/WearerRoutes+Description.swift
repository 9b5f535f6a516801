import Documents

extension RouteDescription {
    static var wearers: RouteDescription {
        .about("People who wear devices", "people", replies: [200: .object(["wearers": .array(.wearer)])])
    }

    static var addWearer: RouteDescription {
        .about("Enter a person", "people", body: .wearerName, replies: [201: .wearer], problems: [422])
    }

    static var renameWearer: RouteDescription {
        .about(
            "Call a person something else", "people", path: ["id": .rowNumber], body: .wearerName,
            replies: [204: .none],
            problems: [404, 422])
    }

    static var removeWearer: RouteDescription {
        .about("Take a person out", "people", path: ["id": .rowNumber], replies: [204: .none], problems: [404])
    }

    static var wearings: RouteDescription {
        .about(
            "Who wore a device when", "people",
            replies: [
                200: .object([
                    "wearings": .array(
                        .object([
                            "wearer": .object(["id": .integer, "name": .string.nullable]), "start_s": .seconds,
                            "end_s": .seconds.nullable,
                        ]))
                ])
            ], problems: [404])
    }

    static var correctWearing: RouteDescription {
        .about(
            "Say who wore a device", "people",
            body: .object([
                "wearer": .wearerChoice, "start_s": .requestSeconds, "end_s": .requestSeconds,
            ]).closed, replies: [204: .none], problems: [404, 422])
    }
}
