import Runtime
package import Signals
import Synchronization

/// The Bluetooth adapters of this Linux machine, used without and beside `bluetoothd`: scans over the kernel's management
/// channel, links over its attribute channels.
package final class BluetoothRadio: BluetoothCentral, HeartRateOffering {
    private let thread: RadioThread

    /// A radio that does nothing until it is asked to.
    /// - Parameters:
    ///   - name: The name that peripherals see when they ask.
    ///   - zone: The zone of the host's local time, for devices that set theirs by it.
    ///   - keyFolder: Where pairings and databases are kept, so that they outlast this process; nil to forget them. Keys are given to
    ///     the kernel only where no `bluetoothd` manages the adapters, as they replace what it has.
    /// - Throws: `Failure` when the system has no more threads or descriptors.
    package convenience init(name: String = "Nightjar", zone: Zone = .utc, keyFolder: String? = nil) throws {
        try self.init(system: .linux, name: name, zone: zone, keyFolder: keyFolder)
    }

    init(
        system: RadioSystem, clock: any HostClock = WallClock(), name: String = "Nightjar", zone: Zone = .utc,
        keyFolder: String? = nil
    ) throws {
        thread = try RadioThread(
            system: system, clock: clock, server: GATTServer(name: name, zone: zone),
            keys: keyFolder.map(KeyFolder.init))
    }

    /// The adapters and what keeps them, or Bluetooth as a whole, from working; changes nothing.
    package func adapters() async -> AdapterList { await thread.list() }

    /// The adapters as they were in the last second; asks nobody and waits for nothing.
    package var latestAdapters: [BluetoothAdapter] { thread.latest.withLock(\.self) }

    /// What keeps adapters from working although they are there; see ``BluetoothCentral/troubles()``.
    package func troubles() async -> AsyncStream<String?> { await thread.troubles() }

    /// Forgets a device: its pairing, here and in the kernel, and what it offers. A link to it ends.
    /// - Throws: `Failure` when there is no Bluetooth, with what to do.
    package func forget(_ address: BluetoothAddress) async throws { try await thread.forget(address) }

    /// Is a strap itself; see ``HeartRateOffering``.
    package func offerHeartRate(named name: String) async throws { try await thread.offerHeartRate(named: name) }

    /// Sends a heart rate on.
    package func send(heartRate value: [UInt8]) async {
        await thread.send(value, of: GATTServer.heartRateMeasurement)
    }

    /// Sends the charge of the device that it comes from on.
    package func send(battery percent: UInt8?) async { await thread.send(battery: percent) }

    /// How the giving on goes.
    package func heartRateOffer() async -> HeartRateOfferStatus? { await thread.offerStatus }

    /// Makes a link; see ``BluetoothCentral/connect(to:options:receive:)``.
    package func connect(
        to address: BluetoothAddress, options: GATTLinkOptions,
        receive: @escaping @Sendable (GATTLinkEvent) -> Void
    ) async throws -> any GATTPeripheral {
        try await thread.connect(to: address, options: options, receive: receive)
    }

    /// Listens for advertisements; see ``BluetoothCentral/scan(_:receive:)``.
    package func scan(_ filter: ScanFilter, receive: @escaping @Sendable (Advertisement) -> Void) async throws {
        try await thread.scan(filter, receive: receive)
    }
}
