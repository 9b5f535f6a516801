import Bluetooth
import Signals
import Testing

@testable import nightjar

@Suite struct SnoopFileTests {
    private let time = Instant(nanoseconds: 946_684_800_000_000_000)
    private let database = GATTDatabase(services: [
        GATTService(
            uuid: BluetoothUUID(0x180D), handles: 1...4,
            characteristics: [
                GATTCharacteristic(
                    uuid: BluetoothUUID(0x2A37), declaration: 2, value: 3, properties: .notify,
                    descriptors: [GATTDescriptor(uuid: BluetoothUUID(0x2902), handle: 4)])
            ])
    ])

    /// The packets of a file with their flags and times.
    private func records(_ bytes: [UInt8]) -> [(flags: UInt32, time: UInt64, packet: [UInt8])] {
        func number(_ offset: Int, _ count: Int) -> UInt64 {
            bytes[offset..<(offset + count)].reduce(0) { $0 << 8 | UInt64($1) }
        }
        var records: [(UInt32, UInt64, [UInt8])] = []
        var place = 16
        while place + 24 <= bytes.count {
            let length = Int(number(place + 4, 4))
            #expect(number(place, 4) == UInt64(length))
            records.append(
                (
                    UInt32(number(place + 8, 4)), number(place + 16, 8),
                    Array(bytes[(place + 24)..<(place + 24 + length)])
                ))
            place += 24 + length
        }
        #expect(place == bytes.count)
        return records
    }

    @Test("a link is written as btmon and Wireshark read it")
    func link() throws {
        let address = try #require(BluetoothAddress("F1:02:03:04:05:06", kind: .random))
        var file = SnoopFile(address: address, at: time)
        file.add(database, at: time)
        file.addSubscription(for: database.services[0].characteristics[0], at: time)
        file.addReading([0x41], of: 9, at: time)
        file.add([0x10, 0x3B, 0x53, 0x04], from: 3, at: time.advanced(byNanoseconds: 1_500_000))
        // "btsnoop", version 1, HCI UART.
        #expect(Array(file.bytes.prefix(16)) == Array("btsnoop\0".utf8) + [0, 0, 0, 1, 0, 0, 3, 0xEA])
        let all = records(file.bytes)
        #expect(all.count == 1 + 6 + 2 + 2 + 1)
        // Midnight of the year 2000 in this format, and 1.5 ms later.
        #expect(all[0].time == 0x00E0_3AB4_4A67_6000 && all.last?.time == 0x00E0_3AB4_4A67_6000 + 1500)
        #expect(all[0].flags == 3 && all[0].packet.count == 22)
        #expect(
            Array(all[0].packet.prefix(15)) == [
                0x04, 0x3E, 19, 1, 0, 0x40, 0, 0, 1, 0x06, 0x05, 0x04, 0x03, 0x02, 0xF1,
            ])
        #expect(all[1].flags == 0 && all[2].flags == 1)
        // Data for connection 0x40 that begins a packet: a service 0x180D from 1 to 4.
        #expect(all[2].packet == [2, 0x40, 0x20, 12, 0, 8, 0, 4, 0, 0x11, 6, 1, 0, 4, 0, 0x0D, 0x18])
        #expect(Array(all[4].packet.suffix(9)) == [0x09, 7, 2, 0, 0x10, 3, 0, 0x37, 0x2A])
        #expect(Array(all[7].packet.suffix(5)) == [0x12, 4, 0, 1, 0])
        #expect(Array(all[10].packet.suffix(2)) == [0x0B, 0x41])
        #expect(all.last?.packet == [2, 0x40, 0x20, 11, 0, 7, 0, 4, 0, 0x1B, 3, 0, 0x10, 0x3B, 0x53, 0x04])
        #expect(file.dropped == 0)
    }

    @Test("a long UUID has sixteen bytes, the lowest first")
    func long() throws {
        let uuid = try #require(BluetoothUUID("FB005C80-02E7-F387-1CAD-8ACD2D8DF0C8"))
        let address = try #require(BluetoothAddress("00:22:D0:00:00:01", kind: .public))
        var file = SnoopFile(address: address, at: time)
        file.add(GATTDatabase(services: [GATTService(uuid: uuid, handles: 1...1, characteristics: [])]), at: time)
        let answer = records(file.bytes)[2].packet
        #expect(answer.count == 9 + 22 && answer.last == 0xFB && answer[15] == 0xC8)
    }
}
