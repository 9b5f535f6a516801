/// A file in `/dev` that a kernel driver made for an interface of a USB device.
public struct USBNode: Hashable, Sendable {
    /// The kind of device file.
    public enum Kind: String, Hashable, Sendable {
        /// A serial line, such as `/dev/ttyACM0`.
        case serial
        /// A disk or a partition, such as `/dev/sda1`.
        case block
        /// A HID device, such as `/dev/hidraw0`.
        case hid
    }

    /// The kind of device file.
    public var kind: Kind
    /// The path of the device file.
    public var path: String
    /// The number of the interface whose driver made it.
    public var interface: UInt8
    /// The name of the volume on it; nil when there is none or it has not been read yet.
    public var label: String?
    /// Where its volume is mounted; nil when it is not.
    public var mountPoint: String?

    /// Memberwise; what is not given has its default.
    public init(kind: Kind, path: String, interface: UInt8, label: String? = nil, mountPoint: String? = nil) {
        self.kind = kind
        self.path = path
        self.interface = interface
        self.label = label
        self.mountPoint = mountPoint
    }
}

extension USBDevice {
    /// The serial lines, in order of their interfaces.
    public var serialNodes: [USBNode] { nodes.filter { $0.kind == .serial } }
    /// Disks and partitions.
    public var blockNodes: [USBNode] { nodes.filter { $0.kind == .block } }
    /// The mount point of the first mounted volume; nil for none.
    public var mountPoint: String? { blockNodes.lazy.compactMap(\.mountPoint).first }
    /// The label of the first volume; nil for none.
    public var volumeLabel: String? { blockNodes.lazy.compactMap(\.label).first }
}
