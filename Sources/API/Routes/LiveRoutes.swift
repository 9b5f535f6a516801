import Analysis
import Devices
import Documents
import Gateway
import Runtime
import Signals

/// The readings of live devices.
enum LiveRoutes {
    static func add(to router: inout Router, gateway: Gateway, live: LiveFeed) {
        router.get("/api/v1/live", .live) { request in
            .bytes(
                LiveDocument.snapshot(
                    of: gateway, request.sight(gateway), now: gateway.configuration.clock.now),
                contentType: "application/json")
        }
        router.immediate(
            "/api/v1/hrv/latest",
            .about(
                "The newest heart rate variability", "live",
                detail:
                    "Over the five minutes up to the last beat. Null with a reason while there are no 60 seconds of clean "
                    + "beats; age_s tells how old it is.",
                query: ["device": .string], replies: [200: .latestVariability])
        ) { request in
            let now = gateway.configuration.clock.now
            let wanted = request.query["device"]
            let sight = request.sight(gateway)
            let pipelines = gateway.pipelines.filter { pipeline in
                gateway.sees(pipeline, sight) && (wanted == nil || pipeline.device.id.rawValue == wanted)
            }
            let newest = pipelines.compactMap { pipeline in
                RecentVariability(pipeline.history.beats).map { (pipeline.device.id, $0) }
            }.max { $0.1.window.upperBound < $1.1.window.upperBound }
            let refusal = pipelines.compactMap { $0.history.loads.last }.first(where: \.isRefused)?.reasons.first
            return .json { LiveDocument.variability(newest, now: now, silence: refusal, &$0) }
        }
        router.get(
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

extension Schema {
    fileprivate static var latestVariability: Schema {
        .object([
            "hrv": .number.nullable.about("SDNN in milliseconds"), "sdnn_ms": .number.nullable,
            "rmssd_ms": .number.nullable, "heart_rate": .number.nullable,
            "window_s": .number.about("Seconds that are looked at"), "window_start_s": .seconds.nullable,
            "clean_s": .number.nullable.about("Seconds of the window with clean beats"), "t_s": .seconds.nullable,
            "age_s": .number.nullable, "device": .string.nullable, "reason": .string.nullable,
        ])
    }
}
