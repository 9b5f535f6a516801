package import Signals

/// A peripheral with which there is a link. Requests may be made from anywhere and are carried out one after the
/// other; values come through the closure given to ``BluetoothCentral/connect(to:options:receive:)``.
///
/// Every method throws `Failure` when the link is lost or the peripheral refuses, with the reason in plain words.
package protocol GATTPeripheral: Sendable {
    /// The peripheral's address.
    var address: BluetoothAddress { get }
    /// The largest attribute protocol data unit both sides take, 23 ... 517 bytes; a value sent by itself is at most 3
    /// bytes shorter.
    var transmissionUnit: Int { get }
    /// What it offers; discovered before the link is handed out.
    var database: GATTDatabase { get }
    /// Reads a whole value, by long reads where needed; at most 512 bytes.
    func read(_ characteristic: GATTCharacteristic) async throws -> [UInt8]
    /// Writes a whole value; with a response it is at the peripheral when this returns, by prepared writes where needed.
    func write(_ value: [UInt8], to characteristic: GATTCharacteristic, withResponse: Bool) async throws
    /// Asks for values to be sent, as notifications where offered, else as indications. The closure may be called before
    /// this returns.
    func subscribe(to characteristic: GATTCharacteristic) async throws
    /// Ends a subscription; values that are under way may still arrive.
    func unsubscribe(from characteristic: GATTCharacteristic) async throws
    /// Signal strength in dBm; nil when the adapter cannot tell.
    func signalStrength() async -> Int?
    /// Ends the link; returns when it is down.
    func disconnect() async
}

/// What comes from a peripheral by itself. Called in order on the link's thread: pass it on quickly.
package enum GATTLinkEvent: Sendable {
    /// A value of the characteristic whose value handle is `handle`, when the kernel had it.
    case value(handle: UInt16, [UInt8], received: Instant)
    /// The handles have changed; the link will be made again.
    case servicesChanged
    /// The link ends because the device and this machine share no pairing, or not the same: trying again changes nothing
    /// before a person has them paired anew.
    case notPaired(reason: String)
    /// The link is down; nothing follows. The reason is for a person to read.
    case disconnected(reason: String)
}

/// How a link is made.
package struct GATTLinkOptions: Hashable, Sendable {
    /// The largest attribute protocol data unit asked for, 23 ... 517 bytes.
    package var transmissionUnit = 247
    /// Whether to pair when the peripheral demands it.
    package var mayPair = true
    /// Connection interval in milliseconds, 7.5 ... 4000; nil for the usual one, or the one that the device asked for last.
    package var interval: ClosedRange<Double>?
    /// How long the link may be silent on the air before it counts as lost, in seconds, 0.1 ... 32.
    package var supervisionTimeout = 6.0
    /// The adapter to use, by kernel index; nil for whichever is free.
    package var adapter: UInt16?

    /// The options that suit most wearables.
    package init() {}
}

/// The radio of this machine, as Central.
package protocol BluetoothCentral: Sendable {
    /// Makes a link, waiting for as long as it takes for the peripheral to come near, discovers what it offers and hands
    /// it out. What the peripheral offers is remembered by its database hash.
    /// - Throws: `CancellationError` when the task is cancelled; `Failure` when there is no usable adapter, or the
    ///   peripheral is held by another program, with what to do.
    func connect(
        to address: BluetoothAddress, options: GATTLinkOptions,
        receive: @escaping @Sendable (GATTLinkEvent) -> Void
    ) async throws -> any GATTPeripheral
    /// Listens for advertisements on all adapters until the task is cancelled; duplicates are kept, for their signal
    /// strength.
    /// - Throws: `CancellationError`; `Failure` when no adapter can scan, with what to do.
    func scan(_ filter: ScanFilter, receive: @escaping @Sendable (Advertisement) -> Void) async throws
    /// Forgets the pairing with a device, so that the next link that it demands one for pairs anew. A link to it ends.
    /// - Throws: `Failure` when there is no Bluetooth, with what to do.
    func forget(_ address: BluetoothAddress) async throws
    /// What keeps adapters from working although they are there, in words and as it changes; nil when all is well again.
    func troubles() async -> AsyncStream<String?>
}

extension BluetoothCentral {
    /// Nothing ever.
    package func troubles() async -> AsyncStream<String?> { AsyncStream { $0.finish() } }
}

/// The cause of a `Failure` of a link that could not be encrypted.
package struct PairingFailure: Error, Hashable, Sendable {
    /// Why, as the end of a sentence.
    package var reason: String

    /// A failure for a reason.
    package init(reason: String) { self.reason = reason }
}

/// Which advertisements are wanted; an empty filter means all.
package struct ScanFilter: Hashable, Sendable {
    /// Services that an advertisement may list; one suffices.
    package var services: [BluetoothUUID] = []
    /// Company identifiers of its manufacturer data; one suffices.
    package var manufacturers: [UInt16] = []
    /// Beginnings of its local name; one suffices.
    package var namePrefixes: [String] = []
    /// Whether to ask devices for their scan responses; costs them power.
    package var isActive = true

    /// No restriction: every advertisement fits.
    package init() {}
}
