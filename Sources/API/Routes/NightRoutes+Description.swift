extension RouteDescription {
    static var nights: RouteDescription {
        .about(
            "Nights, newest first", "nights",
            query: ["from": .date, "to": .date, "limit": .integer(1...1000), "cursor": .nightCursor],
            replies: [200: .object(["nights": .array(.nightEntry), "next_cursor": .string.nullable.optional])],
            problems: [400, 422])
    }

    static var night: RouteDescription {
        .about(
            "A night", "nights", detail: "{date} is the day of waking up, or latest.", path: nightDate,
            query: ["device": .string], replies: [200: .night], problems: [400, 404])
    }

    static var exportNight: RouteDescription {
        .about(
            "A night as a file", "exports", path: nightDate, query: exportQuery(true), replies: [200: .file],
            problems: [400, 404, 409, 429, 503])
    }

    static var nightVersions: RouteDescription {
        .about(
            "The scorings of a night, each held against the shown one", "nights", path: nightDate,
            query: ["device": .string], replies: [200: .object(["versions": .array(.any)])], problems: [400, 404])
    }

    static var rescoreNight: RouteDescription {
        .about(
            "Score a night again by this version", "nights",
            detail:
                "From the stored epochs, or the bytes of the recording. Earlier versions and what people said stay.",
            path: nightDate, query: ["device": .string],
            replies: [
                200: .object([
                    "nights": .array(
                        .object([
                            "date": .date, "device": .string, "source": .string,
                            "outcome": .words("identical", "changed", "new_version", "unavailable"),
                            "reason": .string.nullable, "edited": .boolean,
                            "methods": .array(.object(["name": .string, "version": .integer])), "difference": .any,
                        ]))
                ])
            ], problems: [400, 404, 409])
    }

    static var editNight: RouteDescription {
        .about(
            "Say when a night's sleep was", "nights", path: nightDate, query: ["device": .string],
            body: .object([
                "sleep_start_s": .seconds, "sleep_end_s": .seconds, "lights_out_s": .requestSeconds,
            ]).closed, replies: [204: .none], problems: [400, 404, 422])
    }

    static var uneditNight: RouteDescription {
        .about(
            "Take back what was said of a night", "nights", path: nightDate, query: ["device": .string],
            replies: [204: .none], problems: [400, 404])
    }

    /// The day of waking up.
    private static var nightDate: [String: Schema] { ["date": .one(of: .words("latest"), .date)] }
}
