import Signals
import Synchronization

/// What is heard over ANT+ by all receivers together, and who wants to know. A message that two receivers heard is told
/// twice; whoever counts beats does not mind.
final class AntFeed: Sendable {
    /// What a listener is told about its sensor.
    enum Update: Sendable {
        /// A message of the sensor arrived.
        case heard(payload: [UInt8], rssi: Int?, at: Instant)
        /// No receiver listens any more, or one does again.
        case receivers(isListening: Bool, reason: String)
        /// Sent once a second, for timeouts.
        case tick
    }

    /// A registration, given back to ``leave(_:)``.
    struct Listener: Hashable {
        fileprivate var key: UInt64
    }

    private struct State {
        var listeners: [UInt64: (sensor: AntIdentifier, tell: @Sendable (Update) -> Void)] = [:]
        var next: UInt64 = 0
        var receivers: Set<String> = []
        var reason = "No ANT+ stick is plugged in."
    }

    private let state = Mutex(State())

    /// Tells of this sensor until ``leave(_:)``, and of receivers, at once how it stands with them.
    func listen(for sensor: AntIdentifier, _ tell: @escaping @Sendable (Update) -> Void) -> Listener {
        let (key, isListening, reason) = state.withLock { state in
            state.next += 1
            state.listeners[state.next] = (sensor, tell)
            return (state.next, !state.receivers.isEmpty, state.reason)
        }
        tell(.receivers(isListening: isListening, reason: reason))
        return Listener(key: key)
    }

    /// Ends a registration.
    func leave(_ listener: Listener) { state.withLock { $0.listeners[listener.key] = nil } }

    /// Passes a message on to the listeners of its sensor.
    func heard(_ sensor: AntIdentifier, payload: [UInt8], rssi: Int?, at arrival: Instant) {
        let tells = state.withLock { $0.listeners.values.filter { $0.sensor == sensor }.map(\.tell) }
        for tell in tells { tell(.heard(payload: payload, rssi: rssi, at: arrival)) }
    }

    /// Notes that a receiver listens or does not, and why; listeners are told when it was the first or the last.
    func receiver(_ path: String, isListening: Bool, reason: String) {
        let (tells, any) = state.withLock { state in
            if isListening { state.receivers.insert(path) } else { state.receivers.remove(path) }
            state.reason = reason
            return (state.listeners.values.map(\.tell), !state.receivers.isEmpty)
        }
        for tell in tells { tell(.receivers(isListening: any, reason: reason)) }
    }
}
