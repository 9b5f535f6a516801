import Documents

extension RouteDescription {
    static var beginSession: RouteDescription {
        .about(
            "Sign in to a session by cookie, as the dashboard does", "accounts", body: .credentials,
            replies: [200: .account], problems: [401, 429])
    }

    static var acceptInvitation: RouteDescription {
        .about(
            "Sign in by the code that an owner shows, once", "accounts", body: .object(["token": .string]).closed,
            replies: [200: .account], problems: [401])
    }

    static var external: RouteDescription {
        .about(
            "Sign in by the ID token of an OpenID provider", "accounts",
            body: .object(["id_token": .string, "device_info": .map(.any).nullable.optional]).closed,
            replies: [200: .tokens], problems: [401, 403, 429])
    }

    static var sessions: RouteDescription {
        .about(
            "One's own sessions", "accounts",
            replies: [
                200: .object([
                    "sessions": .array(
                        .object([
                            "id": .string, "kind": .string, "device": .string.nullable, "created_s": .seconds,
                            "used_s": .seconds.nullable, "expires_s": .seconds.nullable, "current": .boolean,
                        ]))
                ])
            ], problems: [401])
    }

    static var endSession: RouteDescription {
        .about("End a session", "accounts", replies: [204: .none], problems: [401, 404])
    }

    static var changePassword: RouteDescription {
        .about(
            "Change one's own password", "accounts",
            body: .object(["current_password": .string.nullable.optional, "new_password": .string]).closed,
            replies: [204: .none], problems: [401, 422])
    }
}
