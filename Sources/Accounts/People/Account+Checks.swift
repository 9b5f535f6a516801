import Signals

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
