/// Which live events come over a WebSocket.
public struct LiveSocketRequest: Document {
    /// A token, for clients that can send no field `Authorization`.
    public var token: String?
    /// Names of events with commas between; all where nil.
    public var topics: String?
    /// The last event that was seen, after which it goes on.
    public var lastEvent: String?

    public init() {}

    public mutating func fields(_ fields: inout some FieldVisitor) {
        fields.query("token", &token, .string)
        fields.query("topics", &topics, .string.about("Names of events, with commas between"))
        fields.query("last_event_id", &lastEvent, .string)
    }
}

/// Which room.
public struct RoomRequest: Document {
    /// The name of the room, 1 to 100 characters.
    public var room = ""
    /// A token, for clients that can send no field `Authorization`.
    public var token: String?

    public init() {}

    public mutating func fields(_ fields: inout some FieldVisitor) {
        fields.path("room_id", &room, .words(1...100))
        fields.query("token", &token, .string.about("A token, for clients that can send no field Authorization"))
    }
}

/// Whose analyses.
public struct AnalysisSocketRequest: Document {
    /// The person.
    public var user = ""
    /// A token, for clients that can send no field `Authorization`.
    public var token: String?

    public init() {}

    public mutating func fields(_ fields: inout some FieldVisitor) {
        fields.path("user_id", &user)
        fields.query("token", &token, .string.about("A token, for clients that can send no field Authorization"))
    }
}

extension Endpoint where Request == LiveSocketRequest, Reply == Nothing {
    /// Live events over a WebSocket.
    public static var liveSocket: Self {
        Self(
            .get, "/api/v1/ws/live", access: .socket, "Live events over a WebSocket", in: "live",
            detail:
                "Each is {type, id, data} with the names and data of /api/v1/live/stream. Closes with 4001 without a "
                + "token, 4003 with a bad one, also one that comes to be bad: signed out, or the account gone.",
            status: 101, reply: Schema.none, problems: [400, 426])
    }
}

extension Endpoint where Request == RoomRequest, Reply == Nothing {
    /// A room.
    public static var roomSocket: Self {
        Self(
            .get, "/api/v1/ws/{room_id}", access: .socket, "A room", in: "rooms",
            detail:
                "Messages of the types message, typing, heartbeat and health_insight, as JSON of at most 64 KiB, 60 a "
                + "minute, three sockets of one person. Closes with 4001 without a token, 4003 with a bad one, also "
                + "one that comes to be bad.", status: 101, reply: Schema.none, problems: [400, 422, 426])
    }
}

extension Endpoint where Request == AnalysisSocketRequest, Reply == Nothing {
    /// A person's socket for analyses.
    public static var analysisSocket: Self {
        Self(
            .get, "/api/v1/ws/health-analysis/{user_id}", access: .socket, "A person's socket for analyses",
            in: "rooms",
            detail:
                "Takes {data_points: [{timestamp, value}]} and tells analysis_update and health_insight. Closes with "
                + "4003 when user_id is not the token's.", status: 101, reply: Schema.none, problems: [400, 426])
    }
}
