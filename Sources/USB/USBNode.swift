/// A file in `/dev` that a kernel driver made for an interface of a USB device.
package struct USBNode: Hashable, Sendable {
    /// The kind of device file.
    package enum Kind: String, Hashable, Sendable {
        /// A serial line, such as `/dev/ttyACM0`.
        case serial
        /// A disk or a partition, such as `/dev/sda1`.
        case block
        /// A HID device, such as `/dev/hidraw0`.
        case hid
    }

    /// The kind of device file.
    package var kind: Kind
    /// The path of the device file.
    package var path: String
    /// The number of the interface whose driver made it.
    package var interface: UInt8
    /// The name of the volume on it; nil when there is none or it has not been read yet.
    package var label: String?
    /// Where its volume is mounted; nil when it is not.
    package var mountPoint: String?

    /// Memberwise; what is not given has its default.
    package init(kind: Kind, path: String, interface: UInt8, label: String? = nil, mountPoint: String? = nil) {
        self.kind = kind
        self.path = path
        self.interface = interface
        self.label = label
        self.mountPoint = mountPoint
    }
}

extension USBDevice {
    /// The serial lines, in order of their interfaces.
    package var serialNodes: [USBNode] { nodes.filter { $0.kind == .serial } }
    /// Disks and partitions.
    package var blockNodes: [USBNode] { nodes.filter { $0.kind == .block } }
    /// The mount point of the first mounted volume; nil for none.
    package var mountPoint: String? { blockNodes.lazy.compactMap(\.mountPoint).first }
    /// The label of the first volume; nil for none.
    package var volumeLabel: String? { blockNodes.lazy.compactMap(\.label).first }
}
