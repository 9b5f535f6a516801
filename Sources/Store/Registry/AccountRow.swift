public import Signals

/// A person who can sign in, as the store keeps it.
public struct AccountRow: Hashable, Sendable {
    /// The person.
    public var person: Person.ID
    /// The name shown to people.
    public var name: String
    /// The address they sign in with.
    public var email: String
    /// The role, by name.
    public var role: String
    /// The hash of the password; nil for one who signs in elsewhere.
    public var password: String?
    /// Who vouches for them elsewhere; nil for a local account.
    public var issuer: String?
    /// The subject at the provider; nil for a local account.
    public var subject: String?
    /// When the account was made.
    public var created: Instant

    /// Memberwise.
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
