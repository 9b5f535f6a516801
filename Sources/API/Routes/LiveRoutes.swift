import Analysis
import Devices
import Documents
import Gateway
import Runtime
import Signals

/// The readings of live devices.
enum LiveRoutes {
    static func add(to router: inout Router, gateway: Gateway, live: LiveFeed) {
        router.immediate("/api/v1/live", .live) { request in
            .bytes(
                LiveDocument.snapshot(
                    of: gateway, request.sight(gateway), now: gateway.configuration.clock.now),
                contentType: "application/json")
        }
        router.immediate(.latestVariability) { asked, request in
            let now = gateway.configuration.clock.now
            let sight = request.sight(gateway)
            let pipelines = gateway.pipelines.filter { pipeline in
                gateway.sees(pipeline, sight) && (asked.device == nil || pipeline.device.id.rawValue == asked.device)
            }
            let newest = pipelines.compactMap { pipeline in
                RecentVariability(pipeline.history.beats).map { (device: pipeline.device.id, reading: $0) }
            }.max { $0.reading.window.upperBound < $1.reading.window.upperBound }
            let refusal = pipelines.compactMap { $0.history.loads.last }.first(where: \.isRefused)?.reasons.first
            return VariabilityDocument(newest, now: now, silence: refusal)
        }
        router.immediate(
            "/api/v1/live/stream",
            .about(
                "Live events as they happen", "live",
                detail:
                    "Server-sent events. The first is the whole state, named snapshot. A client that comes back says in "
                    + "Last-Event-ID what it saw last and gets what it missed, or an event named missed when that is gone. "
                    + "What may be heard is asked with each event; the stream ends with the right to hear anything.",
                query: [
                    "topics": .string.about("Names of events, with commas between"),
                    "last_event_id": .string.about("As the field Last-Event-ID"),
                ], replies: [200: .body("text/event-stream")])
        ) { request in
            .events(
                live.events.subscribe(
                    topics(request), request: request, first: [snapshot(gateway, request)],
                    admits: request.admits(gateway)))
        }
    }

    /// Everything as it is now, as the first event of a stream.
    static func snapshot(_ gateway: Gateway, _ request: HTTPRequest) -> Event {
        var frame = Event(
            "snapshot",
            payload: LiveDocument.snapshot(of: gateway, request.sight(gateway), now: gateway.configuration.clock.now))
        frame.isSnapshot = true
        return frame
    }

    /// The events that a client wants to hear; nil for all.
    static func topics(_ request: HTTPRequest) -> Set<String>? {
        request.query["topics"].map { Set($0.split(separator: ",").map { $0.trimmed() }) }
    }
}
