import Bluetooth
import Signals
import Testing

struct ATTMessageTests {
    /// One of each kind, as the specification lays it out.
    static let samples: [String] = [
        "01 08 0600 0a", "02 f700", "03 1700", "04 0b00 0b00", "05 01 0b00 0229 0c00 0429",
        "05 02 1000 112233445566778899aabbccddeeff00", "06 0100 ffff 0028 0d18", "07 0100 0700 0a00 ffff",
        "08 0100 ffff 0328", "08 0100 ffff 112233445566778899aabbccddeeff00", "09 07 0200020300002a 0400020500012a",
        "0a 4700", "0b 0f05", "0b", "0c 0300 1600", "0d 41", "0d", "0e 0300 0500", "0f 010203", "10 0100 ffff 0028",
        "11 06 0100 0700 0018 0800 0b00 0118", "12 4800 0200", "13", "16 0300 0000 4142", "17 0300 0000 4142", "18 01",
        "18 00", "19", "1b 1000 06 3c", "1b 1000", "1d 4700 f0 02 00 00 00", "1e", "20 0300 0500",
        "21 0200 4142 0000 0500 4344", "23 1000 0200 163c 1300 0000", "52 1700 57",
        "d2 1700 57 0102030405060708090a0b0c",
    ]

    @Test("Each protocol data unit is understood and comes out the same", arguments: samples)
    func roundTrip(hex: String) throws {
        let pdu = bytes(hex)
        let message = try decode(pdu)
        #expect(message.pdu.bytes == pdu)
        #expect(type(of: message.pdu).opcode.rawValue == pdu[0])
    }

    @Test("There is a sample of each opcode")
    func allOpcodes() {
        #expect(Set(Self.samples.map { bytes($0)[0] }) == Set(ATTOpcode.allCases.map(\.rawValue)))
    }

    @Test(
        "What is cut off or too long is an error with its place, and what decodes all the same comes out the same",
        arguments: samples)
    func damaged(hex: String) {
        let pdu = bytes(hex)
        let cuts = (0..<pdu.count).map { Array(pdu.prefix($0)) } + [pdu + [0], pdu + [1, 2, 3]]
        let flips = (0..<pdu.count * 8).map { bit in
            var flipped = pdu
            flipped[bit / 8] ^= 1 << (bit % 8)
            return flipped
        }
        for damaged in cuts + flips {
            do {
                let message = try decode(damaged)
                #expect(message.pdu.bytes == damaged)
            } catch {
                #expect((0...damaged.count).contains(error.offset))
            }
        }
    }

    @Test(
        "Bytes that break the rules are refused",
        arguments: [
            "", "01 08 0600", "04 0000 0500", "04 0600 0500", "05 01", "05 03 0b00 0229", "05 01 0b00 02",
            "06 0100 ffff 00",
            "07", "07 0100 07", "08 0100 ffff 032800", "09 01 02", "09 07", "09 07 020002030000", "0e 0300", "11 06",
            "11 03 010007", "11 06 0700 0100 0018", "13 00", "18 02", "1e 00", "20 0300", "23", "23 1000 0300 0102",
            "d2 1700 0102030405060708090a0b",
        ])
    func refused(hex: String) {
        #expect(throws: DecodeError.self) { try decode(bytes(hex)) }
    }

    @Test("An opcode that nobody has assigned is told apart from a broken one")
    func unknown() {
        #expect { try decode(bytes("3f 00")) } throws: { error in
            guard let error = error as? DecodeError, case .unsupported = error.problem else { return false }
            return true
        }
    }

    @Test("Opcodes tell who asks and who answers")
    func kinds() {
        let responses: Set<UInt8> = [0x01, 0x03, 0x05, 0x07, 0x09, 0x0B, 0x0D, 0x0F, 0x11, 0x13, 0x17, 0x19, 0x21]
        for byte in UInt8.min...UInt8.max {
            let expected: ATTOpcode.Kind =
                switch byte {
                case 0x1B, 0x23: .notification
                case 0x1D: .indication
                case 0x1E: .confirmation
                case _ where responses.contains(byte): .response
                default: byte & 0x40 != 0 ? .command : .request
                }
            #expect(ATTOpcode.kind(of: byte) == expected, "\(byte)")
        }
    }

    @Test("A long UUID on the air is the short one when it is the same number")
    func longForm() throws {
        let long = bytes("08 0100 ffff fb349b5f8000 0080 0010 0000 0328 0000")
        let message = try decode(long)
        guard case .readByTypeRequest(let request) = message else { return #expect(Bool(false)) }
        #expect(request.type == BluetoothUUID(0x2803))
    }

    @Test("Errors name what the peer said and the code")
    func words() {
        #expect(ATTErrorCode.invalidHandle.description == "it has no such attribute (ATT error 0x01)")
        #expect(ATTErrorCode(rawValue: 0x80).description == "its application refuses (ATT error 0x80)")
        let demands: [UInt8] = (0...255).filter { ATTErrorCode(rawValue: $0).securityDemand != nil }
        #expect(demands == [0x05, 0x08, 0x0C, 0x0F])
    }
}
