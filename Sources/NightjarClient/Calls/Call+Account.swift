extension Call where Reply == TokenReply {
    /// Signs in; ``AuthSession`` does this.
    static func login(_ login: Login) throws -> Self { try open(Self("POST", "/api/v1/auth/login", json: login)) }

    /// Enters a person; ``AuthSession`` does this.
    static func register(_ registration: Registration) throws -> Self {
        try open(Self("POST", "/api/v1/auth/register", json: registration))
    }

    /// Asks for the next tokens; ``AuthSession`` does this.
    static func refresh(refreshToken: String) throws -> Self {
        try open(Self("POST", "/api/v1/auth/refresh", json: RefreshToken(refreshToken: refreshToken)))
    }

    private static func open(_ endpoint: Self) -> Self {
        var endpoint = endpoint
        endpoint.isPublic = true
        return endpoint
    }
}

extension Call where Reply == Message {
    /// Ends a session at the gateway; ``AuthSession`` does this.
    static func logout(refreshToken: String, accessToken: String) throws -> Self {
        var endpoint = try Self("POST", "/api/v1/auth/logout", json: RefreshToken(refreshToken: refreshToken))
        endpoint.isPublic = true
        endpoint.token = accessToken
        return endpoint
    }
}

extension Call where Reply == Account {
    /// Who is signed in.
    public static var me: Self { Self("GET", "/api/v1/auth/me") }
}

extension Call where Reply == ChangedAccount {
    /// Changes who is signed in.
    public static func changeMe(_ change: AccountChange) throws -> Self {
        try Self("PUT", "/api/v1/auth/me", json: change)
    }
}

extension Call where Reply == AuthHealth {
    /// Whether people can sign in, and whether they must.
    public static var authHealth: Self {
        var endpoint = Self("GET", "/api/v1/auth/health")
        endpoint.isPublic = true
        return endpoint
    }
}

extension Call where Reply == AuthSessions {
    /// The sessions of who is signed in.
    public static var authSessions: Self { Self("GET", "/api/v1/auth/sessions") }
}

extension Call where Reply == NoReply {
    /// Ends one session.
    public static func endSession(_ id: String) -> Self { Self("DELETE", "/api/v1/auth/sessions/\(escape(id))") }
}
