import Signals
import Testing

@testable import Bluetooth

struct CentralSessionTests {
    private let measurement = GATTServer.heartRateMeasurement
    private var session = CentralSession(GATTServer(strapNamed: "Nightjar"))

    private mutating func answer(_ question: String) -> [UInt8]? {
        let question = bytes(question)
        return session.answer(question.span.bytes, at: Instant(nanoseconds: 0))
    }

    @Test("A central finds a strap: heart rate, where it is worn, battery, and who made it")
    mutating func table() {
        #expect(answer("02 f700") == bytes("03 0502"))
        #expect(session.unit == 247)
        #expect(
            answer("10 0100 ffff 0028")
                == bytes("11 06 0100 0500 0018 0600 0600 0118 0700 0c00 0d18 0d00 1000 0f18 1100 1500 0a18"))
        // Measurement: notify, at 9 with its configuration at 10; location: read, at 12.
        #expect(answer("08 0700 0c00 0328") == bytes("09 07 0800 10 0900 372a 0b00 02 0c00 382a"))
        #expect(answer("04 0a00 0a00") == bytes("05 01 0a00 0229"))
        #expect(answer("0a 0c00") == bytes("0b 00"))
        #expect(answer("0a 1300") == bytes("0b") + Array("Nightjar".utf8))
        #expect(answer("0a 0500") == bytes("0b 4103"), "a heart rate belt")
    }

    @Test("The measurement is only sent, and only to who has asked for it")
    mutating func subscription() {
        #expect(answer("0a 0900") == bytes("01 0a 0900 02"), "never read")
        #expect(session.notification(of: measurement, [0x16, 60, 0x00, 0x04]) == nil && !session.wants(measurement))
        #expect(answer("12 0a00 0100") == bytes("13"))
        #expect(answer("0a 0a00") == bytes("0b 0100"))
        #expect(session.notification(of: measurement, [0x16, 60, 0x00, 0x04]) == bytes("1b 0900 16 3c 0004"))
        let long = session.notification(of: measurement, [UInt8](repeating: 7, count: 90))
        #expect(long?.count == 23, "never more than the unit")
        var other = CentralSession(GATTServer(strapNamed: "Nightjar"))
        #expect(other.notification(of: measurement, [0, 60]) == nil, "each asks for itself")
        _ = other.answer(bytes("12 0a00 0000").span.bytes, at: Instant(nanoseconds: 0))
        #expect(answer("12 0a00 0000") == bytes("13"))
        #expect(session.notification(of: measurement, [0, 60]) == nil)
    }

    @Test("A charge that is not known is refused, one that is known is read and sent")
    mutating func battery() {
        #expect(answer("0a 0f00") == bytes("01 0a 0f00 0e"))
        session.set([87], of: GATTServer.batteryLevel)
        #expect(answer("0a 0f00") == bytes("0b 57"))
        #expect(answer("12 1000 0100") == bytes("13"))
        #expect(session.notification(of: GATTServer.batteryLevel, [86]) == bytes("1b 0f00 56"))
    }

    @Test("What may not be read, or is not known, is read by its type no more than by its handle")
    mutating func byType() {
        #expect(answer("08 0100 ffff 372a") == bytes("01 08 0900 02"))
        #expect(answer("08 0100 ffff 192a") == bytes("01 08 0f00 0e"))
        #expect(answer("06 0100 ffff 372a") == bytes("01 06 0100 0a"), "it has no value, not an empty one")
        #expect(answer("06 0100 ffff 192a") == bytes("01 06 0100 0a"))
        session.set([87], of: GATTServer.batteryLevel)
        #expect(answer("08 0100 ffff 192a") == bytes("09 03 0f00 57"))
        #expect(answer("06 0100 ffff 192a 57") == bytes("07 0f00 0f00"))
    }

    @Test("A value that may not be read ends the list of those of its type")
    func endsList() {
        var server = GATTServer()
        server.add(service: BluetoothUUID(0x180F)) { server in
            for value in [.constant([1]), .changing(nil), .constant([3])] as [GATTServer.Value] {
                server.add(0x2A19, .read, value)
            }
        }
        var session = CentralSession(server)
        let instant = Instant(nanoseconds: 0)
        #expect(session.answer(bytes("08 0100 ffff 192a").span.bytes, at: instant) == bytes("09 03 0300 01"))
        #expect(session.answer(bytes("08 0400 ffff 192a").span.bytes, at: instant) == bytes("01 08 0500 0e"))
    }

    @Test("What a central may not do is refused, and what needs no answer has none")
    mutating func refusals() {
        #expect(answer("12 0900 01") == bytes("01 12 0900 03"))
        #expect(answer("12 0a00 01") == bytes("01 12 0a00 0d"))
        #expect(answer("0a 1600") == bytes("01 0a 1600 01"))
        #expect(answer("16 0a00 0000 01") == bytes("01 16 0000 06"), "no prepared writes")
        #expect(answer("0a") == bytes("01 0a 0000 04"))
        #expect(answer("3f 01 02") == bytes("01 3f 0000 06"))
        #expect(answer("52 0a00 0100") == nil && answer("1e") == nil && answer("1b 0900 01") == nil)
        #expect(session.answer([UInt8]().span.bytes, at: Instant(nanoseconds: 0)) == nil)
    }
}
