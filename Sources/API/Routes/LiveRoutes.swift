import Gateway
import Runtime
import Signals

/// The readings of live devices.
enum LiveRoutes {
    static func add(to router: inout Router, gateway: Gateway, live: LiveFeed) {
        router.immediate("/api/v1/live") { request in
            .bytes(
                LiveDocument.snapshot(
                    of: gateway, request.sight(gateway), now: gateway.configuration.clock.now),
                contentType: "application/json")
        }
        router.immediate("/api/v1/live/stream") { request in
            let snapshot = EventFrame(
                event: "snapshot",
                data: LiveDocument.snapshot(
                    of: gateway, request.sight(gateway), now: gateway.configuration.clock.now))
            return .events(
                live.events.subscribe(request: request, first: [snapshot], admits: request.admits(gateway)))
        }
    }
}
