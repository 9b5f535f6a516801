package import Signals

/// One sign-in, as the store keeps it.
package struct SessionRow: Hashable, Sendable {
    /// The id that tokens name.
    package var id: String
    /// The person who signed in.
    package var person: Person.ID
    /// What its holder presents, by name.
    package var kind: String
    /// Since when, when it was last used, and until when it lasts.
    package var created: Instant, used: Instant, expires: Instant
    /// Whether the person asked to stay signed in.
    package var isRemembered: Bool
    /// The name that the program or browser gave itself.
    package var device: String

    /// Memberwise.
    package init(
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
