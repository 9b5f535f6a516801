import Testing
import USB

@Suite struct USBInventoryTests {
    private let recorder = USBDevice(
        path: "1-2", address: 5, vendor: 0x04D8, product: 0x0057, serial: "CWA17_12345")

    @Test func aDeviceIsToldOfOnce() {
        var inventory = USBInventory()
        #expect(inventory.update([recorder]) == [.attached(recorder)])
        #expect(inventory.update([recorder]).isEmpty)
        #expect(inventory.update([]) == [.detached(path: "1-2")])
        #expect(inventory.update([]).isEmpty)
    }

    @Test func aNewNodeIsAChangeAndNoNewDevice() {
        var inventory = USBInventory()
        var device = recorder
        _ = inventory.update([device])
        device.nodes.append(.init(kind: .serial, path: "/dev/ttyACM0", interface: 1))
        #expect(inventory.update([device]) == [.changed(device)])
    }

    @Test func aBootloaderThatBecomesARecorderLeavesFirst() {
        var inventory = USBInventory()
        let bootloader = USBDevice(path: "1-2", address: 4, vendor: 0x04D8, product: 0x003C)
        _ = inventory.update([bootloader])
        #expect(inventory.update([recorder]) == [.detached(path: "1-2"), .attached(recorder)])
    }

    @Test func aDeviceThatWasUnpluggedBetweenTwoLooksComesAgain() {
        var inventory = USBInventory()
        _ = inventory.update([recorder])
        var again = recorder
        again.address = 6
        #expect(inventory.update([again]) == [.detached(path: "1-2"), .attached(again)])
    }
}
