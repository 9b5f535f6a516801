import Bluetooth
import Synchronization

/// Passes advertisements from the one scan to the sessions that live by them.
final class AdvertFeed: Sendable {
    /// Takes an advertisement on the scan's thread and passes on quickly.
    typealias Ear = @Sendable (Advertisement) -> Void

    private struct State {
        var ears: [UInt64: (address: BluetoothAddress, ear: Ear)] = [:]
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
    func listen(to address: BluetoothAddress, _ ear: @escaping Ear) -> UInt64 {
        state.withLock { state in
            state.next += 1
            state.ears[state.next] = (address, ear)
            return state.next
        }
    }

    /// Ends a registration.
    func stop(_ key: UInt64) { state.withLock { _ = $0.ears.removeValue(forKey: key) } }

    /// Passes an advertisement on to the listeners of its device.
    func hear(_ advertisement: Advertisement) {
        let ears = state.withLock { state in
            state.ears.isEmpty ? [] : state.ears.values.filter { $0.address == advertisement.address }.map(\.ear)
        }
        for ear in ears { ear(advertisement) }
    }
}
