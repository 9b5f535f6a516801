package import Signals

/// A person who can sign in.
package struct Account: Hashable, Sendable, Identifiable {
    /// The number of the person in the store; 0 before it has one.
    package var id: Int64
    /// The address they sign in with, in lower case.
    package var email: String
    /// What they are called.
    package var displayName: String
    /// What they may do on the gateway.
    package var role: Role
    /// The Argon2id hash of the password, as libsodium writes it; nil for one who signs in elsewhere.
    package var passwordHash: String?
    /// Who vouches for them elsewhere, and under which name; nil for a local account.
    package var external: External?
    /// When the account was made.
    package var created: Instant

    /// An identity at an OpenID provider.
    package struct External: Hashable, Sendable {
        /// The provider: the `iss` of its ID tokens.
        package var issuer: String
        /// The person there: the `sub` of their ID tokens.
        package var subject: String

        /// Memberwise.
        package init(issuer: String, subject: String) {
            self.issuer = issuer
            self.subject = subject
        }
    }

    /// Memberwise; what is not given has its default.
    package init(
        id: Int64 = 0, email: String, displayName: String, role: Role, passwordHash: String? = nil,
        external: External? = nil, created: Instant
    ) {
        self.id = id
        self.email = email
        self.displayName = displayName
        self.role = role
        self.passwordHash = passwordHash
        self.external = external
        self.created = created
    }
}
