public import Signals

/// One sign-in: a program with its tokens or a browser with its cookie.
public struct Session: Hashable, Sendable, Identifiable {
    /// What the holder of a session presents.
    public enum Kind: String, Hashable, Sendable {
        /// An access token and refresh tokens that replace one another.
        case token
        /// A cookie.
        case cookie
    }

    /// 32 hexadecimal digits; stands in access tokens.
    public var id: String
    /// The person who signed in.
    public var person: Int64
    /// What its holder presents.
    public var kind: Kind
    /// When the person signed in.
    public var created: Instant
    /// When it was last renewed, or a cookie last seen, within some minutes.
    public var used: Instant
    /// Until when it can be used unless it is renewed.
    public var expires: Instant
    /// Whether the person asked to stay signed in, which makes the session last longer.
    public var isRemembered: Bool
    /// The name that the program or browser gave itself, for the list of sessions.
    public var device: String

    /// Memberwise.
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
