import Testing
import USB

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

    @Test func aNodeBehindWhatADriverPutsBetweenIsFoundAndNoneElsewhere() throws {
        let fake = FakeTree()
        fake.plugInRecorder()
        let interface = "devices/usb1/1-2/1-2:1.2"
        fake.file("\(interface)/0003:04D8:0057.0001/hidraw/hidraw3/dev", "244:3\n")
        fake.file("\(interface)/power/tty/ttyACM7/dev", "166:7\n")
        fake.file("\(interface)/ep_03/tty/ttyACM8/dev", "166:8\n")
        fake.file("\(interface)/1/2/3/4/5/tty/ttyACM5/dev", "166:5\n")
        fake.file("\(interface)/1/2/3/4/5/6/tty/ttyACM6/dev", "166:6\n")
        fake.link("\(interface)/device", to: "../1-2:1.1")
        let device = try #require(USBTree(root: fake.root) { _ in nil }.device(at: "1-2", mounts: mounts))
        #expect(
            device.nodes.filter { $0.interface == 2 } == [
                USBNode(kind: .hid, path: "/dev/hidraw3", interface: 2),
                USBNode(kind: .serial, path: "/dev/ttyACM5", interface: 2),
            ])
    }

    @Test func aMachineWithoutUSBHasNoDevices() {
        #expect(USBTree(root: "/nonexistent").devices(mounts: mounts).isEmpty)
    }
}
