import Documents

extension RouteDescription {
    static var authHealth: RouteDescription {
        .about(
            "Whether signing in works", "accounts",
            replies: [
                200: .object([
                    "status": .string, "service": .string,
                    "version": .string.optional.about("Not for somebody elsewhere who has not signed in"),
                    "registered": .boolean, "password_required": .boolean,
                    "refusal": .string.nullable.about("Why somebody on this machine has to sign in"),
                ])
            ])
    }

    static var register: RouteDescription {
        .about(
            "Enter the first person, or by an owner another", "accounts",
            body: .object([
                "email": .string, "password": .string(8...128), "display_name": .string.nullable.optional,
                "first_name": .string.nullable.optional, "last_name": .string.nullable.optional,
                "phone_number": .string.nullable.optional, "terms_accepted": .boolean.nullable.optional,
                "privacy_policy_accepted": .boolean.nullable.optional, "role": .string.nullable.optional,
                "person": .integer.nullable.optional, "device_info": .map(.any).nullable.optional,
            ]).closed, replies: [200: .tokens], problems: [400, 403, 409, 422])
    }

    static var login: RouteDescription {
        .about(
            "Sign in", "accounts", body: .credentials, replies: [200: .tokens], problems: [401, 403, 422, 429])
    }

    static var refresh: RouteDescription {
        .about(
            "A new access token; the refresh token changes with it", "accounts",
            body: .object(["refresh_token": .string]).closed, replies: [200: .tokens], problems: [401, 422])
    }

    static var logout: RouteDescription {
        .about(
            "Sign out; the session's tokens are worth nothing from then on", "accounts",
            body: .object(["refresh_token": .string.nullable.optional]).optional,
            replies: [200: .object(["message": .string])], problems: [401, 422])
    }

    static var me: RouteDescription {
        .about("One's own account", "accounts", replies: [200: .account], problems: [401])
    }

    static var changeMe: RouteDescription {
        .about(
            "Change one's own account", "accounts",
            body: .object(["email": .string.nullable.optional, "display_name": .string.nullable.optional]).closed,
            replies: [
                200: .object([
                    "user_id": .string, "email": .string, "display_name": .string.nullable, "updated": .boolean,
                ])
            ], problems: [400, 401])
    }
}

extension Schema {
    /// Who signs in.
    static var credentials: Schema {
        .object([
            "email": .string, "password": .string, "remember_me": .boolean.nullable.optional,
            "device_info": .map(.any).nullable.optional, "client": .string.nullable.optional,
        ]).closed
    }

    /// What signing in gives.
    static var tokens: Schema {
        .named(
            "TokenResponse",
            .object([
                "access_token": .string, "refresh_token": .string, "token_type": .words("bearer"),
                "expires_in": .integer.about("Seconds"), "scope": .words("full_access"),
            ]))
    }

    /// Somebody who can sign in.
    static var account: Schema {
        .named(
            "Account",
            .object([
                "user_id": .string, "email": .string, "email_verified": .boolean,
                "display_name": .string.nullable, "auth_provider": .string, "role": .string,
                "created_s": .seconds.optional,
            ]))
    }
}
