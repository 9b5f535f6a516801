package import Signals

/// A person who can sign in, as the store keeps it.
package struct AccountRow: Hashable, Sendable {
    /// The person.
    package var person: Person.ID
    /// The name shown to people.
    package var name: String
    /// The address they sign in with.
    package var email: String
    /// The role, by name.
    package var role: String
    /// The hash of the password; nil for one who signs in elsewhere.
    package var password: String?
    /// Who vouches for them elsewhere; nil for a local account.
    package var issuer: String?
    /// The subject at the provider; nil for a local account.
    package var subject: String?
    /// When the account was made.
    package var created: Instant

    /// Memberwise.
    package init(
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
