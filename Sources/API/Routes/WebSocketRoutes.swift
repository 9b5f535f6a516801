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
        router.immediateAnswer(.liveSocket) { asked, request in
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
        router.immediateAnswer(.roomSocket) { asked, request in
            if let refused = RefusedSession.of(request) { return try .webSocket(request, refused) }
            return try .webSocket(
                request, RoomSession("room/" + asked.room, request, isAnalysis: false, hub: hub, gateway: gateway))
        }
        router.immediateAnswer(.analysisSocket) { asked, request in
            if let refused = RefusedSession.of(request) { return try .webSocket(request, refused) }
            guard request.caller.isCalled(asked.user) else {
                return try .webSocket(request, RefusedSession(4003, "The token is another person's."))
            }
            let room = "analysis/\(request.caller.personColumn)"
            return try .webSocket(
                request, RoomSession(room, request, isAnalysis: true, hub: hub, gateway: gateway))
        }
    }
}
