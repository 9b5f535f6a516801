import Documents

extension RouteDescription {
    static var deviceProfiles: RouteDescription {
        .about(
            "Files that say how to talk to devices", "devices",
            replies: [
                200: .object([
                    "profiles": .array(
                        .object(["id": .string, "revision": .integer, "name": .string, "own": .boolean])),
                    "problems": .array(.object(["file": .string, "message": .string])),
                ])
            ])
    }
}
