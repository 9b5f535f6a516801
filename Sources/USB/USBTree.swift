/// The USB devices as `/sys` shows them: everything that their descriptors say, without opening any and without any
/// permission.
package struct USBTree: Sendable {
    private let root: String
    private let label: @Sendable (_ number: String) -> String?

    /// The tree below `root`.
    /// - Parameters:
    ///   - root: where sysfs is mounted.
    ///   - label: tells the volume label of a block device `major:minor`; udev's by default.
    package init(
        root: String = "/sys", label: @escaping @Sendable (_ number: String) -> String? = { Udev.volumeLabel(of: $0) }
    ) {
        self.root = root
        self.label = label
    }

    /// Every device that is plugged in, hubs included, sorted by path.
    /// - Parameter mounts: where block devices are mounted.
    package func devices(mounts: MountTable = .current()) -> [USBDevice] {
        let folder = "\(root)/bus/usb/devices"
        let names = SystemText.names(in: folder)
        return names.filter { !$0.contains(":") && $0.first?.isNumber == true }.compactMap { name in
            device(name, folder: folder, interfaces: names.filter { $0.hasPrefix("\(name):") }, mounts: mounts)
        }
    }

    /// The device at `path`; nil when nothing is plugged in there.
    package func device(at path: String, mounts: MountTable = .current()) -> USBDevice? {
        devices(mounts: mounts).first { $0.path == path }
    }

    private func device(_ name: String, folder: String, interfaces: [String], mounts: MountTable) -> USBDevice? {
        let own = "\(folder)/\(name)"
        guard let vendor = SystemText.hexadecimal("\(own)/idVendor", as: UInt16.self),
            let product = SystemText.hexadecimal("\(own)/idProduct", as: UInt16.self),
            let address = SystemText.read("\(own)/devnum").flatMap({ UInt8($0) })
        else { return nil }
        var device = USBDevice(
            path: name, address: address, vendor: vendor, product: product,
            version: SystemText.hexadecimal("\(own)/bcdDevice") ?? 0,
            manufacturer: SystemText.read("\(own)/manufacturer"),
            productName: SystemText.read("\(own)/product"), serial: SystemText.read("\(own)/serial"))
        for interface in interfaces {
            let place = "\(folder)/\(interface)"
            guard let number = SystemText.hexadecimal("\(place)/bInterfaceNumber", as: UInt8.self) else { continue }
            device.interfaces.append(
                .init(
                    number: number, classCode: SystemText.hexadecimal("\(place)/bInterfaceClass") ?? 0,
                    subclass: SystemText.hexadecimal("\(place)/bInterfaceSubClass") ?? 0,
                    protocolCode: SystemText.hexadecimal("\(place)/bInterfaceProtocol") ?? 0,
                    endpoints: SystemText.names(in: place).filter { $0.hasPrefix("ep_") }.compactMap {
                        UInt8($0.dropFirst(3), radix: 16)
                    }))
            nodes(below: place, interface: number, mounts: mounts, depth: 0, into: &device.nodes)
        }
        device.interfaces.sort { $0.number < $1.number }
        device.nodes.sort { ($0.interface, $0.path) < ($1.interface, $1.path) }
        return device
    }

    /// Looks for the folders in which the kernel's classes list their devices. A driver puts a few levels of its own
    /// in between, such as a disk's host, target and unit.
    private func nodes(
        below folder: String, interface: UInt8, mounts: MountTable, depth: Int, into nodes: inout [USBNode]
    ) {
        guard depth < 6 else { return }
        for name in SystemText.names(in: folder) where name != "subsystem" && name != "driver" {
            // The interface itself is listed as a link, and links lead to other devices everywhere else.
            let place = "\(folder)/\(name)"
            guard SystemText.isOwnFolder(place) else { continue }
            switch name {
            case "tty":
                SystemText.names(in: place).forEach {
                    nodes.append(.init(kind: .serial, path: "/dev/\($0)", interface: interface))
                }
            case "hidraw":
                SystemText.names(in: place).forEach {
                    nodes.append(.init(kind: .hid, path: "/dev/\($0)", interface: interface))
                }
            case "block": SystemText.names(in: place).forEach { disk("\(place)/\($0)", $0, interface, mounts, &nodes) }
            case "power": continue
            default:
                if !name.hasPrefix("ep_") {
                    self.nodes(below: place, interface: interface, mounts: mounts, depth: depth + 1, into: &nodes)
                }
            }
        }
    }

    /// Adds a disk and its partitions.
    private func disk(
        _ place: String, _ name: String, _ interface: UInt8, _ mounts: MountTable, _ nodes: inout [USBNode]
    ) {
        let parts = SystemText.names(in: place).filter { $0.hasPrefix(name) }
        for (name, place) in [(name, place)] + parts.map({ ($0, "\(place)/\($0)") }) {
            // Without a size there is no medium: a recorder takes it out while it formats.
            guard let number = SystemText.read("\(place)/dev"), SystemText.read("\(place)/size") != "0" else {
                continue
            }
            nodes.append(
                .init(
                    kind: .block, path: "/dev/\(name)", interface: interface, label: label(number),
                    mountPoint: mounts.mountPoint(of: number)))
        }
    }
}
