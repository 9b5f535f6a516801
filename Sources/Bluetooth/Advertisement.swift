public import Signals

/// What a device said of itself without being asked, with how well it was heard.
public struct Advertisement: Hashable, Sendable {
    /// The address of the device, which may be a random one.
    public var address: BluetoothAddress
    /// The adapter that heard it: its kernel index, 0 for `hci0`.
    public var adapter: UInt16
    /// When the host received it.
    public var received: Instant
    /// Signal strength in dBm, -127 ... 20; nil when the adapter cannot tell.
    public var rssi: Int?
    /// Whether the device accepts connections.
    public var isConnectable: Bool
    /// The complete or shortened local name.
    public var name: String?
    /// Services that it lists.
    public var services: [BluetoothUUID]
    /// Data by the company identifier that the Bluetooth SIG assigned.
    public var manufacturerData: [UInt16: [UInt8]]
    /// Service data, by the service's UUID.
    public var serviceData: [BluetoothUUID: [UInt8]]

    /// Memberwise; what is not given has its default.
    public init(
        address: BluetoothAddress, adapter: UInt16 = 0, received: Instant, rssi: Int? = nil,
        isConnectable: Bool = true, name: String? = nil, services: [BluetoothUUID] = [],
        manufacturerData: [UInt16: [UInt8]] = [:], serviceData: [BluetoothUUID: [UInt8]] = [:]
    ) {
        self.address = address
        self.adapter = adapter
        self.received = received
        self.rssi = rssi
        self.isConnectable = isConnectable
        self.name = name
        self.services = services
        self.manufacturerData = manufacturerData
        self.serviceData = serviceData
    }
}
