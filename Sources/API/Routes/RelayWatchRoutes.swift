import Documents
import Gateway
import Relay
import Runtime
import Signals

/// The watch's side of the relay over HTTP, for a browser that was paired by a code: it asks for what has come by long
/// poll, and sends. Each request carries the watch's name and token in its body.
enum RelayWatchRoutes {
    static func add(to router: inout Router, gateway: Gateway) {
        router.on(.pollForWatch) { poll, request in
            let watch = try await watch(poll.credentials, request, gateway)
            if let isForeground = poll.isForeground { watch.setForeground(isForeground) }
            let reader = request.reader(gateway)
            let events = await watch.events(after: poll.after ?? 0, within: .seconds(poll.wait))
            // Signed out while waiting: what has come is not for whoever waits any more.
            guard reader.isAdmitted else { throw HTTPProblem.badToken }
            return RelayEventsDocument(events, watch.session)
        }
        router.on(.sendFromWatch) { asked, request in
            try await asked.parcel.send(on: try await watch(asked.credentials, request, gateway).session)
        }
        router.on(.replyFromWatch) { reply, request in
            let watch = try await watch(reply.credentials, request, gateway)
            guard watch.reply(to: reply.message, reply.payload.mapValues { RelayValue($0) }) else {
                throw Failure(.notFound, "No message \(reply.message) waits for a reply.")
            }
            return Nothing()
        }
    }

    private static func watch(
        _ credentials: RelayCredentials, _ request: HTTPRequest, _ gateway: Gateway
    ) async throws -> BrowserWatch {
        let relay = try request.relay(gateway)
        guard relay.allows(credentials.watch) else { throw HTTPProblem.relayTooFast }
        return try await relay.watch(credentials.watch, token: credentials.token)
    }
}

extension RelayEventsDocument {
    fileprivate init(_ events: [BrowserWatch.Event], _ session: RelaySession) {
        self.init()
        self.events = events.map { event in
            event.members.merging(["event": .string(event.kind), "number": .number(Double(event.number))]) { a, _ in a }
        }
        isReachable = session.isReachable
        isActive = session.activationState == .activated
        context = session.receivedApplicationContext.mapValues(\.json)
    }
}
