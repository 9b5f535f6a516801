import Documents
import Gateway
import Relay
import Runtime
import Signals

/// The watch's side of the relay over HTTP, for a browser that was paired by a code: it asks for what has come by long
/// poll, and sends. Each request carries the watch's name and token in its body.
enum RelayWatchRoutes {
    static func add(to router: inout Router, gateway: Gateway) {
        router.post(
            "/api/v1/relay/watch/poll",
            .about(
                "What has come for a watch", "relay",
                detail: "Answers at once when there is something, else after wait_s. What is up to `after` counts as "
                    + "handled; ask again with the number of the last event that you have handled.",
                body: .relayPoll, replies: [200: .relayEvents], problems: [403, 422, 429, 503])
        ) { request in
            let (watch, content) = try await watch(
                request, gateway, ["after", "wait_s", "foreground"])
            if let isForeground = try content.flag("foreground") { watch.setForeground(isForeground) }
            let wait = min(max(try content.number("wait_s") ?? 25, 0), 30)
            let reader = request.reader(gateway)
            let events = await watch.events(after: try content.whole("after") ?? 0, within: .seconds(wait))
            // Signed out while waiting: what has come is not for whoever waits any more.
            guard reader.isAdmitted else { throw HTTPProblem.badToken }
            return .json(document(events, watch.session))
        }
        router.post(
            "/api/v1/relay/watch/send",
            .about(
                "Send from a watch to the phone", "relay",
                body: .relayParcel(["message", "request", "userinfo", "context"], isWatch: true),
                replies: [200: .relayReceipt], problems: [403, 409, 413, 422, 429, 503, 504, 507])
        ) { request in
            let names = ["watch", "token"]
            let parcel = try RelayParcel(request, extra: Set(names))
            let (watch, _) = try await watch(request, gateway, ["kind", "payload", "timeout_s", "expires_s"])
            return try await parcel.send(on: watch.session)
        }
        router.post(
            "/api/v1/relay/watch/reply",
            .about(
                "Reply to a message from the phone", "relay", body: .relayReply, replies: [204: .none],
                problems: [403, 404, 422, 429, 503])
        ) { request in
            let (watch, content) = try await watch(request, gateway, ["reply", "payload"])
            guard let number = try content.whole("reply"), let members = content.raw("payload")?.object else {
                throw Failure(.usage, "“reply” must be the number of a message and “payload” an object.")
            }
            guard watch.reply(to: number, members.mapValues { RelayValue($0) }) else {
                throw Failure(.notFound, "No message \(number) waits for a reply.")
            }
            return .empty()
        }
    }

    private static func watch(
        _ request: HTTPRequest, _ gateway: Gateway, _ fields: Set<String>
    ) async throws -> (BrowserWatch, RequestContent) {
        let content = try RequestContent(request, fields: fields.union(["watch", "token"]))
        guard let name = try content.text("watch"), let token = try content.text("token") else {
            throw Failure(.usage, "“watch” and “token” are missing; POST /api/v1/relay/pair answers them.")
        }
        let relay = try request.relay(gateway)
        guard relay.allows(name) else { throw HTTPProblem.relayTooFast }
        return (try await relay.watch(name, token: token), content)
    }

    private static func document(_ events: [BrowserWatch.Event], _ session: RelaySession) -> JSONValue {
        let rows = events.map { event in
            JSONValue.object(
                event.members.merging(["event": .string(event.kind), "number": .number(Double(event.number))]) { a, _ in
                    a
                }
            )
        }
        return [
            "events": .array(rows), "reachable": .bool(session.isReachable),
            "active": .bool(session.activationState == .activated),
            "context": .object(session.receivedApplicationContext.mapValues(\.json)),
        ]
    }
}
