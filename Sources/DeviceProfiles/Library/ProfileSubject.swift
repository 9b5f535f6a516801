/// What is known of a device before connecting: profiles are matched against it.
package enum ProfileSubject: Hashable, Sendable {
    /// What it says over Bluetooth Low Energy.
    case bluetooth(BluetoothSubject)
    /// What its USB descriptors say.
    case usb(USBSubject)
    /// What a file begins with.
    case file(FileSubject)

    /// What a device says over Bluetooth Low Energy. UUIDs have the form of ``ProfileUUID``.
    package struct BluetoothSubject: Hashable, Sendable {
        /// The local name, complete or shortened.
        package var name: String?
        /// UUIDs of the services that it lists.
        package var services: [String]
        /// Service data, by the service's UUID.
        package var serviceData: [String: [UInt8]]
        /// Manufacturer data, by company identifier.
        package var manufacturerData: [UInt16: [UInt8]]
        /// The address in capital letters, `F1:F2:F3:F4:F5:F6`.
        package var address: String?

        /// Memberwise; what is not given has its default.
        package init(
            name: String? = nil, services: [String] = [], serviceData: [String: [UInt8]] = [:],
            manufacturerData: [UInt16: [UInt8]] = [:], address: String? = nil
        ) {
            self.name = name
            self.services = services
            self.serviceData = serviceData
            self.manufacturerData = manufacturerData
            self.address = address
        }
    }

    /// What USB descriptors say.
    package struct USBSubject: Hashable, Sendable {
        /// The vendor identifier, `idVendor`.
        package var vendor: UInt16
        /// The product identifier, `idProduct`.
        package var product: UInt16
        /// The maker's string.
        package var manufacturer: String?
        /// The product's string.
        package var productName: String?
        /// The serial number's string.
        package var serial: String?
        /// Class, subclass and protocol of each interface.
        package var interfaces: [[UInt8]]

        /// Memberwise; what is not given has its default.
        package init(
            vendor: UInt16, product: UInt16, manufacturer: String? = nil, productName: String? = nil,
            serial: String? = nil, interfaces: [[UInt8]] = []
        ) {
            self.vendor = vendor
            self.product = product
            self.manufacturer = manufacturer
            self.productName = productName
            self.serial = serial
            self.interfaces = interfaces
        }
    }

    /// A file's name and its first bytes.
    package struct FileSubject: Hashable, Sendable {
        /// The name without its folder.
        package var name: String
        /// The first bytes, 4096 at most.
        package var head: [UInt8]

        /// Memberwise.
        package init(name: String, head: [UInt8]) {
            self.name = name
            self.head = head
        }
    }
}
