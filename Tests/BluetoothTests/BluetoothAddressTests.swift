import Bluetooth
import Testing

@Suite struct BluetoothAddressTests {
    @Test("an address and a UUID are printed as they were read")
    func text() throws {
        let address = try #require(BluetoothAddress("F1:02:f3:04:F5:06", kind: .random))
        #expect(address.description == "F1:02:F3:04:F5:06")
        #expect(BluetoothAddress("F1:02:F3:04:F5", kind: .random) == nil)
        #expect(BluetoothAddress("F1:02:F3:04:F5:+6", kind: .random) == nil)
        #expect(BluetoothUUID("180d") == BluetoothUUID(0x180D))
        #expect(BluetoothUUID("0000180D-0000-1000-8000-00805F9B34FB")?.short == 0x180D)
        let long = "FB005C80-02E7-F387-1CAD-8ACD2D8DF0C8"
        #expect(BluetoothUUID(long)?.description == long)
        #expect(BluetoothUUID(long)?.short == nil)
    }
}
