/// A device on the bus, as its descriptors describe it.
package struct USBDevice: Hashable, Sendable {
    /// An interface of the active configuration.
    package struct Interface: Hashable, Sendable {
        /// The interface's number.
        package var number: UInt8
        /// Class code.
        package var classCode: UInt8
        /// Subclass code.
        package var subclass: UInt8
        /// Protocol code.
        package var protocolCode: UInt8
        /// Endpoint addresses, bit 7 set for those towards the host.
        package var endpoints: [UInt8]

        /// Memberwise; what is not given has its default.
        package init(number: UInt8, classCode: UInt8, subclass: UInt8, protocolCode: UInt8, endpoints: [UInt8] = []) {
            self.number = number
            self.classCode = classCode
            self.subclass = subclass
            self.protocolCode = protocolCode
            self.endpoints = endpoints
        }
    }

    /// Where it is plugged in: bus and ports such as `1-2.3`; the same after it is plugged in again at the same place.
    package var path: String
    /// Its address on the bus; another one each time it is plugged in.
    package var address: UInt8
    /// The vendor identifier, `idVendor`.
    package var vendor: UInt16
    /// The product identifier, `idProduct`.
    package var product: UInt16
    /// The device's version, `bcdDevice`.
    package var version: UInt16
    /// The maker's name without padding; nil where there is none or it may not be read.
    package var manufacturer: String?
    /// The product's name without padding; nil where there is none or it may not be read.
    package var productName: String?
    /// The serial number; nil where there is none or it may not be read.
    package var serial: String?
    /// The interfaces of the active configuration.
    package var interfaces: [Interface]
    /// What the kernel's drivers made of it: serial lines, volumes, HID devices; grows in the moments after it was
    /// plugged in.
    package var nodes: [USBNode]
    /// Memberwise; what is not given has its default.
    package init(
        path: String, address: UInt8, vendor: UInt16, product: UInt16, version: UInt16 = 0, manufacturer: String? = nil,
        productName: String? = nil, serial: String? = nil, interfaces: [Interface] = [], nodes: [USBNode] = []
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
        self.nodes = nodes
    }

    /// The bus number, which is the first part of ``path``.
    package var bus: Int { Int(path.prefix { $0 != "-" }) ?? 0 }
    /// The file through which programs reach the device itself, such as `/dev/bus/usb/001/005`.
    package var busNode: String { "/dev/bus/usb/\(padded(bus))/\(padded(Int(address)))" }

    private func padded(_ number: Int) -> String {
        String(repeating: "0", count: max(0, 3 - String(number).utf8.count)) + String(number)
    }
}

/// A device was attached, detached or changed.
package enum USBEvent: Hashable, Sendable {
    /// A device was plugged in, or was there at the beginning.
    case attached(USBDevice)
    /// Its interfaces or nodes changed: a driver took it, its volume was mounted.
    case changed(USBDevice)
    /// It was unplugged, or left to come back as another device.
    case detached(path: String)
}

extension USBDevice: CustomStringConvertible {
    /// Its names and place for a person: `Newcastle University AX3 Composite Device 1.7 (USB 1-2)`.
    package var description: String {
        let names = [manufacturer, productName].compactMap { $0 }.joined(separator: " ")
        return "\(names.isEmpty ? "The device \(hexadecimal(vendor)):\(hexadecimal(product))" : names) (USB \(path))"
    }

    private func hexadecimal(_ number: UInt16) -> String {
        let digits = String(number, radix: 16)
        return String(repeating: "0", count: 4 - digits.utf8.count) + digits
    }

    /// What to do when the system keeps a device from this account.
    static let permissionAdvice =
        "Install Nightjar's udev rules (`make install`), add the account to the group nightjar, sign in again and plug "
        + "the device in again; `nightjar doctor` shows what is missing."
}
