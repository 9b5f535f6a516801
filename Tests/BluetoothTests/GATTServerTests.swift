import Signals
import Testing

@testable import Bluetooth

struct GATTServerTests {
    /// A server in Berlin's summer of 2026: two hours east.
    private func bearer(unit: Int = 23) -> Bearer {
        var bearer = Bearer(
            server: GATTServer(name: "nightjar", zone: Zone(name: "Berlin", firstOffset: 7200)))
        bearer.receive(bytes("02") + [UInt8(unit & 0xFF), UInt8(unit >> 8)])
        bearer.sent = []
        return bearer
    }

    private func answer(_ question: String, unit: Int = 23) -> [[UInt8]] {
        var bearer = bearer(unit: unit)
        bearer.receive(bytes(question))
        return bearer.sent
    }

    @Test("A watch finds the time as it looks for it")
    func watch() {
        #expect(answer("06 0100 ffff 0028 0518") == [bytes("07 0700 0a00")])
        #expect(answer("06 0100 ffff 0028 1118") == [bytes("01 06 0100 0a")])
        #expect(answer("08 0700 0a00 0328") == [bytes("09 07 0800 12 0900 2b2a")])
        #expect(answer("08 0900 0a00 0328") == [bytes("01 08 0900 0a")])
        #expect(answer("04 0a00 0a00") == [bytes("05 01 0a00 0229")])
        // 2023-11-14T22:13:20.123456789Z is 00:13:20 of the 15th there, a Wednesday, and 31/256 of a second.
        #expect(answer("0a 0900") == [bytes("0b e707 0b 0f 00 0d 14 03 1f 00")])
    }

    @Test(
        "The time is right at the ends of a week, a year and a century",
        arguments: [
            (0, "b207 01 01 00 00 00 04 00 00"), (1_582_934_399, "e407 02 1c 17 3b 3b 05 00 00"),
            (1_582_934_400, "e407 02 1d 00 00 00 06 00 00"), (1_583_020_800, "e407 03 01 00 00 00 07 00 00"),
            (1_583_107_200, "e407 03 02 00 00 00 01 00 00"), (4_102_444_799, "3308 0c 1f 17 3b 3b 04 00 00"),
            (-1, "b107 0c 1f 17 3b 3b 03 00 00"),
        ])
    func time(second: Int, expected: String) {
        let time = CurrentTime(Instant(nanoseconds: Int64(second) * 1_000_000_000), in: .utc)
        #expect(time.bytes == bytes(expected))
    }

    @Test("No instant that 64 bits hold is too far away for ten bytes")
    func extremes() {
        for nanoseconds: Int64 in [.min, .max, .min + 1, -1, 1] {
            #expect(CurrentTime(Instant(nanoseconds: nanoseconds), in: .utc).bytes.count == 10)
        }
    }

    @Test("Services are listed as their UUIDs and the unit allow")
    func services() {
        #expect(answer("10 0100 ffff 0028") == [bytes("11 06 0100 0500 0018 0600 0600 0118 0700 0a00 0518")])
        #expect(answer("10 0b00 ffff 0028") == [bytes("01 10 0b00 0a")])
        #expect(answer("10 0100 ffff 0128") == [bytes("01 10 0100 0a")])
        #expect(answer("10 0100 ffff 0328") == [bytes("01 10 0100 10")])
        #expect(answer("08 0100 ffff 0328") == [bytes("09 07 0200 02 0300 002a 0400 02 0500 012a 0800 12 0900 2b2a")])
    }

    @Test("Values are read whole, in parts and several at once, cut off at the unit")
    func reading() {
        #expect(answer("0a 0300") == [bytes("0b") + Array("nightjar".utf8)])
        #expect(answer("0c 0300 0500") == [bytes("0d") + Array("jar".utf8)])
        #expect(answer("0c 0300 0800") == [bytes("0d")])
        #expect(answer("0c 0300 0900") == [bytes("01 0c 0300 07")])
        #expect(answer("0e 0500 0300") == [bytes("0f 8000") + Array("nightjar".utf8)])
        #expect(answer("20 0500 0300") == [bytes("21 0200 8000 0800") + Array("nightjar".utf8)])
        #expect(
            answer("20 0300 0300 0300") == [
                bytes("21 0800") + Array("nightjar".utf8) + bytes("0800") + Array("nightjar".utf8) + bytes("0800")
            ])
        #expect(answer("08 0100 ffff 002a") == [bytes("09 0a 0300") + Array("nightjar".utf8)])
        #expect(answer("0e 0300 0000") == [bytes("01 0e 0000 01")])
    }

    @Test("Only the configuration of the time is written, and by a request")
    func writing() {
        #expect(answer("12 0a00 0100") == [bytes("13")])
        #expect(answer("12 0a00 01") == [bytes("01 12 0a00 0d")])
        #expect(answer("12 0300 41") == [bytes("01 12 0300 03")])
        #expect(answer("12 0b00 41") == [bytes("01 12 0b00 01")])
        #expect(answer("52 0a00 0100").isEmpty)
        #expect(answer("d2 0a00 0100 000000000000000000000000").isEmpty)
        var bearer = bearer()
        bearer.receive(bytes("12 0a00 0100"))
        bearer.receive(bytes("0a 0a00"))
        #expect(bearer.sent.last == bytes("0b 0100"))
    }

    @Test("What is malformed, unknown or not offered is refused by name, and commands and confirmations by silence")
    func refusals() {
        #expect(answer("0a 0000") == [bytes("01 0a 0000 01")])
        #expect(answer("0a 00") == [bytes("01 0a 0000 04")])
        #expect(answer("10 0500 0100 0028") == [bytes("01 10 0000 04")])
        #expect(answer("16 0300 0000 41") == [bytes("01 16 0000 06")])
        #expect(answer("18 01") == [bytes("01 18 0000 06")])
        #expect(answer("3f") == [bytes("01 3f 0000 06")])
        #expect(answer("00") == [bytes("01 00 0000 06")])
        for silent in ["1e", "7f", "52", "41"] { #expect(answer(silent).isEmpty) }
    }

    @Test("A peer that asks for the unit gets ours, and both keep to the smaller")
    func unit() {
        var bearer = Bearer(asking: 247)
        bearer.sent = []
        bearer.receive(bytes("02 6400"))
        #expect(bearer.sent == [bytes("03 f700")])
        #expect(bearer.session.transmissionUnit == 100)
    }

    @Test("No answer is longer than the unit, whatever is asked")
    func fitting() {
        let questions = ["08 0100 ffff 002a", "10 0100 ffff 0028", "04 0100 ffff", "0a 0300", "20 0300 0300 0300 0300"]
        let server = GATTServer(name: String(repeating: "ü", count: 200), zone: .utc)
        for unit in [23, 24, 25, 26, 64, 247, 517] {
            for question in questions {
                var bearer = Bearer(asking: 517, server: server)
                bearer.receive(bytes("02") + [UInt8(unit & 0xFF), UInt8(unit >> 8)])
                bearer.sent = []
                bearer.receive(bytes(question))
                #expect(bearer.sent.count == 1 && bearer.sent[0].count <= unit, "\(question) at \(unit)")
                #expect(throws: Never.self) { try decode(bearer.sent[0]) }
            }
        }
    }
}
