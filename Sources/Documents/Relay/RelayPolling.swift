/// A watch that asks what has come for it.
public struct RelayPollRequest: Document {
    public static var isClosed: Bool { true }

    /// Which watch.
    public var credentials = RelayCredentials()
    /// The last event that it has handled; nil for none.
    public var after: Int?
    /// Seconds to wait where nothing has come, 0 to 30.
    public var wait = 25.0
    /// Whether its app is in front; nil leaves that as it is.
    public var isForeground: Bool?

    public init() {}

    /// A watch that has handled what is up to `after`.
    public init(_ credentials: RelayCredentials, after: Int? = nil) {
        (self.credentials, self.after) = (credentials, after)
    }

    public mutating func fields(_ fields: inout some FieldVisitor) {
        credentials.fields(&fields)
        fields.optional("after", &after, .rowNumber.nullable)
        fields.field("wait_s", &wait, .number(0...30).nullable.optional.standard(25))
        fields.optional("foreground", &isForeground, .boolean.nullable)
    }
}

/// What has come for a watch.
public struct RelayEventsDocument: Document {
    /// The events, each with `event`, `number` and what belongs to it.
    public var events: [[String: JSONValue]] = []
    /// Whether the phone's program is within reach.
    public var isReachable = false
    /// Whether the session is set up.
    public var isActive = false
    /// What the phone has told the watch to show.
    public var context: [String: JSONValue] = [:]

    public init() {}

    public mutating func fields(_ fields: inout some FieldVisitor) {
        fields.field("active", &isActive)
        fields.field("context", &context, .map(.any))
        fields.field("events", &events, .array(.map(.any)))
        fields.field("reachable", &isReachable)
    }
}

/// A watch's reply to a message of the phone.
public struct RelayReplyRequest: Document {
    public static var isClosed: Bool { true }

    /// Which watch.
    public var credentials = RelayCredentials()
    /// The number of the message.
    public var message = 0
    /// What it replies.
    public var payload: [String: JSONValue] = [:]

    public init() {}

    /// A reply to a message.
    public init(_ credentials: RelayCredentials, to message: Int, _ payload: [String: JSONValue]) {
        (self.credentials, self.message, self.payload) = (credentials, message, payload)
    }

    public mutating func fields(_ fields: inout some FieldVisitor) {
        credentials.fields(&fields)
        fields.field("reply", &message, .rowNumber)
        fields.field("payload", &payload, .relayPayload)
    }
}
