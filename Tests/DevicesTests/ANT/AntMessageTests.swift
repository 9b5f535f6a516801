import Signals
import TestKit
import Testing

@testable import Devices

@Suite struct AntMessageTests {
    @Test func `messages have a sync byte, their length and a checksum`() {
        // ANT Message Protocol and Usage: A4, length, identifier, content, the XOR of them all.
        #expect(AntMessage.reset.bytes == hex("A4 01 4A 00 EF"))
        #expect(AntMessage.request(0x54).bytes == hex("A4 02 4D 00 54 BF"))
        #expect(AntMessage.assign(0).bytes == hex("A4 03 42 00 00 00 E5"))
        #expect(AntMessage.period(8070, on: 0).bytes == hex("A4 03 43 00 86 1F 7D"))
        #expect(AntMessage.frequency(57, on: 0).bytes == hex("A4 02 45 00 39 DA"))
        #expect(AntMessage.sender(AntSender(number: 0), on: 0).bytes == hex("A4 05 51 00 00 00 78 00 88"))
        #expect(AntMessage.openToAll.bytes == hex("A4 01 5B 00 FE"))
        #expect(AntMessage.networkKey(Array(1...8)).bytes.count == 13)
    }

    @Test func `messages are found in pieces, behind zeros and behind rubbish`() {
        let started = hex("A4 01 6F 20 EA")
        for size in 1...12 {
            var reader = AntReader()
            let stream = [0, 0] + started + [0, 0, 0] + hex("A4 01 77 A4 02") + started + started
            var messages: [AntMessage] = []
            var skipped = 0
            for start in stride(from: 0, to: stream.count, by: size) {
                for finding in reader.take(Array(stream[start..<min(start + size, stream.count)])) {
                    switch finding {
                    case .message(let message): messages.append(message)
                    case .skipped(let bytes): skipped += bytes
                    }
                }
            }
            #expect(messages == [AntMessage](repeating: AntMessage(0x6F, [0x20]), count: 3))
            #expect(skipped == 5)
        }
    }

    @Test func `a wrong checksum and an impossible length are no message`() {
        var reader = AntReader()
        #expect(reader.take(hex("A4 01 6F 20 EB")) == [.skipped(bytes: 5)])
        #expect(reader.take(hex("A4 FF 6F")) == [.skipped(bytes: 3)])
    }

    @Test func `data come with their sender and the strength of the signal`() throws {
        let payload = hex("04 FF 10 20 30 40 07 48")
        // Flags C0: the channel ID 12345, type 120, transmission type 0x51; then dBm, -70, threshold.
        let message = AntMessage(0x4E, [0] + payload + hex("C0 39 30 78 51 20 BA 80"))
        #expect(
            try AntReport(message)
                == .data(
                    channel: 0, payload: payload, sender: AntSender(number: 5 << 16 | 12_345, transmission: 1),
                    rssi: -70))
        #expect(
            try AntReport(AntMessage(0x4E, [3] + payload))
                == .data(channel: 3, payload: payload, sender: nil, rssi: nil))
        #expect(throws: DecodeError.self) { try AntReport(AntMessage(0x4E, [0, 1, 2])) }
        #expect(throws: DecodeError.self) { try AntReport(AntMessage(0x4E, [0] + payload + [0x80, 1])) }
    }

    @Test func `answers, events and what a receiver can do`() throws {
        #expect(try AntReport(AntMessage(0x40, [0, 0x42, 0])) == .response(channel: 0, to: 0x42, code: 0))
        #expect(try AntReport(AntMessage(0x40, [2, 1, 8])) == .event(channel: 2, code: 8))
        // What an ANTUSB-m says: 8 channels, 8 networks.
        let said = try AntReport(AntMessage(0x54, hex("08 08 00 BA 36 00 DF")))
        #expect(said == .capabilities(AntCapabilities(channels: 8, networks: 8, appendsSender: true, hearsAll: true)))
        #expect(
            try AntReport(AntMessage(0x54, hex("04 03 00 1A")))
                == .capabilities(AntCapabilities(channels: 4, networks: 3, appendsSender: false, hearsAll: false)))
    }

    private static let pages: [(String, AntHeartRatePage.Content)] = [
        ("01 10 00 00 00 00 00 00", AntHeartRatePage.Content.operatingTime(seconds: 32)),
        ("02 7B 34 12 00 00 00 00", .maker(id: 123, serial: 0x1234)),
        ("03 01 02 03 00 00 00 00", .product(hardware: 1, software: 2, model: 3)),
        ("04 FF 00 10 00 14 05 3C", .previousBeat(0x1000)),
        ("05 60 61 62 00 00 00 00", .swim(interval: 96, intervalMaximum: 97, session: 98)),
        ("06 FF 07 03 00 00 00 00", .capabilities(supported: 7, enabled: 3)),
        ("09 01 00 00 00 00 00 00", .deviceInformation(1)),
        ("70 01 02 03 00 00 00 00", .makersOwn(page: 112, bytes: [1, 2, 3])),
        ("5A 01 02 03 00 00 00 00", .unknown(page: 90)),
        ("80 FF FF FF 00 00 00 00", AntHeartRatePage.Content.none),
    ]

    @Test(arguments: pages)
    func `pages say what the profile lays down`(_ text: String, _ content: AntHeartRatePage.Content) throws {
        let page = try AntHeartRatePage(hex(text))
        #expect(page.content == content)
        #expect(page.toggle == text.hasPrefix("8"))
    }

    @Test func `the battery's page tells charge, voltage and state, each where it is known`() throws {
        let page = try AntHeartRatePage(hex("87 55 80 23 01 02 03 48"))
        guard case .battery(let battery) = page.content else {
            Issue.record("no battery")
            return
        }
        #expect(battery.percent == 85 && battery.volts == 3.5 && battery.state == .good)
        #expect(page.beatTime == 0x0201 && page.beatCount == 3 && page.rate == 72)
        guard case .battery(let unknown) = try AntHeartRatePage(hex("07 FF 00 7F 00 00 00 00")).content else { return }
        #expect(unknown.percent == nil && unknown.volts == nil && unknown.state == nil)
        #expect(throws: DecodeError.self) { try AntHeartRatePage(hex("00 01 02")) }
        #expect(throws: DecodeError.self) { try AntHeartRatePage([UInt8](repeating: 0, count: 9)) }
    }
}

@Suite struct AntKeyTests {
    @Test func `a key is sixteen digits however they are written`() {
        #expect(AntKey.parse("00 11 22 33 44 55 66 77\n") == hex("0011223344556677"))
        #expect(AntKey.parse("aa:bb:cc:dd:ee:ff:00:11") == hex("AABBCCDDEEFF0011"))
        #expect(AntKey.parse("001122334455667") == nil && AntKey.parse("") == nil)
        #expect(AntKey.parse("zz11223344556677") == nil && AntKey.parse("00112233445566778") == nil)
        let folder = TestFolder()
        #expect(AntKey(path: "\(folder.path)/none").bytes == nil)
        #expect(AntKey(path: folder.write("key", Array("0011223344556677\n".utf8))).bytes == hex("0011223344556677"))
        #expect(AntKey(path: folder.path).advice.contains(folder.path))
    }
}
