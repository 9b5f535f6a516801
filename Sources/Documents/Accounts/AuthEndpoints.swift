extension Endpoint where Request == Nothing, Reply == AuthHealthDocument {
    /// Whether signing in works, and whether one must.
    public static var authHealth: Self {
        Self(.get, "/api/v1/auth/health", access: .everybody, "Whether signing in works", in: "accounts")
    }
}

extension Endpoint where Request == RegisterRequest, Reply == TokensDocument {
    /// Enters the first person, or by an owner another, and signs them in.
    public static var register: Self {
        Self(
            .post, "/api/v1/auth/register", access: .everybody, "Enter the first person, or by an owner another",
            in: "accounts", faultStatus: 400, problems: [400, 403, 404, 409, 422])
    }
}

extension Endpoint where Request == LoginRequest, Reply == TokensDocument {
    /// Signs a program in.
    public static var login: Self {
        Self(
            .post, "/api/v1/auth/login", access: .everybody, "Sign in", in: "accounts",
            problems: [401, 403, 422, 429], takesToken: false)
    }
}

extension Endpoint where Request == RefreshRequest, Reply == TokensDocument {
    /// The next tokens.
    public static var refresh: Self {
        Self(
            .post, "/api/v1/auth/refresh", access: .everybody,
            "A new access token; the refresh token changes with it", in: "accounts", problems: [401, 422],
            takesToken: false)
    }
}

extension Endpoint where Request == LogoutRequest, Reply == MessageDocument {
    /// Ends a session.
    public static var logout: Self {
        Self(
            .post, "/api/v1/auth/logout", access: .everybody,
            "Sign out; the session's tokens are worth nothing from then on", in: "accounts", needsBody: false,
            problems: [401, 422])
    }
}

extension Endpoint where Request == Nothing, Reply == AccountDocument {
    /// One's own account.
    public static var me: Self {
        Self(.get, "/api/v1/auth/me", "One's own account", in: "accounts", problems: [401])
    }
}

extension Endpoint where Request == ChangeAccountRequest, Reply == ChangedAccountDocument {
    /// Changes one's own account.
    public static var changeMe: Self {
        Self(
            .put, "/api/v1/auth/me", "Change one's own account", in: "accounts", faultStatus: 400,
            problems: [400, 401])
    }
}
