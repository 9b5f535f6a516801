public import Signals

/// A code that brings a phone in.
public struct InvitationDocument: Document {
    /// The address that the code holds; whoever follows it is signed in as the person.
    public var url: SecretText = ""
    /// For how many seconds it holds.
    public var expiresIn = 0
    /// The code as an SVG picture; nil where it cannot be drawn.
    public var picture: SecretText?

    public init() {}

    public mutating func fields(_ fields: inout some FieldVisitor) {
        fields.field("url", &url)
        fields.field("expires_in", &expiresIn)
        fields.field("qr_svg", &picture)
    }
}

/// Whether this machine is asked for a password.
public struct LocalPasswordDocument: Document {
    /// Whether it is.
    public var isRequired = false

    public init() {}

    public mutating func fields(_ fields: inout some FieldVisitor) { fields.field("password_required", &isRequired) }
}

/// What may have been lost of accounts and refusals with a damaged store.
public struct StoreLossDocument: Document {
    /// Whether something may have been, and an owner has not yet said that it may be so.
    public var isLost = false
    /// What happened, for people.
    public var reason: String?
    /// Why the gateway's health is degraded; nil where it is not.
    public var trouble: String?
    /// When it was noticed.
    public var since: Instant?
    /// Whether people could sign in before.
    public var hadAccounts = false
    /// How many can sign in now.
    public var accounts = 0
    /// How many people there are now.
    public var people = 0

    public init() {}

    public mutating func fields(_ fields: inout some FieldVisitor) {
        fields.field("lost", &isLost)
        fields.field("reason", &reason)
        fields.field("trouble", &trouble, .string.nullable.about("why health is degraded, if it is"))
        fields.field("since_s", &since)
        fields.field("had_accounts", &hadAccounts)
        fields.field("accounts", &accounts)
        fields.field("people", &people)
    }
}

/// What became of somebody who left.
public struct LeavingDocument: Document {
    /// What became of what was kept of them.
    public enum Data: String, Word {
        /// It stays, and owners look after it.
        case kept
        /// It is deleted.
        case deleted
    }

    /// The number of the person, as text.
    public var userID = ""
    /// What they were called; nil where only the account is gone.
    public var displayName: String?
    /// What became of what was kept of them.
    public var data: Data? = .kept
    /// How many rows were deleted, by table; nil where only the account is gone.
    public var rows: [String: Int]?
    /// Numbers of the recordings whose files stay because they hold data of others too; nil as for ``rows``.
    public var recordingsKept: [Int]?
    /// Names of stores in the data folder that are damaged, or were moved aside by a restore, and may still hold something of the person; nil as for ``rows``.
    public var setAside: [String]?

    public init() {}

    public mutating func fields(_ fields: inout some FieldVisitor) {
        fields.field("user_id", &userID)
        fields.optional("display_name", &displayName)
        fields.word("data", &data)
        fields.optional("rows", &rows, .map(.integer).about("how many were deleted, by table"))
        fields.optional(
            "recordings_kept", &recordingsKept, .array(.integer).about("files that hold data of others too"))
        fields.optional(
            "set_aside", &setAside,
            .array(.string).about(
                "names of damaged stores in the data folder that were set aside before and may still hold something of "
                    + "the person; delete them at the machine when nothing is to be saved from them any more"))
    }
}
