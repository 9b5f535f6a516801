public import Signals

/// One sign-in: a program with its tokens or a browser with its cookie.
public struct Session: Hashable, Sendable, Identifiable {
    /// What is handed out for it.
    public enum Kind: String, Hashable, Sendable {
        /// An access token and refresh tokens that replace one another.
        case token
        /// A cookie.
        case cookie
    }

    /// 32 hexadecimal digits; stands in access tokens.
    public var id: String
    /// Whose.
    public var person: Int64
    /// What is handed out for it.
    public var kind: Kind
    /// Since when.
    public var created: Instant
    /// When it was last renewed, or a cookie last seen, within some minutes.
    public var used: Instant
    /// Until when it can be used unless it is renewed.
    public var expires: Instant
    /// Whether it was asked to last.
    public var isRemembered: Bool
    /// What the program or browser says it is.
    public var device: String

    /// A session from its parts.
    public init(
        id: String, person: Int64, kind: Kind, created: Instant, used: Instant, expires: Instant, isRemembered: Bool,
        device: String
    ) {
        self.id = id
        self.person = person
        self.kind = kind
        self.created = created
        self.used = used
        self.expires = expires
        self.isRemembered = isRemembered
        self.device = device
    }

    /// Seconds for which a session lasts after it was last renewed.
    static func lifetime(isRemembered: Bool) -> Double { isRemembered ? 60 * 86_400 : 86_400 }
}
