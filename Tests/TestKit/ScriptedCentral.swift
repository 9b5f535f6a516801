package import Bluetooth
package import Signals
import Synchronization

/// A radio with one peripheral, both played by a test: a script answers reads and writes, and the test sends values, cuts
/// links and refuses them.
package final class ScriptedCentral: BluetoothCentral {
    /// What a script makes of a write.
    package enum Reply: Sendable {
        /// It is taken.
        case done
        /// It is taken, and these values are sent as if by the peripheral: characteristic and bytes.
        case values([(BluetoothUUID, [UInt8])])
        /// It is refused.
        case refused(String)
    }

    private struct State {
        var database: GATTDatabase
        var transmissionUnit = 247
        var readable: [BluetoothUUID: [UInt8]] = [:]
        var failures: [Failure] = []
        var absent: Set<BluetoothAddress> = []
        var links: [ScriptedPeripheral] = []
        var onWrite: @Sendable (BluetoothUUID, [UInt8]) -> Reply = { _, _ in .done }
        var advertisements: [Advertisement] = []
        var scanFailures: [Failure] = []
        var scans: [@Sendable (Advertisement) -> Void] = []
        var forgotten: [BluetoothAddress] = []
        var mayPair: [Bool] = []
        var refusedSubscriptions: [BluetoothUUID: Failure] = [:]
        var lockedSubscriptions: Set<BluetoothUUID> = []
    }

    private let state: Mutex<State>
    let clock: ManualClock

    /// A peripheral with the given characteristics: service, characteristic and what can be done with it. Handles follow
    /// each other.
    package init(
        clock: ManualClock, _ characteristics: [(UInt32, BluetoothUUID, GATTCharacteristic.Properties)] = []
    ) {
        self.clock = clock
        state = Mutex(State(database: Self.database(characteristics)))
    }

    /// A database of characteristics by the number of their service, from a handle on.
    package static func database(
        _ characteristics: [(UInt32, BluetoothUUID, GATTCharacteristic.Properties)], from first: UInt16 = 1
    ) -> GATTDatabase {
        var services: [GATTService] = []
        var handle = first
        for (service, uuid, properties) in characteristics {
            let characteristic = GATTCharacteristic(
                uuid: uuid, declaration: handle + 1, value: handle + 2, properties: properties,
                descriptors: [GATTDescriptor(uuid: BluetoothUUID(0x2902), handle: handle + 3)])
            services.append(
                GATTService(
                    uuid: BluetoothUUID(service), handles: handle...(handle + 3), characteristics: [characteristic]))
            handle += 4
        }
        return GATTDatabase(services: services)
    }

    /// What the peripheral offers at the next connection.
    package func offer(_ database: GATTDatabase) { state.withLock { $0.database = database } }
    /// The transmission unit of the next link.
    package func limit(_ unit: Int) { state.withLock { $0.transmissionUnit = unit } }
    /// What can be read.
    package func set(_ uuid: BluetoothUUID, _ bytes: [UInt8]) { state.withLock { $0.readable[uuid] = bytes } }
    /// Answers writes.
    package func onWrite(_ body: @escaping @Sendable (BluetoothUUID, [UInt8]) -> Reply) {
        state.withLock { $0.onWrite = body }
    }
    /// Refuses the next connection.
    package func refuse(_ failure: Failure) { state.withLock { $0.failures.append(failure) } }
    /// Nobody is at this address from now on: who connects to it waits.
    package func leave(_ address: BluetoothAddress) { state.withLock { _ = $0.absent.insert(address) } }
    /// What is heard of by the next scan.
    package func advertise(_ advertisements: [Advertisement]) { state.withLock { $0.advertisements = advertisements } }
    /// Lets every scan that goes on hear an advertisement.
    package func hear(_ advertisement: Advertisement) {
        for receive in state.withLock({ $0.scans }) { receive(advertisement) }
    }
    /// Waits until somebody scans.
    package func scanned() async {
        while state.withLock({ $0.scans.isEmpty }) { try? await Task.sleep(for: .milliseconds(1)) }
    }
    /// Refuses the next scan.
    package func refuseScan(_ failure: Failure) { state.withLock { $0.scanFailures.append(failure) } }

    /// Refuses subscriptions to a characteristic.
    package func refuseSubscription(_ uuid: BluetoothUUID, _ failure: Failure) {
        state.withLock { $0.refusedSubscriptions[uuid] = failure }
    }
    /// Gives subscriptions only to whom it is paired with, until the central forgets it: the pairing is then made anew.
    package func losePairing(_ uuids: [BluetoothUUID]) { state.withLock { $0.lockedSubscriptions = Set(uuids) } }
    /// Whose pairing was forgotten.
    package var forgotten: [BluetoothAddress] { state.withLock { $0.forgotten } }
    /// Whether each link might have paired, in order.
    package var mayPair: [Bool] { state.withLock { $0.mayPair } }

    /// Forgets the pairing.
    package func forget(_ address: BluetoothAddress) async throws {
        state.withLock { state in
            state.forgotten.append(address)
            state.lockedSubscriptions = []
        }
    }

    /// All links so far.
    package var links: [ScriptedPeripheral] { state.withLock { $0.links } }

    /// The link number `index`, once it was made.
    package func link(_ index: Int = 0) async -> ScriptedPeripheral {
        while true {
            if let link = state.withLock({ $0.links.indices.contains(index) ? $0.links[index] : nil }) { return link }
            try? await Task.sleep(for: .milliseconds(1))
        }
    }

    /// Makes a link at once, or refuses it.
    package func connect(
        to address: BluetoothAddress, options: GATTLinkOptions,
        receive: @escaping @Sendable (GATTLinkEvent) -> Void
    ) async throws -> any GATTPeripheral {
        try Task.checkCancellation()
        if state.withLock({ $0.absent.contains(address) }) { try await clock.wait(until: Instant(nanoseconds: .max)) }
        return try state.withLock { state in
            if !state.failures.isEmpty { throw state.failures.removeFirst() }
            let link = ScriptedPeripheral(
                address: address, transmissionUnit: min(options.transmissionUnit, state.transmissionUnit),
                database: state.database, readable: state.readable, clock: clock, onWrite: state.onWrite,
                refusals: state.refusedSubscriptions, locked: state.lockedSubscriptions, mayPair: options.mayPair,
                receive: receive)
            state.links.append(link)
            state.mayPair.append(options.mayPair)
            return link
        }
    }

    /// Hears everything once and goes on until it is cancelled.
    package func scan(_ filter: ScanFilter, receive: @escaping @Sendable (Advertisement) -> Void) async throws {
        let heard = try state.withLock { state in
            if !state.scanFailures.isEmpty { throw state.scanFailures.removeFirst() }
            state.scans.append(receive)
            return state.advertisements
        }
        for advertisement in heard { receive(advertisement) }
        try await clock.wait(until: Instant(nanoseconds: .max))
    }
}

