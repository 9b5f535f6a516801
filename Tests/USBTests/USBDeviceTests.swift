import Testing
import USB

@Suite struct USBDeviceTests {
    @Test("devices at different ports are different")
    func ports() {
        let one = USBDevice(path: "1-1", address: 2, vendor: 0x04D8, product: 0x0057)
        #expect(one != USBDevice(path: "1-2", address: 2, vendor: 0x04D8, product: 0x0057))
    }
}
