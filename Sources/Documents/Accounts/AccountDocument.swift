public import Signals

/// Somebody who can sign in.
public struct AccountDocument: Document, Identifiable {
    public static var title: String? { "Account" }

    /// The number of the person, as text.
    public var userID = ""
    /// The address they sign in with, in lower case.
    public var email = ""
    /// Whether the address is known to be theirs.
    public var isEmailVerified = false
    /// What they are called.
    public var displayName = ""
    /// Who vouches for them.
    public var provider: AccountProvider? = .local
    /// What they may do.
    public var role: PersonRole? = .patient
    /// Since when they can sign in; only for owners.
    public var created: Instant?

    public init() {}

    /// The same as ``userID``, for lists.
    public var id: String { userID }

    /// The number of the person, as paths and wearers have it.
    public var person: RowNumber { RowNumber(Int64(userID) ?? 0) }

    public mutating func fields(_ fields: inout some FieldVisitor) {
        fields.field("user_id", &userID)
        fields.field("email", &email)
        fields.field("email_verified", &isEmailVerified)
        fields.field("display_name", &displayName)
        fields.word("auth_provider", &provider)
        fields.word("role", &role)
        fields.optional("created_s", &created)
    }
}

/// Who vouches for somebody who signs in.
public enum AccountProvider: String, Word {
    /// The gateway, by a password.
    case local
    /// An OpenID provider.
    case oidc
}

/// What a person may do.
public enum PersonRole: String, Word {
    /// Reads and changes their own data.
    case patient
    /// Reads the data of people who granted it.
    case clinician
    /// Reads the data of people who granted it, without names.
    case researcher
    /// Owns the gateway: adds people, resets passwords, decides on devices.
    case admin
}

/// The people who can sign in.
public struct AccountListDocument: Document {
    /// In the order in which they were entered.
    public var people: [AccountDocument] = []

    public init() {}

    public mutating func fields(_ fields: inout some FieldVisitor) { fields.field("people", &people) }
}

/// One's own account after a change.
public struct ChangedAccountDocument: Document {
    /// The number of the person, as text.
    public var userID = ""
    /// The address.
    public var email = ""
    /// What they are called.
    public var displayName = ""
    /// Always true.
    public var isUpdated = false

    public init() {}

    public mutating func fields(_ fields: inout some FieldVisitor) {
        fields.field("user_id", &userID)
        fields.field("email", &email)
        fields.field("display_name", &displayName)
        fields.field("updated", &isUpdated)
    }
}
