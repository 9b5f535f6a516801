import Accounts
import Documents
import Gateway
import Runtime
import Signals

/// WebSockets: the live events, rooms, and a person's own socket for analyses.
enum WebSocketRoutes {
    static func add(to router: inout Router, gateway: Gateway, live: LiveFeed) {
        let hub = RoomHub()
        gateway.accounts.whenChanged { hub.review() }
        let token: KeyValuePairs<String, Schema> = [
            "token": .string.about("A token, for clients that can send no field Authorization")
        ]
        router.immediate(
            "/api/v1/ws/live", access: .socket,
            .about(
                "Live events over a WebSocket", "live",
                detail:
                    "Each is {type, id, data} with the names and data of /api/v1/live/stream. Closes with 4001 without a "
                    + "token, 4003 with a bad one, also one that comes to be bad: signed out, or the account gone.",
                query: [
                    "token": .string, "topics": .string.about("Names of events, with commas between"),
                    "last_event_id": .string,
                ], replies: [101: .none], problems: [400, 426])
        ) { request in
            if let refused = RefusedSession.of(request) { return try .webSocket(request, refused) }
            return try .webSocket(
                request,
                LiveSession { socket in
                    live.events.subscribe(
                        LiveRoutes.topics(request.query["topics"]), request: request,
                        first: [LiveRoutes.snapshot(gateway, request)],
                        admits: request.admits(gateway), closed: { socket.refuse() }, withdrawn: { socket.discard() },
                        sink: { frame in if let message = frame.message { socket.send(message) } })
                })
        }
        router.immediate(
            "/api/v1/ws/{room_id}", access: .socket,
            .about(
                "A room", "rooms",
                detail:
                    "Messages of the types message, typing, heartbeat and health_insight, as JSON of at most 64 KiB, 60 a "
                    + "minute, three sockets of one person. Closes with 4001 without a token, 4003 with a bad one, also "
                    + "one that comes to be bad.",
                path: ["room_id": .string(1...100)], query: token, replies: [101: .none], problems: [400, 426])
        ) { request in
            if let refused = RefusedSession.of(request) { return try .webSocket(request, refused) }
            let room = try request.parameter("room_id")
            guard room.unicodeScalars.count <= 100 else {
                throw HTTPProblem.parameter("The name of a room has at most 100 characters.")
            }
            return try .webSocket(
                request, RoomSession("room/" + room, request, isAnalysis: false, hub: hub, gateway: gateway))
        }
        router.immediate(
            "/api/v1/ws/health-analysis/{user_id}", access: .socket,
            .about(
                "A person's socket for analyses", "rooms",
                detail:
                    "Takes {data_points: [{timestamp, value}]} and tells analysis_update and health_insight. Closes with "
                    + "4003 when user_id is not the token's.",
                query: token, replies: [101: .none], problems: [400, 426])
        ) { request in
            if let refused = RefusedSession.of(request) { return try .webSocket(request, refused) }
            guard request.caller.isCalled(try request.parameter("user_id")) else {
                return try .webSocket(request, RefusedSession(4003, "The token is another person's."))
            }
            let room = "analysis/\(request.caller.personColumn)"
            return try .webSocket(
                request, RoomSession(room, request, isAnalysis: true, hub: hub, gateway: gateway))
        }
    }
}
