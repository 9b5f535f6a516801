/// Who signs in, by a password.
public struct LoginRequest: Document {
    public static var isClosed: Bool { true }

    /// The address.
    public var email = ""
    /// The password.
    public var password: SecretText = ""
    /// Whether the session lasts 60 days instead of one.
    public var isRemembered = false
    /// What is signing in, for the list of sessions: `device_name`, `name`, `model`, `platform` and `os_version` are shown.
    public var deviceInfo: [String: JSONValue]?
    /// Not kept.
    public var client: String?

    public init() {}

    /// Somebody who signs in.
    /// - Parameters:
    ///   - email: the address.
    ///   - password: the password.
    ///   - isRemembered: whether the session lasts 60 days instead of one.
    ///   - device: what is signing in, for the list of sessions.
    public init(email: String, password: SecretText, isRemembered: Bool = false, device: String? = nil) {
        (self.email, self.password, self.isRemembered) = (email, password, isRemembered)
        deviceInfo = device.map { ["name": .string($0)] }
    }

    public mutating func fields(_ fields: inout some FieldVisitor) {
        fields.field("email", &email, .email)
        fields.field("password", &password, .sentSecret)
        fields.field("remember_me", &isRemembered, .boolean.nullable.optional)
        fields.optional("device_info", &deviceInfo, .map(.any).nullable)
        fields.optional("client", &client, .string.nullable)
    }
}

/// Asks for the next tokens.
public struct RefreshRequest: Document {
    public static var isClosed: Bool { true }

    /// The refresh token that came with the access token; it is good for this once.
    public var refreshToken: SecretText = ""

    public init() {}

    /// Asks for the next tokens.
    public init(_ refreshToken: SecretText) { self.refreshToken = refreshToken }

    public mutating func fields(_ fields: inout some FieldVisitor) {
        fields.field("refresh_token", &refreshToken, .sentSecret.with("minLength", 1))
    }
}

/// Which session ends.
public struct LogoutRequest: Document {
    public static var isClosed: Bool { true }

    /// Its refresh token; nil for the session of the access token or the cookie.
    public var refreshToken: SecretText?

    public init() {}

    /// Ends the session of a refresh token.
    public init(_ refreshToken: SecretText) { self.refreshToken = refreshToken }

    public mutating func fields(_ fields: inout some FieldVisitor) {
        fields.optional("refresh_token", &refreshToken, .sentSecret.nullable)
    }
}

/// Signs in by the code that an owner shows.
public struct AcceptInvitationRequest: Document {
    public static var isClosed: Bool { true }

    /// What the code holds, good for once.
    public var token: SecretText = ""

    public init() {}

    /// Signs in by what a code holds.
    public init(_ token: SecretText) { self.token = token }

    public mutating func fields(_ fields: inout some FieldVisitor) { fields.field("token", &token, .sentSecret) }
}

/// Signs in by what an OpenID provider says.
public struct ExternalLoginRequest: Document {
    public static var isClosed: Bool { true }

    /// The ID token.
    public var idToken: SecretText = ""
    /// Not kept.
    public var deviceInfo: [String: JSONValue]?

    public init() {}

    /// Signs in by an ID token.
    public init(_ idToken: SecretText) { self.idToken = idToken }

    public mutating func fields(_ fields: inout some FieldVisitor) {
        fields.field("id_token", &idToken, .sentSecret)
        fields.optional("device_info", &deviceInfo, .map(.any).nullable)
    }
}
