/// The fields of an advertisement or of a scan response (Core Specification Supplement, part A), or of both together.
public struct AdvertisingData: Hashable, Sendable {
    /// The flags: bit 0 limited, bit 1 general discoverable, bit 2 no classic Bluetooth; nil when not sent.
    public var flags: UInt8?
    /// The complete local name, or else the shortened one.
    public var name: String?
    /// Whether ``name`` is whole.
    public var isNameComplete = false
    /// Services that the device says it has, each once.
    public var services: [BluetoothUUID] = []
    /// Data by company identifier; of several for one company the first.
    public var manufacturerData: [UInt16: [UInt8]] = [:]
    /// Data by service.
    public var serviceData: [BluetoothUUID: [UInt8]] = [:]
    /// The power with which it sends, in dBm; nil when not sent.
    public var txPower: Int?
    /// What the device looks like, as assigned by the Bluetooth SIG; nil when not sent.
    public var appearance: UInt16?

    /// Nothing.
    public init() {}

    /// Adds the fields of one packet, or of several put together; a field that is cut off is left out and ends the
    /// packet. A complete name replaces a shortened one; otherwise what is there stays.
    public mutating func add(_ bytes: RawSpan) {}
}
