/// Whether signing in works, and whether one must.
public struct AuthHealthDocument: Document {
    /// How signing in stands.
    public enum Status: String, Word {
        /// It works.
        case healthy
        /// The store has trouble.
        case degraded
    }

    /// How signing in stands.
    public var status: Status? = .healthy
    /// The part of the gateway: `authentication`.
    public var service = ""
    /// The gateway's version; nil for somebody elsewhere who has not signed in.
    public var version: String?
    /// Whether there is an owner yet.
    public var isRegistered = false
    /// Whether whoever asks must sign in.
    public var isPasswordRequired = false
    /// Why somebody on the gateway's own machine has to sign in all the same.
    public var refusal: String?

    public init() {}

    public mutating func fields(_ fields: inout some FieldVisitor) {
        fields.word("status", &status)
        fields.field("service", &service)
        fields.optional("version", &version, .string.about("Not for somebody elsewhere who has not signed in"))
        fields.field("registered", &isRegistered)
        fields.field("password_required", &isPasswordRequired)
        fields.field("refusal", &refusal, .string.nullable.about("Why somebody on this machine has to sign in"))
    }
}

/// A sentence for people.
public struct MessageDocument: Document {
    /// The sentence.
    public var message = ""

    public init() {}

    /// A sentence.
    public init(_ message: String) { self.message = message }

    public mutating func fields(_ fields: inout some FieldVisitor) { fields.field("message", &message) }
}
