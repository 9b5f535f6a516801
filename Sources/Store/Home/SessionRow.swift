public import Signals

/// One sign-in, as the store keeps it.
public struct SessionRow: Hashable, Sendable {
    /// What it is called in tokens.
    public var id: String
    /// Whose.
    public var person: Person.ID
    /// The word for what is handed out for it.
    public var kind: String
    /// Since when, when it was last used, and until when it lasts.
    public var created: Instant, used: Instant, expires: Instant
    /// Whether it was asked to last.
    public var isRemembered: Bool
    /// What the program says it is.
    public var device: String

    /// A row from its parts.
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
