import Analysis
import Devices
import Documents
import Gateway
import Runtime
import Signals

/// The readings of live devices.
enum LiveRoutes {
    static func add(to router: inout Router, gateway: Gateway, live: LiveFeed) {
        router.on(.live) { _, request in LiveSnapshotDocument(gateway, request.visibility(gateway)) }
        router.immediate(.latestVariability) { asked, request in
            let visibility = request.visibility(gateway)
            let pipelines = gateway.pipelines.filter { pipeline in
                gateway.sees(pipeline, visibility)
                    && (asked.device == nil || pipeline.device.id.rawValue == asked.device)
            }
            let newest = pipelines.compactMap { pipeline in
                RecentVariability(pipeline.history.beats).map { (device: pipeline.device.id, reading: $0) }
            }.max { $0.reading.window.upperBound < $1.reading.window.upperBound }
            let refusal = pipelines.compactMap { $0.history.loads.last }.first(where: \.isRefused)?.reasons.first
            return VariabilityDocument(newest, now: gateway.configuration.clock.now, silence: refusal)
        }
        router.answer(.liveStream) { asked, request in
            .events(
                live.events.subscribe(
                    topics(asked.topics), request: request, first: [snapshot(gateway, request)],
                    admits: request.admits(gateway)))
        }
    }

    /// Everything as it is now, as the first event of a stream.
    static func snapshot(_ gateway: Gateway, _ request: HTTPRequest) -> Event {
        let now = LiveSnapshotDocument(gateway, request.visibility(gateway))
        var frame = Event(LiveTopic.snapshot.rawValue, payload: now.json.bytes)
        frame.isSnapshot = true
        return frame
    }

    /// The events that a client wants to hear, by their names with commas between; nil for all.
    static func topics(_ names: String?) -> Set<String>? {
        names.map { Set($0.split(separator: ",").map { $0.trimmed() }) }
    }
}
