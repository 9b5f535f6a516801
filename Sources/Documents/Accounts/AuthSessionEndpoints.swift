extension Endpoint where Request == LoginRequest, Reply == AccountDocument {
    /// Signs a browser in: the answer sets its cookies.
    public static var beginSession: Self {
        Self(
            .post, "/api/v1/auth/session", access: .everybody,
            "Sign in to a session by cookie, as the dashboard does", in: "accounts", problems: [401, 422, 429],
            takesToken: false)
    }
}

extension Endpoint where Request == AcceptInvitationRequest, Reply == AccountDocument {
    /// Signs a browser in by the code that an owner shows: the answer sets its cookies.
    public static var acceptInvitation: Self {
        Self(
            .post, "/api/v1/auth/invitation", access: .everybody, "Sign in by the code that an owner shows, once",
            in: "accounts", problems: [401, 422], takesToken: false)
    }
}

extension Endpoint where Request == ExternalLoginRequest, Reply == TokensDocument {
    /// Signs a program in by what an OpenID provider says.
    public static var externalLogin: Self {
        Self(
            .post, "/api/v1/auth/external", access: .everybody, "Sign in by the ID token of an OpenID provider",
            in: "accounts", problems: [401, 403, 422, 429], takesToken: false)
    }
}

extension Endpoint where Request == Nothing, Reply == AuthSessionListDocument {
    /// One's own sessions.
    public static var authSessions: Self {
        Self(.get, "/api/v1/auth/sessions", "One's own sessions", in: "accounts", problems: [401])
    }
}

extension Endpoint where Request == AuthSessionRequest, Reply == Nothing {
    /// Ends one of one's own sessions.
    public static var endAuthSession: Self {
        Self(.delete, "/api/v1/auth/sessions/{id}", "End a session", in: "accounts", problems: [401, 404])
    }
}

extension Endpoint where Request == ChangePasswordRequest, Reply == Nothing {
    /// Changes one's own password and ends one's other sessions.
    public static var changePassword: Self {
        // Once it is changed, the password that is sent along is wrong.
        Self(
            .put, "/api/v1/auth/password", "Change one's own password", in: "accounts", problems: [401, 422],
            isRepeatable: false)
    }
}
