import Signals

/// What the radio needs of bluetoothd, which manages the adapters where it runs: from the system bus, or in tests from a
/// script.
struct BluetoothDaemon: Sendable {
    /// What became of a pairing.
    enum Pairing: Hashable, Sendable {
        /// The link is encrypted, and bluetoothd and the kernel keep the keys.
        case paired
        /// It was paired before: the kernel has the keys.
        case bonded
        /// It failed; a sentence without its end, with what to do.
        case refused(String)
    }

    /// Whether it runs: at first, and with each change until nobody listens.
    var presence: @Sendable () -> AsyncStream<Bool>
    /// Pairs with a device to which there is a link.
    /// - Parameters:
    ///   - addresses: Those under which it may know the device.
    ///   - adapter: The adapter that has the link.
    var pair: @Sendable (_ addresses: [BluetoothAddress], _ adapter: UInt16) async -> Pairing
}
