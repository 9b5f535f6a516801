public import Signals

/// A person who can sign in, as the store keeps it.
public struct AccountRow: Hashable, Sendable {
    /// Who.
    public var person: Person.ID
    /// What they are called.
    public var name: String
    /// The address they sign in with.
    public var email: String
    /// The word for what they may do.
    public var role: String
    /// The hash of the password; nil for one who signs in elsewhere.
    public var password: String?
    /// Who vouches for them elsewhere; nil for a local account.
    public var issuer: String?
    /// Under which name; nil for a local account.
    public var subject: String?
    /// Since when.
    public var created: Instant

    /// A row from its parts.
    public init(
        person: Person.ID, name: String, email: String, role: String, password: String?, issuer: String?,
        subject: String?, created: Instant
    ) {
        self.person = person
        self.name = name
        self.email = email
        self.role = role
        self.password = password
        self.issuer = issuer
        self.subject = subject
        self.created = created
    }
}
