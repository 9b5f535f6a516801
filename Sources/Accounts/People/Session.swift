package import Signals

/// One sign-in: a program with its tokens or a browser with its cookie.
package struct Session: Hashable, Sendable, Identifiable {
    /// What the holder of a session presents.
    package enum Kind: String, Hashable, Sendable {
        /// An access token and refresh tokens that replace one another.
        case token
        /// A cookie.
        case cookie
    }

    /// 32 hexadecimal digits; stands in access tokens.
    package var id: String
    /// The person who signed in.
    package var person: Int64
    /// What its holder presents.
    package var kind: Kind
    /// When the person signed in.
    package var created: Instant
    /// When it was last renewed, or a cookie last seen, within some minutes.
    package var used: Instant
    /// Until when it can be used unless it is renewed.
    package var expires: Instant
    /// Whether the person asked to stay signed in, which makes the session last longer.
    package var isRemembered: Bool
    /// The name that the program or browser gave itself, for the list of sessions.
    package var device: String

    /// Memberwise.
    package init(
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
