import Signals

/// What an adapter can do or does, as bits of the management interface.
struct ControllerSettings: OptionSet, Hashable, Sendable {
    var rawValue: UInt32

    static let powered = ControllerSettings(rawValue: 1 << 0)
    static let connectable = ControllerSettings(rawValue: 1 << 1)
    static let bondable = ControllerSettings(rawValue: 1 << 4)
    static let classic = ControllerSettings(rawValue: 1 << 7)
    static let lowEnergy = ControllerSettings(rawValue: 1 << 9)
    static let secureConnections = ControllerSettings(rawValue: 1 << 11)
}

/// The reply to Read Controller Information.
struct ControllerInfo: Hashable, Sendable {
    /// Its own address; all zeros while it has none.
    var address: BluetoothAddress
    /// Bluetooth Core Specification version as the controller numbers it, 6 for 4.0.
    var version: UInt8
    /// Its company identifier.
    var manufacturer: UInt16
    /// Settings that the controller supports.
    var supported: ControllerSettings
    /// Settings that are on.
    var current: ControllerSettings
    /// The local name, which other devices see.
    var name: String

    /// The reply to command 0x0004.
    init(_ bytes: [UInt8]) throws(DecodeError) {
        var cursor = ByteCursor(bytes.span.bytes)
        address = BluetoothAddress(bits: try cursor.addressBits(), kind: .public)
        version = try cursor.little()
        manufacturer = try cursor.little()
        supported = ControllerSettings(rawValue: try cursor.little())
        current = ControllerSettings(rawValue: try cursor.little())
        try cursor.skip(3)
        name = String(decoding: try cursor.array(min(249, cursor.remaining)).prefix { $0 != 0 }, as: UTF8.self)
    }
}
