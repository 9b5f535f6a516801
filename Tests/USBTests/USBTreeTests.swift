import Glibc
import Testing
import USB

/// A folder that looks like `/sys`, with a recorder plugged in at 1-2 and a hub at 1-1.
private struct FakeTree: ~Copyable {
    let root: String

    init() {
        var template = Array("/tmp/nightjar-sysfs-XXXXXX".utf8CString)
        root = mkdtemp(&template).map { String(cString: $0) } ?? "/tmp"
    }

    deinit {
        _ = root.withCString { path in
            nftw(path, { name, _, _, _ in name.map { remove($0) } ?? 0 }, 16, Int32(FTW_DEPTH | FTW_PHYS))
        }
    }

    func file(_ path: String, _ text: String) {
        var folder = root
        for part in path.split(separator: "/").dropLast() {
            folder += "/\(part)"
            mkdir(folder, 0o755)
        }
        guard let stream = fopen("\(root)/\(path)", "w") else { return }
        fputs(text, stream)
        fclose(stream)
    }

    func link(_ path: String, to target: String) { symlink(target, "\(root)/\(path)") }

    func plugInRecorder() {
        let device = "devices/usb1/1-2"
        for (name, text) in [
            ("idVendor", "04d8\n"), ("idProduct", "0057\n"), ("bcdDevice", "0017\n"), ("devnum", "5\n"),
            ("manufacturer", "Newcastle University      \n"), ("product", "AX3 Composite Device 1.7  \n"),
            ("serial", "CWA17_12345\n"),
        ] { file("\(device)/\(name)", text) }
        for (number, code) in [("00", "08"), ("01", "02"), ("02", "0a")] {
            let interface = "\(device)/1-2:1.\(number.dropFirst())"
            file("\(interface)/bInterfaceNumber", "\(number)\n")
            file("\(interface)/bInterfaceClass", "\(code)\n")
            file("\(interface)/bInterfaceSubClass", "02\n")
            file("\(interface)/bInterfaceProtocol", "01\n")
        }
        file("\(device)/1-2:1.2/ep_03/bEndpointAddress", "03\n")
        file("\(device)/1-2:1.2/ep_83/bEndpointAddress", "83\n")
        file("\(device)/1-2:1.1/tty/ttyACM0/dev", "166:0\n")
        let disk = "\(device)/1-2:1.0/host0/target0:0:0/0:0:0:0/block/sda"
        file("\(disk)/dev", "8:0\n")
        file("\(disk)/size", "32768\n")
        file("bus/usb/devices/.keep", "")
        for name in ["1-2", "1-2:1.0", "1-2:1.1", "1-2:1.2"] {
            link("bus/usb/devices/\(name)", to: "../../../devices/usb1/\(name == "1-2" ? name : "1-2/\(name)")")
        }
    }
}

@Suite struct USBTreeTests {
    private let mounts = MountTable(text: "36 35 8:0 / /run/nightjar/volumes/AX317_12345 ro - vfat /dev/sda ro\n")

    @Test func aCompositeRecorderIsReadWithItsNodes() throws {
        let fake = FakeTree()
        fake.plugInRecorder()
        let tree = USBTree(root: fake.root) { $0 == "8:0" ? "AX317_12345" : nil }
        let device = try #require(tree.device(at: "1-2", mounts: mounts))
        #expect(device.vendor == 0x04D8 && device.product == 0x0057 && device.version == 0x17 && device.address == 5)
        #expect(device.manufacturer == "Newcastle University")
        #expect(device.productName == "AX3 Composite Device 1.7")
        #expect(device.serial == "CWA17_12345")
        #expect(device.interfaces.map(\.classCode) == [8, 2, 10])
        #expect(device.interfaces.last?.endpoints == [0x03, 0x83])
        #expect(device.serialNodes == [USBNode(kind: .serial, path: "/dev/ttyACM0", interface: 1)])
        #expect(
            device.blockNodes == [
                USBNode(
                    kind: .block, path: "/dev/sda", interface: 0, label: "AX317_12345",
                    mountPoint: "/run/nightjar/volumes/AX317_12345")
            ])
        #expect(device.busNode == "/dev/bus/usb/001/005")
        #expect(device.description == "Newcastle University AX3 Composite Device 1.7 (USB 1-2)")
    }

    @Test func aDiskWithoutMediumIsNoVolume() throws {
        let fake = FakeTree()
        fake.plugInRecorder()
        fake.file("devices/usb1/1-2/1-2:1.0/host0/target0:0:0/0:0:0:0/block/sda/size", "0\n")
        let device = try #require(USBTree(root: fake.root) { _ in nil }.device(at: "1-2", mounts: mounts))
        #expect(device.blockNodes.isEmpty)
    }

    @Test func partitionsAreNodesOfTheirOwn() throws {
        let fake = FakeTree()
        fake.plugInRecorder()
        let disk = "devices/usb1/1-2/1-2:1.0/host0/target0:0:0/0:0:0:0/block/sda"
        fake.file("\(disk)/sda1/dev", "8:1\n")
        fake.file("\(disk)/sda1/size", "32000\n")
        let device = try #require(USBTree(root: fake.root) { _ in nil }.device(at: "1-2", mounts: mounts))
        #expect(device.blockNodes.map(\.path) == ["/dev/sda", "/dev/sda1"])
    }

    @Test func aDeviceThatLeavesWhileItIsReadIsLeftOut() {
        let fake = FakeTree()
        fake.plugInRecorder()
        fake.link("bus/usb/devices/1-3", to: "../../../devices/usb1/1-3")
        fake.file("devices/usb1/1-4/idVendor", "not a number")
        fake.link("bus/usb/devices/1-4", to: "../../../devices/usb1/1-4")
        #expect(USBTree(root: fake.root) { _ in nil }.devices(mounts: mounts).map(\.path) == ["1-2"])
    }

    @Test func aMachineWithoutUSBHasNoDevices() {
        #expect(USBTree(root: "/nonexistent").devices(mounts: mounts).isEmpty)
    }
}
