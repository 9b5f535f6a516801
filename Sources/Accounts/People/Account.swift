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

extension Account {
    /// Characters of a password: at least as NIST SP 800-63B section 5.1.1.2 asks, at most so many that hashing them is
    /// no burden.
    package static let passwordLengths = 8...256

    /// An address in the form in which accounts are told apart.
    /// - Throws: ``AccountError/invalid(field:_:)`` for what is no address.
    static func checked(email text: String) throws -> String {
        let email = text.lowercased()
        let parts = email.split(separator: "@", omittingEmptySubsequences: false)
        let isPlain = email.unicodeScalars.allSatisfy {
            $0.value > 0x20 && $0.value != 0x7F && !$0.properties.isWhitespace
                && !"<>\",;:\\".unicodeScalars.contains($0)
        }
        guard parts.count == 2, (1...64).contains(parts[0].utf8.count), isPlain, email.utf8.count <= 254,
            let domain = parts.last, !domain.isEmpty, !domain.hasPrefix("."), !domain.hasSuffix("."),
            !domain.contains("..")
        else { throw AccountError.invalid(field: "email", "“email” must be an address such as ada@example.org.") }
        return email
    }

    /// - Throws: ``AccountError/invalid(field:_:)`` for a password that is too short or too long.
    static func check(password: String) throws {
        guard passwordLengths.contains(password.count), password.utf8.count <= 1024 else {
            throw AccountError.invalid(
                field: "password",
                "“password” must have \(passwordLengths.lowerBound) to \(passwordLengths.upperBound) characters.")
        }
    }

    /// A name without blanks at its ends or several in a row.
    /// - Throws: ``AccountError/invalid(field:_:)`` for an empty or very long one.
    static func checked(displayName text: String) throws -> String {
        let name = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        guard !name.isEmpty, name.count <= 100, name.utf8.count <= 200,
            !name.unicodeScalars.contains(where: String.isHarmful)
        else { throw AccountError.invalid(field: "display_name", "“display_name” must have 1 to 100 characters.") }
        return name
    }
}
