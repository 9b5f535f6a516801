import Bluetooth
import Synchronization

/// Passes advertisements from the one scan to the sessions that live by them.
final class AdvertFeed: Sendable {
    /// Takes an advertisement on the scan's thread and passes on quickly.
    typealias Listener = @Sendable (Advertisement) -> Void

    private struct State {
        var listeners: [UInt64: (address: BluetoothAddress, listener: Listener)] = [:]
        var next: UInt64 = 0
        var obstacle: String?
    }

    private let state = Mutex(State())

    /// Why nothing is heard of anybody, and what to do; nil while the radio listens.
    var obstacle: String? {
        get { state.withLock { $0.obstacle } }
        set { state.withLock { $0.obstacle = newValue } }
    }

    /// Listens to a device from now on.
    /// - Returns: what ``stop(_:)`` takes.
    func listen(to address: BluetoothAddress, _ listener: @escaping Listener) -> UInt64 {
        state.withLock { state in
            state.next += 1
            state.listeners[state.next] = (address, listener)
            return state.next
        }
    }

    /// Ends a registration.
    func stop(_ key: UInt64) { state.withLock { _ = $0.listeners.removeValue(forKey: key) } }

    /// Passes an advertisement on to the listeners of its device.
    func hear(_ advertisement: Advertisement) {
        let listeners = state.withLock { state in
            state.listeners.isEmpty
                ? [] : state.listeners.values.filter { $0.address == advertisement.address }.map(\.listener)
        }
        for listener in listeners { listener(advertisement) }
    }
}
