/// Something to send over the relay.
public struct RelayDelivery: Document {
    public static var isClosed: Bool { true }

    /// How it is sent.
    public enum Kind: String, Word {
        /// Now, to a watch within reach.
        case message
        /// The same, and its reply is awaited.
        case request
        /// As soon as the watch is there, in order, none left out.
        case userinfo
        /// As soon as the watch is there; a later one takes its place.
        case context
    }

    /// How it is sent.
    public var kind = Kind.message
    /// What is sent.
    public var payload: [String: JSONValue] = [:]
    /// Seconds to wait for the reply to a request, 0 to 3600; nil for what is usual.
    public var timeout: Double?
    /// Seconds after which a user info is given up; nil for what is usual.
    public var expires: Double?

    public init() {}

    /// Something to send.
    public init(_ kind: Kind, _ payload: [String: JSONValue]) { (self.kind, self.payload) = (kind, payload) }

    public mutating func fields(_ fields: inout some FieldVisitor) {
        fields.field("kind", &kind, Kind.schema.nullable.optional.standard("message"))
        fields.field("payload", &payload, .relayPayload)
        fields.optional("timeout_s", &timeout, .number(0...3600).nullable)
        fields.optional("expires_s", &expires, .number(0...1e9).nullable)
    }
}

/// Something that a watch sends to the phone.
public struct RelayWatchParcel: Document {
    public static var isClosed: Bool { true }

    /// Which watch.
    public var credentials = RelayCredentials()
    /// What it sends.
    public var parcel = RelayDelivery()

    public init() {}

    /// What a watch sends.
    public init(_ credentials: RelayCredentials, _ parcel: RelayDelivery) {
        (self.credentials, self.parcel) = (credentials, parcel)
    }

    public mutating func fields(_ fields: inout some FieldVisitor) {
        credentials.fields(&fields)
        parcel.fields(&fields)
    }
}

/// What became of something that was sent.
public struct RelayReceiptDocument: Document {
    /// Whether it was handed over.
    public var isSent = true
    /// The reply to a request.
    public var reply: [String: JSONValue]?
    /// The number of the transfer of a user info.
    public var id: String?

    public init() {}

    public mutating func fields(_ fields: inout some FieldVisitor) {
        fields.optional("id", &id)
        fields.optional("reply", &reply, .map(.any))
        fields.field("sent", &isSent)
    }
}
