/// What is known of a device before connecting: profiles are matched against it.
public enum ProfileSubject: Hashable, Sendable {
    /// What it says over Bluetooth Low Energy.
    case bluetooth(BluetoothSubject)
    /// What its USB descriptors say.
    case usb(USBSubject)
    /// What a file begins with.
    case file(FileSubject)

    /// What a device says over Bluetooth Low Energy. UUIDs have the form of ``ProfileUUID``.
    public struct BluetoothSubject: Hashable, Sendable {
        /// The local name, complete or shortened.
        public var name: String?
        /// UUIDs of the services that it lists.
        public var services: [String]
        /// Service data, by the service's UUID.
        public var serviceData: [String: [UInt8]]
        /// Manufacturer data, by company identifier.
        public var manufacturerData: [UInt16: [UInt8]]
        /// The address in capital letters, `F1:F2:F3:F4:F5:F6`.
        public var address: String?

        /// Memberwise; what is not given has its default.
        public init(
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
    public struct USBSubject: Hashable, Sendable {
        /// The vendor identifier, `idVendor`.
        public var vendor: UInt16
        /// The product identifier, `idProduct`.
        public var product: UInt16
        /// The maker's string.
        public var manufacturer: String?
        /// The product's string.
        public var productName: String?
        /// The serial number's string.
        public var serial: String?
        /// Class, subclass and protocol of each interface.
        public var interfaces: [[UInt8]]

        /// Memberwise; what is not given has its default.
        public init(
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
    public struct FileSubject: Hashable, Sendable {
        /// The name without its folder.
        public var name: String
        /// The first bytes, 4096 at most.
        public var head: [UInt8]

        /// Memberwise.
        public init(name: String, head: [UInt8]) {
            self.name = name
            self.head = head
        }
    }
}
