import Testing

@testable import Runtime

struct DeviceKeyTests {
    private static let bytes = [UInt8](0..<16)

    @Test(arguments: [
        "000102030405060708090a0b0c0d0e0f", "0x000102030405060708090A0B0C0D0E0F",
        "00:01:02:03:04:05:06:07:08:09:0a:0b:0c:0d:0e:0f", " 00010203 04050607-08090a0b 0c0d0e0f ",
    ])
    func `is read as makers show it`(_ text: String) { #expect(DeviceKey(text: text)?.bytes == Self.bytes) }

    @Test(arguments: [
        "", "0x", "000102030405060708090a0b0c0d0e0", "000102030405060708090a0b0c0d0e0f00",
        "g00102030405060708090a0b0c0d0e0f",
        "0x0102030405060708090a0b0c0d0e0f", "٠٠0102030405060708090a0b0c0d0e0f",
    ])
    func `is nothing else`(_ text: String) { #expect(DeviceKey(text: text) == nil) }

    @Test func `shows nowhere`() throws {
        let key = try #require(DeviceKey(Self.bytes))
        var dumped = ""
        dump([key], to: &dumped)
        let shown = "\(key) \(String(reflecting: key)) \(String(describing: [Optional(key)])) \(dumped)"
        #expect(!shown.contains("15") && !shown.contains("0f") && shown.contains("<key>"))
        #expect(DeviceKey([1, 2]) == nil)
    }
}
