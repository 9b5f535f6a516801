/// A device on the bus, as its descriptors describe it.
public struct USBDevice: Hashable, Sendable {
    /// One interface of the active configuration.
    public struct Interface: Hashable, Sendable {
        /// Its number.
        public var number: UInt8
        /// Class code.
        public var classCode: UInt8
        /// Subclass code.
        public var subclass: UInt8
        /// Protocol code.
        public var protocolCode: UInt8
        /// Endpoint addresses, bit 7 set for those towards the host.
        public var endpoints: [UInt8]

        /// An interface from its parts.
        public init(number: UInt8, classCode: UInt8, subclass: UInt8, protocolCode: UInt8, endpoints: [UInt8] = []) {
            self.number = number
            self.classCode = classCode
            self.subclass = subclass
            self.protocolCode = protocolCode
            self.endpoints = endpoints
        }
    }

    /// Where it is plugged in: bus and ports such as `1-2.3`; the same after it is plugged in again at the same place.
    public var path: String
    /// Its address on the bus; another one each time it is plugged in.
    public var address: UInt8
    /// Vendor identifier.
    public var vendor: UInt16
    /// Product identifier.
    public var product: UInt16
    /// The device's own version, binary-coded.
    public var version: UInt16
    /// The maker's name without padding; nil where there is none or it may not be read.
    public var manufacturer: String?
    /// The product's name without padding; nil where there is none or it may not be read.
    public var productName: String?
    /// The serial number; nil where there is none or it may not be read.
    public var serial: String?
    /// Interfaces of the active configuration.
    public var interfaces: [Interface]

    /// A device from its parts.
    public init(
        path: String, address: UInt8, vendor: UInt16, product: UInt16, version: UInt16 = 0, manufacturer: String? = nil,
        productName: String? = nil, serial: String? = nil, interfaces: [Interface] = []
    ) {
        self.path = path
        self.address = address
        self.vendor = vendor
        self.product = product
        self.version = version
        self.manufacturer = manufacturer
        self.productName = productName
        self.serial = serial
        self.interfaces = interfaces
    }
}

/// A device came or went.
public enum USBEvent: Hashable, Sendable {
    case attached(USBDevice)
    case detached(path: String)
}
