package import Signals

extension Advertisement {
    /// An advertisement with the fields of a packet.
    package init(
        address: BluetoothAddress, adapter: UInt16 = 0, received: Instant, rssi: Int? = nil,
        isConnectable: Bool = true, data: AdvertisingData
    ) {
        self.init(
            address: address, adapter: adapter, received: received, rssi: rssi, isConnectable: isConnectable,
            name: data.name, services: data.services, manufacturerData: data.manufacturerData,
            serviceData: data.serviceData)
    }
}
