import Signals
import Testing

@testable import Bluetooth

struct AdvertisingTests {
    private func data(_ packets: String...) -> AdvertisingData {
        var data = AdvertisingData()
        for packet in packets { data.add(bytes(packet).span.bytes) }
        return data
    }

    @Test("A strap's advertisement and its scan response tell who it is")
    func strap() {
        let data = data(
            "02 01 06 03 03 0d18 07 ff 6b00 72 08 4d 4b 02 0a fc 03 19 4103",
            "0a 09 506f6c617220483130 05 08 506f6c61 05 16 0f18 6401")
        #expect(data.flags == 6)
        #expect(data.services == [BluetoothUUID(0x180D)])
        #expect(data.manufacturerData == [0x6B: bytes("72084d4b")])
        #expect(data.txPower == -4)
        #expect(data.appearance == 0x0341)
        #expect(data.name == "Polar H10" && data.isNameComplete)
        #expect(data.serviceData == [BluetoothUUID(0x180F): bytes("6401")])
    }

    @Test("Services of all lengths are listed, each once")
    func services() {
        let data = data(
            "05 02 0d18 0f18 03 03 0d18 05 05 78563412 11 06 c8f08d2dcd8aad1c87f3e702805c00fb",
            "11 07 c8f08d2dcd8aad1c87f3e702805c00fb 11 21 c8f08d2dcd8aad1c87f3e702805c00fb 06 20 78563412 02")
        let polar = BluetoothUUID("FB005C80-02E7-F387-1CAD-8ACD2D8DF0C8")
        #expect(data.services == [BluetoothUUID(0x180D), BluetoothUUID(0x180F), BluetoothUUID(0x1234_5678), polar])
        #expect(data.serviceData[BluetoothUUID(0x1234_5678)] == [2])
    }

    @Test("A complete name wins over a shortened one, in whatever order they come, and the first of its kind stays")
    func names() {
        #expect(data("03 08 4142", "04 09 414243").name == "ABC")
        #expect(data("04 09 414243", "03 08 4142").name == "ABC")
        #expect(data("03 08 4142", "03 08 4344").name == "AB")
        #expect(data("06 09 4142430000").name == "ABC")
        #expect(data("03 09 0000").name == nil)
        #expect(data("02 09 ff").name == "\u{FFFD}")
    }

    @Test(
        "What is cut off is left out, and what came before it stays",
        arguments: [
            "02 01 06 03 03 0d", "02 01 06 00 03 03 0d18", "02 01 06 ff", "02 01 06 03",
            "02 01 06 01 03 01 ff 02 ff 6b",
            "02 01 06 02 03 0d 02 0a", "02 01 06 01 0a 01 01 02 19 01 02 16 0d",
        ])
    func truncated(packet: String) {
        let data = data(packet)
        #expect(data.flags == 6)
        var rest = data
        rest.flags = nil
        #expect(rest == AdvertisingData())
    }

    @Test("An odd byte after a list of services is dropped and the list kept")
    func oddList() {
        #expect(data("04 03 0d18 0f").services == [BluetoothUUID(0x180D)])
    }

    @Test("No bytes are too broken to be taken")
    func anything() {
        var seed: UInt64 = 1
        for _ in 0..<2000 {
            var packet: [UInt8] = []
            for _ in 0..<31 {
                seed = seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                packet.append(UInt8(truncatingIfNeeded: seed >> 40) & (seed & 1 << 50 == 0 ? 0x1F : 0xFF))
            }
            var data = AdvertisingData()
            data.add(packet.span.bytes)
            #expect(data.services.count <= 15)
        }
    }

    @Test("An empty filter wants everything; each kind of condition must hold once")
    func filter() {
        var polar = AdvertisingData()
        polar.add(bytes("03 03 0d18 04 ff 6b00 72 07 09 506f6c617220").span.bytes)
        let heard = Advertisement(
            address: BluetoothAddress(bits: 1, kind: .random), received: Instant(nanoseconds: 0), rssi: -60, data: polar
        )
        let silent = Advertisement(
            address: BluetoothAddress(bits: 2, kind: .random), received: Instant(nanoseconds: 0))
        var filter = ScanFilter()
        #expect(filter.matches(heard) && filter.matches(silent))
        filter.services = [BluetoothUUID(0x1826), BluetoothUUID(0x180D)]
        #expect(filter.matches(heard) && !filter.matches(silent))
        filter.namePrefixes = ["Garmin", "Polar "]
        #expect(filter.matches(heard))
        filter.manufacturers = [0x59]
        #expect(!filter.matches(heard))
        filter.manufacturers.append(0x6B)
        #expect(filter.matches(heard))
        filter.namePrefixes = ["Polar H"]
        #expect(!filter.matches(heard))
        var byData = ScanFilter()
        byData.services = [BluetoothUUID(0x180F)]
        var data = AdvertisingData()
        data.add(bytes("04 16 0f18 64").span.bytes)
        #expect(
            byData.matches(
                Advertisement(
                    address: BluetoothAddress(bits: 1, kind: .random), received: Instant(nanoseconds: 0), data: data)))
    }
}
