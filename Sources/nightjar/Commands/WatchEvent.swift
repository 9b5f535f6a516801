import Relay
import Runtime

/// What happens to a watch.
enum WatchEvent: Hashable, Sendable {
    case reachability(Bool)
    case context(RelayPayload)
    case message(RelayPayload)
    case reply(RelayPayload)
    case error(RelayError)
    case inactive
    /// A second has passed.
    case tick

    /// The event as one line of JSON; nil for what is no event to others.
    var json: String? {
        let value: JSONValue
        switch self {
        case .reachability(let isReachable): value = ["event": "reachability", "reachable": .bool(isReachable)]
        case .context(let context): value = ["event": "context", "context": RelayValue.dictionary(context).json]
        case .message(let message): value = ["event": "message", "message": RelayValue.dictionary(message).json]
        case .reply(let reply): value = ["event": "reply", "reply": RelayValue.dictionary(reply).json]
        case .error(let error):
            let code = JSONValue.number(Double(error.code.rawValue))
            value = ["event": "error", "code": code, "message": .string(error.description)]
        case .inactive, .tick: return nil
        }
        return String(decoding: value.text, as: UTF8.self)
    }
}

/// Turns what a session tells its delegate into a stream. Nobody on a wrist reads a backlog: of many events only the
/// newest wait.
final class WatchEvents: RelaySessionDelegate {
    private let events: AsyncStream<WatchEvent>.Continuation

    private init(_ events: AsyncStream<WatchEvent>.Continuation) { self.events = events }

    /// The stream and what feeds it.
    static func make() -> (AsyncStream<WatchEvent>, WatchEvents) {
        let (stream, continuation) = AsyncStream.makeStream(of: WatchEvent.self, bufferingPolicy: .bufferingNewest(256))
        return (stream, WatchEvents(continuation))
    }

    /// Asks for variability now and then, and ticks each second, until the task is cancelled.
    func ask(_ session: RelaySession, every interval: Duration) async {
        var next = ContinuousClock.now
        while !Task.isCancelled {
            events.yield(.tick)
            if next <= .now, session.isReachable {
                next = .now.advanced(by: interval)
                do throws(RelayError) {
                    events.yield(.reply(try await session.sendMessage(["request": "hrv"])))
                } catch { events.yield(.error(error)) }
            }
            try? await Task.sleep(for: .seconds(1))
        }
    }

    func session(
        _ session: RelaySession, activationDidCompleteWith activationState: RelaySession.ActivationState,
        error: RelayError?
    ) { events.yield(.reachability(session.isReachable)) }
    func sessionDidBecomeInactive(_ session: RelaySession) { events.yield(.inactive) }
    func sessionReachabilityDidChange(_ session: RelaySession) { events.yield(.reachability(session.isReachable)) }
    func session(_ session: RelaySession, didReceiveMessage message: RelayPayload) {
        events.yield(.message(message))
    }
    func session(_ session: RelaySession, didReceiveApplicationContext context: RelayPayload) {
        events.yield(.context(context))
    }
}
