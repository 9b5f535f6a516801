/// What signing in gives a program.
public struct TokensDocument: Document {
    public static var title: String? { "TokenResponse" }

    /// What each request carries, as `Authorization: Bearer`.
    public var accessToken: SecretText = ""
    /// What the next tokens are asked for with, once.
    public var refreshToken: SecretText = ""
    /// How the access token is sent.
    public var type: TokenType? = .bearer
    /// For how many seconds the access token holds.
    public var expiresIn = 0
    /// What it allows.
    public var scope: TokenScope? = .full

    public init() {}

    public mutating func fields(_ fields: inout some FieldVisitor) {
        fields.field("access_token", &accessToken)
        fields.field("refresh_token", &refreshToken)
        fields.word("token_type", &type)
        fields.field("expires_in", &expiresIn, .integer.about("Seconds"))
        fields.word("scope", &scope)
    }
}

/// How an access token is sent.
public enum TokenType: String, Word {
    /// As `Authorization: Bearer` (RFC 6750).
    case bearer
}

/// What an access token allows.
public enum TokenScope: String, Word {
    /// All that the person may do.
    case full = "full_access"
}
