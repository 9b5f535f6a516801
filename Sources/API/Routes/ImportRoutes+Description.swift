import Documents

extension RouteDescription {
    static var addImport: RouteDescription {
        .about(
            "Send a recording", "imports",
            detail:
                "The file is the body; it is decoded while other requests go on. It is kept as whoever sends it brings it, "
                + "apart from what anybody else has of its recorder, and known bytes are known to who brought them "
                + "alone. What the first owner brings is of whoever was said to have worn the recorder then.",
            query: ["name": .string.required.about("The file's name"), "zone": .string.about("Of a recorder's clock")],
            body: .body("application/octet-stream"), replies: [202: .importStatus], problems: [400, 413])
    }

    static var imports: RouteDescription {
        .about(
            "Recordings on their way in, newest first", "imports",
            replies: [200: .object(["imports": .array(.importStatus)])])
    }

    static var importState: RouteDescription {
        .about("How far an import is", "imports", replies: [200: .importStatus], problems: [404])
    }

    static var stopImport: RouteDescription {
        .about("Stop an import", "imports", replies: [204: .none], problems: [404])
    }
}
