public import Signals

/// One's own sessions.
public struct AuthSessionListDocument: Document {
    /// One session.
    public struct Entry: Document, Identifiable {
        /// What is handed out for a session.
        public enum Kind: String, Word {
            /// An access token and refresh tokens that replace one another.
            case token
            /// A cookie.
            case cookie
        }

        /// By which it is ended, 32 hexadecimal digits.
        public var id = ""
        /// What was handed out for it.
        public var kind: Kind? = .token
        /// What signed in, as it says itself.
        public var device = ""
        /// When somebody signed in.
        public var created = Instant.zero
        /// When it was last used, within some minutes.
        public var used = Instant.zero
        /// Until when it holds unless it is used.
        public var expires = Instant.zero
        /// Whether it is the one that asks.
        public var isCurrent = false

        public init() {}

        public mutating func fields(_ fields: inout some FieldVisitor) {
            fields.field("id", &id)
            fields.word("kind", &kind)
            fields.field("device", &device)
            fields.field("created_s", &created)
            fields.field("used_s", &used)
            fields.field("expires_s", &expires)
            fields.field("current", &isCurrent)
        }
    }

    /// The sessions.
    public var sessions: [Entry] = []

    public init() {}

    public mutating func fields(_ fields: inout some FieldVisitor) { fields.field("sessions", &sessions) }
}

/// Which of one's own sessions.
public struct AuthSessionRequest: Document {
    /// The id that the list of sessions has.
    public var id = ""

    public init() {}

    /// A session.
    public init(_ id: String) { self.id = id }

    public mutating func fields(_ fields: inout some FieldVisitor) { fields.path("id", &id) }
}
