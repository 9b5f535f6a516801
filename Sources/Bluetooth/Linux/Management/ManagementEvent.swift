import Signals

/// An event of the kernel about an adapter.
enum ManagementEvent: Hashable, Sendable {
    /// A command was carried out or refused.
    case answered(command: UInt16, status: ManagementStatus, reply: [UInt8])
    /// An adapter has come.
    case indexAdded
    /// An adapter has gone.
    case indexRemoved
    /// The adapter's settings have changed.
    case settings(ControllerSettings)
    /// A pairing made a key; it is to be kept when `isLasting`.
    case longTermKey(LongTermKey, isLasting: Bool)
    /// A pairing told the lasting address behind `random`.
    case identityKey(IdentityKey, random: BluetoothAddress, isLasting: Bool)
    /// A link is up.
    case connected(BluetoothAddress)
    /// A link is down.
    case disconnected(BluetoothAddress, LinkEnd)
    /// A link could not be made.
    case connectFailed(BluetoothAddress, ManagementStatus)
    /// The kernel asks whether to pair.
    case confirmationRequested(BluetoothAddress)
    /// The device wants a number typed in.
    case passkeyRequested(BluetoothAddress)
    /// Pairing or encryption failed.
    case authenticationFailed(BluetoothAddress, ManagementStatus)
    /// An advertisement was heard.
    case found(AdvertisingReport)
    /// Discovery has begun or ended, whichever program asked for it.
    case discovering(Bool)
    /// The peripheral asked for other parameters and got them.
    case parameters(BluetoothAddress, ConnectionParameters, isLasting: Bool)
    /// An event of another kind, or of BR/EDR, by its code.
    case other(UInt16)
}

/// Why a link ended, by the kernel's numbers.
enum LinkEnd: UInt8, Hashable, Sendable {
    case unspecified = 0
    case timeout, byThisMachine, byPeripheral, authenticationFailed, suspended
}

/// An advertisement as the adapter heard it, not yet taken apart.
struct AdvertisingReport: Hashable, Sendable {
    /// The address of the device.
    var address: BluetoothAddress
    /// In dBm; nil when the adapter cannot tell.
    var rssi: Int?
    /// Whether it takes connections.
    var isConnectable: Bool
    /// Advertising data and scan response, as one run of fields.
    var data: [UInt8]
}
