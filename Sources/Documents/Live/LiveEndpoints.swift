extension Endpoint where Request == Nothing, Reply == LiveSnapshotDocument {
    /// Everything as it is now.
    public static var live: Self { Self(.get, "/api/v1/live", "Everything as it is now", in: "live") }
}

extension Endpoint where Request == LiveStreamRequest, Reply == Nothing {
    /// The live events, each by the name and with the document of its ``LiveTopic``.
    public static var liveStream: Self {
        Self(
            .get, "/api/v1/live/stream", "Live events as they happen", in: "live",
            detail:
                "Server-sent events. The first is the whole state, named snapshot. A client that comes back says in "
                + "Last-Event-ID what it saw last and gets what it missed, or an event named missed when that is gone. "
                + "What may be heard is asked with each event; the stream ends with the right to hear anything.",
            reply: .body("text/event-stream"))
    }
}

/// Which live events.
public struct LiveStreamRequest: Document {
    /// Names of events, with commas between; nil for all.
    public var topics: String?
    /// The id of the last event that this client has seen, for one that cannot send the field Last-Event-ID.
    public var lastEvent: String?

    public init() {}

    /// The events of some topics alone.
    public init(_ topics: [LiveTopic]) { self.topics = topics.map(\.rawValue).joined(separator: ",") }

    public mutating func fields(_ fields: inout some FieldVisitor) {
        fields.query("topics", &topics, .string.about("Names of events, with commas between"))
        fields.query("last_event_id", &lastEvent, .string.about("As the field Last-Event-ID"))
    }
}
