/// Who signs in.
public struct Login: Sendable, Hashable, Codable {
    /// The address.
    public var email: String
    /// The password.
    public var password: String
    /// Whether the session outlives the program.
    public var rememberMe: Bool
    /// What is signing in.
    public var deviceInfo: [String: String]?

    /// A value from its parts.
    public init(email: String, password: String, rememberMe: Bool, deviceInfo: [String: String]? = nil) {
        self.email = email
        self.password = password
        self.rememberMe = rememberMe
        self.deviceInfo = deviceInfo
    }

    enum CodingKeys: String, CodingKey {
        case email, password
        case rememberMe = "remember_me"
        case deviceInfo = "device_info"
    }
}

/// Who is entered.
public struct Registration: Sendable, Hashable, Codable {
    /// The address.
    public var email: String
    /// The password, 8 characters at least.
    public var password: String
    /// What others see.
    public var displayName: String?

    /// A value from its parts.
    public init(email: String, password: String, displayName: String? = nil) {
        self.email = email
        self.password = password
        self.displayName = displayName
    }

    enum CodingKeys: String, CodingKey {
        case email, password
        case displayName = "display_name"
    }
}

/// What a gateway gives who signs in.
public struct TokenReply: Sendable, Hashable, Codable {
    /// What each request carries.
    public var accessToken: String
    /// What the next tokens are asked for with, once.
    public var refreshToken: String
    /// `bearer`.
    public var tokenType: String
    /// Seconds for which the access token holds.
    public var expiresIn: Double
    /// What it allows.
    public var scope: String?

    enum CodingKeys: String, CodingKey {
        case scope
        case accessToken = "access_token"
        case refreshToken = "refresh_token"
        case tokenType = "token_type"
        case expiresIn = "expires_in"
    }
}

/// Asks for the next tokens.
public struct RefreshToken: Sendable, Hashable, Codable {
    /// The token that is good for this once.
    public var refreshToken: String

    /// A value from its parts.
    public init(refreshToken: String) {
        self.refreshToken = refreshToken
    }

    enum CodingKeys: String, CodingKey {
        case refreshToken = "refresh_token"
    }
}

/// Who is signed in.
public struct Account: Sendable, Hashable, Codable {
    /// The id.
    public var userID: String
    /// The address.
    public var email: String
    /// Whether it is known to be theirs.
    public var isEmailVerified: Bool
    /// What others see.
    public var displayName: String?
    /// Who vouches for them: `local` or `oidc`.
    public var authProvider: String
    /// `patient`, `clinician`, `researcher` or `admin`.
    public var role: String?

    enum CodingKeys: String, CodingKey {
        case email, role
        case userID = "user_id"
        case isEmailVerified = "email_verified"
        case displayName = "display_name"
        case authProvider = "auth_provider"
    }
}

/// What a person changes of themself; nil leaves as it is.
public struct AccountChange: Sendable, Hashable, Codable {
    /// What others see.
    public var displayName: String?
    /// The address.
    public var email: String?

    /// A value from its parts.
    public init(displayName: String? = nil, email: String? = nil) {
        self.displayName = displayName
        self.email = email
    }

    enum CodingKeys: String, CodingKey {
        case email
        case displayName = "display_name"
    }
}

/// A person after a change.
public struct ChangedAccount: Sendable, Hashable, Codable {
    /// The id.
    public var userID: String
    /// The address.
    public var email: String
    /// What others see.
    public var displayName: String?
    /// Whether anything changed.
    public var isUpdated: Bool

    enum CodingKeys: String, CodingKey {
        case email
        case userID = "user_id"
        case displayName = "display_name"
        case isUpdated = "updated"
    }
}

/// What a gateway says.
public struct Message: Sendable, Hashable, Codable {
    /// The text.
    public var message: String
}

/// Whether people can sign in.
public struct AuthHealth: Sendable, Hashable, Codable {
    /// `healthy`, or what is wrong in a word.
    public var status: String
    /// The part of the gateway.
    public var service: String
    /// Its version; nil for somebody elsewhere who has not signed in.
    public var version: String?
    /// Whether there is an owner yet.
    public var isRegistered: Bool?
    /// Whether this machine asks for a password.
    public var isPasswordRequired: Bool?
    /// Why somebody on the gateway's own machine has to sign in all the same.
    public var refusal: String?

    enum CodingKeys: String, CodingKey {
        case status, service, version, refusal
        case isRegistered = "registered"
        case isPasswordRequired = "password_required"
    }
}