/// A link of a ``ScriptedCentral``.
package final class ScriptedPeripheral: GATTPeripheral {
    /// Who.
    package let address: BluetoothAddress
    /// The transmission unit of this link.
    package let transmissionUnit: Int
    /// What the peripheral offered when it was made.
    package let database: GATTDatabase
    private let readable: [BluetoothUUID: [UInt8]]
    private let clock: ManualClock
    private let onWrite: @Sendable (BluetoothUUID, [UInt8]) -> ScriptedCentral.Reply
    private let refusals: [BluetoothUUID: Failure]
    private let locked: Set<BluetoothUUID>
    private let mayPair: Bool
    private let receive: @Sendable (GATTLinkEvent) -> Void

    private struct State {
        var writes: [(BluetoothUUID, [UInt8])] = []
        var subscriptions: [BluetoothUUID] = []
        var isUp = true
    }

    private let state = Mutex(State())

    init(
        address: BluetoothAddress, transmissionUnit: Int, database: GATTDatabase, readable: [BluetoothUUID: [UInt8]],
        clock: ManualClock, onWrite: @escaping @Sendable (BluetoothUUID, [UInt8]) -> ScriptedCentral.Reply,
        refusals: [BluetoothUUID: Failure], locked: Set<BluetoothUUID>, mayPair: Bool,
        receive: @escaping @Sendable (GATTLinkEvent) -> Void
    ) {
        self.refusals = refusals
        self.locked = locked
        self.mayPair = mayPair
        self.address = address
        self.transmissionUnit = transmissionUnit
        self.database = database
        self.readable = readable
        self.clock = clock
        self.onWrite = onWrite
        self.receive = receive
    }

    /// What was written, in order.
    package var writes: [(BluetoothUUID, [UInt8])] { state.withLock { $0.writes } }
    /// What was subscribed to, in order.
    package var subscriptions: [BluetoothUUID] { state.withLock { $0.subscriptions } }
    /// Whether the link is up.
    package var isUp: Bool { state.withLock { $0.isUp } }

    /// Waits until a characteristic was subscribed to.
    package func subscribed(to uuid: BluetoothUUID) async {
        while !subscriptions.contains(uuid), !Task.isCancelled { try? await Task.sleep(for: .milliseconds(1)) }
    }

    /// Waits until these bytes were written.
    package func written(_ bytes: [UInt8]) async {
        while !writes.contains(where: { $0.1 == bytes }), !Task.isCancelled {
            try? await Task.sleep(for: .milliseconds(1))
        }
    }

    /// Sends a value by itself, now or at `instant`.
    package func send(_ bytes: [UInt8], from uuid: BluetoothUUID, at instant: Instant? = nil) {
        guard let handle = database.characteristic(uuid)?.value else { return }
        receive(.value(handle: handle, bytes, received: instant ?? clock.now))
    }

    /// Sends a value of a handle, whether there is one or not.
    package func send(_ bytes: [UInt8], handle: UInt16) {
        receive(.value(handle: handle, bytes, received: clock.now))
    }

    /// Loses the link.
    package func cut(_ reason: String = "The device went out of reach.") {
        guard
            state.withLock({ state in
                defer { state.isUp = false }
                return state.isUp
            })
        else { return }
        receive(.disconnected(reason: reason))
    }

    /// Tells that handles are others.
    package func changeServices() { receive(.servicesChanged) }

    /// What the test set for the characteristic.
    package func read(_ characteristic: GATTCharacteristic) async throws -> [UInt8] {
        try check()
        guard let bytes = readable[characteristic.uuid] else { throw Failure(.failed, "It cannot be read.") }
        return bytes
    }

    /// Keeps what was written and lets the script answer.
    package func write(_ value: [UInt8], to characteristic: GATTCharacteristic, withResponse: Bool) async throws {
        try check()
        state.withLock { $0.writes.append((characteristic.uuid, value)) }
        switch onWrite(characteristic.uuid, value) {
        case .done: break
        case .values(let values): for (uuid, bytes) in values { send(bytes, from: uuid) }
        case .refused(let reason): throw Failure(.failed, reason)
        }
    }

    /// Keeps what was subscribed to.
    package func subscribe(to characteristic: GATTCharacteristic) async throws {
        try check()
        if let refusal = refusals[characteristic.uuid] { throw refusal }
        if locked.contains(characteristic.uuid) {
            guard mayPair else {
                throw Failure(
                    .failed, "It is locked.",
                    cause: GATTFailure.refused(.insufficientEncryption, handle: characteristic.value))
            }
            // The kernel ends a link whose encryption fails.
            receive(.notPaired(reason: "pairing failed"))
            cut("pairing failed")
            throw Failure(
                .failed, "It is locked.",
                cause: GATTFailure.notSecured(.insufficientEncryption, reason: "pairing failed"))
        }
        state.withLock { $0.subscriptions.append(characteristic.uuid) }
    }

    /// Does nothing but look whether the link is up.
    package func unsubscribe(from characteristic: GATTCharacteristic) async throws { try check() }

    /// Always -60 dBm.
    package func signalStrength() async -> Int? { -60 }

    /// Loses the link.
    package func disconnect() async { cut("The link was closed.") }

    private func check() throws {
        guard isUp else { throw Failure(.failed, "The link is lost.") }
    }
}
