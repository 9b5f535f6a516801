public import Signals

/// One sign-in, as the store keeps it.
public struct SessionRow: Hashable, Sendable {
    /// The id that tokens name.
    public var id: String
    /// The person who signed in.
    public var person: Person.ID
    /// What its holder presents, by name.
    public var kind: String
    /// Since when, when it was last used, and until when it lasts.
    public var created: Instant, used: Instant, expires: Instant
    /// Whether the person asked to stay signed in.
    public var isRemembered: Bool
    /// The name that the program or browser gave itself.
    public var device: String

    /// Memberwise.
    public init(
        id: String, person: Person.ID, kind: String, created: Instant, used: Instant, expires: Instant,
        isRemembered: Bool, device: String
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
}
