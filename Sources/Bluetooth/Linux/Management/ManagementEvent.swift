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
    /// Another program forgot a device.
    case unpaired(BluetoothAddress)
    /// An advertisement was heard.
    case found(AdvertisingReport)
    /// Discovery has begun or ended, whichever program asked for it.
    case discovering(Bool)
    /// The peripheral asked for other parameters and got them.
    case parameters(BluetoothAddress, ConnectionParameters, isLasting: Bool)
    /// An advertisement of ours or of another program, by its number, is sent no more.
    case advertisingRemoved(UInt8)
    /// A monitor of advertisements was taken away by another program, all of them where its number is 0.
    case monitorRemoved(UInt16)
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

extension ManagementEvent {
    /// The event in a message of the kernel.
    /// - Throws: `DecodeError` when it is cut short.
    init(_ packet: ManagementPacket) throws(DecodeError) {
        do {
            self = try Self.decode(packet)
        } catch {
            // An address of BR/EDR: an event that is none of ours.
            guard case .unsupported = error.problem else { throw error }
            self = .other(packet.code)
        }
    }

    private static func decode(_ packet: ManagementPacket) throws(DecodeError) -> ManagementEvent {
        var cursor = ByteCursor(packet.parameters.span.bytes, base: ManagementPacket.headerSize)
        switch packet.code {
        case 0x0001, 0x0002:
            let command = try cursor.little(UInt16.self)
            let status = ManagementStatus(rawValue: try cursor.little())
            return .answered(command: command, status: status, reply: try cursor.array(cursor.remaining))
        case 0x0004: return .indexAdded
        case 0x0005: return .indexRemoved
        case 0x0006: return .settings(ControllerSettings(rawValue: try cursor.little()))
        case 0x000A:
            let isLasting = try cursor.little(UInt8.self) != 0
            return .longTermKey(try LongTermKey(&cursor), isLasting: isLasting)
        case 0x000B: return .connected(try cursor.address())
        case 0x000C:
            let address = try cursor.address()
            return .disconnected(address, LinkEnd(rawValue: try cursor.little()) ?? .unspecified)
        case 0x000D:
            let address = try cursor.address()
            return .connectFailed(address, ManagementStatus(rawValue: try cursor.little()))
        case 0x000F: return .confirmationRequested(try cursor.address())
        case 0x0010: return .passkeyRequested(try cursor.address())
        case 0x0011:
            let address = try cursor.address()
            return .authenticationFailed(address, ManagementStatus(rawValue: try cursor.little()))
        case 0x0012: return .found(try AdvertisingReport(&cursor))
        case 0x0013:
            try cursor.skip(1)
            return .discovering(try cursor.little(UInt8.self) != 0)
        case 0x0016: return .unpaired(try cursor.address())
        case 0x0018:
            let isLasting = try cursor.little(UInt8.self) != 0
            let random = BluetoothAddress(bits: try cursor.addressBits(), kind: .random)
            return .identityKey(try IdentityKey(&cursor), random: random, isLasting: isLasting)
        case 0x001C:
            let isLasting = try cursor.little(UInt8.self) != 0
            let address = try cursor.address()
            return .parameters(address, try ConnectionParameters(&cursor), isLasting: isLasting)
        case 0x0024: return .advertisingRemoved(try cursor.little())
        case 0x002C: return .monitorRemoved(try cursor.little())
        case 0x002F:
            // Heard by listening without asking; after the monitor's number it is as any other.
            try cursor.skip(2)
            return .found(try AdvertisingReport(&cursor))
        default: return .other(packet.code)
        }
    }
}

extension AdvertisingReport {
    /// The body of Device Found and of Advertisement Monitor Device Found.
    init(_ cursor: inout ByteCursor) throws(DecodeError) {
        address = try cursor.address()
        let strength = try cursor.little(Int8.self)
        rssi = strength == 127 ? nil : Int(strength)
        let flags = try cursor.little(UInt32.self)
        isConnectable = flags & 0x04 == 0
        data = try cursor.array(Int(try cursor.little(UInt16.self)))
    }
}
