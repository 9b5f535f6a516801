package import Signals

/// What a device said of itself without being asked, with how well it was heard.
package struct Advertisement: Hashable, Sendable {
    /// The address of the device, which may be a random one.
    package var address: BluetoothAddress
    /// The adapter that heard it: its kernel index, 0 for `hci0`.
    package var adapter: UInt16
    /// When the host received it.
    package var received: Instant
    /// Signal strength in dBm, -127 ... 20; nil when the adapter cannot tell.
    package var rssi: Int?
    /// Whether the device accepts connections.
    package var isConnectable: Bool
    /// The complete or shortened local name.
    package var name: String?
    /// Services that it lists.
    package var services: [BluetoothUUID]
    /// Data by the company identifier that the Bluetooth SIG assigned.
    package var manufacturerData: [UInt16: [UInt8]]
    /// Service data, by the service's UUID.
    package var serviceData: [BluetoothUUID: [UInt8]]

    /// Memberwise; what is not given has its default.
    package init(
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
