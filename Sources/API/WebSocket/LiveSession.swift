import Documents
import Runtime
import Synchronization

/// The live events over a WebSocket: each as `{"type", "id", "data"}`, with the names and data of the event stream.
final class LiveSession: WebSocketSession {
    private struct State {
        var socket: WebSocket?
        var subscription: EventSubscription?
        var beats = 0
    }

    private let state = Mutex(State())
    private let subscribe: @Sendable (WebSocket) -> EventSubscription

    /// A session whose events `subscribe` hands to the socket that it is given.
    init(_ subscribe: @escaping @Sendable (WebSocket) -> EventSubscription) { self.subscribe = subscribe }

    func opened(_ socket: WebSocket) {
        state.withLock { $0.socket = socket }
        let subscription = subscribe(socket)
        state.withLock { $0.subscription = subscription }
    }

    func received(_ message: [UInt8], isText: Bool) {
        guard isText else { return state.withLock { $0.socket }?.close(1003, "Only text is understood.") ?? () }
        guard let value = try? JSONValue(parsing: message), value.object?["type"]?.string == "heartbeat" else { return }
        send("heartbeat_ack")
    }

    func tick() {
        let (socket, isBeat, subscription) = state.withLock { state in
            state.beats = (state.beats + 1) % WebSocket.beat
            return (state.socket, state.beats == 0, state.subscription)
        }
        // Some rights end by the clock alone.
        guard subscription?.admits(nil) != false else { return subscription?.refuse() ?? () }
        if let dropped = socket?.takeDropped(), dropped > 0 {
            var json = JSONText()
            json.object { json in
                json.field("type", "dropped")
                json.object("data") { $0.field("count", dropped) }
            }
            socket?.send(json.bytes)
        }
        if isBeat { send("heartbeat") }
    }

    func closed() {
        let subscription = state.withLock { state in
            state.socket = nil
            defer { state.subscription = nil }
            return state.subscription
        }
        subscription?.end()
    }

    private func send(_ type: String) {
        var json = JSONText()
        json.object { $0.field("type", type) }
        state.withLock { $0.socket }?.send(json.bytes)
    }
}
