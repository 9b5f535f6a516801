import DeviceProfiles
import Signals
import Testing

@Suite struct FrameCheckTests {
    private static let digits = Array("123456789".utf8)

    @Test(
        "each kind gives the check value that its catalogue lists for “123456789”",
        arguments: [
            (#""sum8""#, "dd"), (#""xor""#, "31"), (#""crc8""#, "f4"), (#""crc16""#, "b129"),
            (#"{"kind": "crc16", "endian": "big"}"#, "29b1"),
            (#"{"kind": "crc16", "poly": "0x8005", "init": 0, "reflected": true}"#, "3dbb"),
            (#"{"kind": "crc16", "poly": "0x8005", "reflected": true}"#, "374b"),
            (#"{"kind": "crc8", "poly": "0x31", "init": 0, "reflected": true}"#, "a1"),
            // CRC-16/RIELLO, CRC-16/TMS37157 and CRC-16/ISO-IEC-14443-3-A, whose beginning is not the same both ways.
            (#"{"kind": "crc16", "init": "0xB2AA", "reflected": true}"#, "d063"),
            (#"{"kind": "crc16", "init": "0x89EC", "reflected": true}"#, "b126"),
            (#"{"kind": "crc16", "init": "0xC6C6", "reflected": true}"#, "05bf"),
            (#"{"kind": "crc8", "init": "0xFF"}"#, "fb"), (#"{"kind": "sum8", "xor": "0xFF"}"#, "22"),
            (#"{"kind": "crc16", "init": 0, "xor": "0xFFFF", "endian": "big"}"#, "ce3c"),
        ])
    func catalogue(check: String, value: String) throws {
        let body =
            "\"check\": \(check), \"fields\": [{\"type\": \"u8\", \"repeat\": \"rest\", \"channel\": \"a\", \"unit\": \"1\"}]"
        let frame = try ProfileText.decode(body, HexText.text(Self.digits) + value)
        #expect(frame.values(of: "a") == Self.digits.map { Float($0) } && frame.remarks == [])
        for place in 0..<Self.digits.count {
            var damaged = Self.digits
            damaged[place] ^= 0x10
            #expect(throws: DecodeError.self) { try ProfileText.decode(body, HexText.text(damaged) + value) }
        }
    }

    @Test("a checksum may cover a part, and something may follow it")
    func place() throws {
        let body = """
            "check": {"kind": "xor", "from": 2, "after": 1}, "surplus": "refuse",
            "fields": [{"type": "u16"}, {"type": "u8", "names": ["x", "y"], "channel": "a", "unit": "1"}]
            """
        #expect(try ProfileText.decode(body, "ffff 0305 06 0a").values(of: "a") == [3, 5])
        #expect(throws: DecodeError.self) { try ProfileText.decode(body, "ffff 0305 07 0a") }
        for count in 0..<4 {
            #expect(throws: DecodeError.self) {
                try ProfileText.decode(body, HexText.text(Array([0xFF, 0xFF, 6, 10].prefix(count))))
            }
        }
    }

    @Test("four bits of a checksum lie in the last byte beside what they cover")
    func nibble() throws {
        let body = """
            "check": "crc4", "sequence": {"modulo": 16},
            "fields": [{"type": "u8", "channel": "a", "unit": "1"}, {"bits": 4}, {"bits": 4, "role": "sequence"}]
            """
        // By hand: the remainder of the twelve bits before it, divided by x^4 + x + 1.
        let remainder = { (bits: UInt32) in
            var rest = bits << 4
            for place in stride(from: 15, through: 4, by: -1) where rest >> UInt32(place) & 1 == 1 {
                rest ^= 0b10011 << UInt32(place - 4)
            }
            return UInt8(rest & 15)
        }
        for bits in [UInt32(0x000), 0x5A3, 0xFFF, 0x123, 0x801] {
            let bytes = [UInt8(bits >> 4), UInt8(bits & 15) << 4 | remainder(bits)]
            let frame = try ProfileText.decode(body, HexText.text(bytes))
            #expect(frame.values(of: "a") == [Float(bits >> 4)] && frame.sequence == UInt64(bits & 15))
            #expect(throws: DecodeError.self) {
                try ProfileText.decode(body, HexText.text([bytes[0], bytes[1] ^ 1]))
            }
        }
    }

    @Test(
        "a write ends with the checksum that it asks for",
        arguments: [("xor", "31"), ("crc8", "f4"), ("crc16", "b129")])
    func writes(kind: String, value: String) throws {
        let checksum = try #require(WriteTemplate.Checksum(rawValue: kind))
        let template = WriteTemplate(parts: [.bytes(Self.digits)], checksum: checksum)
        let profile = try #require(ProfileParser.parse(ProfileText.profile()).profile)
        let context = WriteTemplate.Context(settings: SettingValues(profile), now: Instant(nanoseconds: 0))
        #expect(HexText.text(try template.bytes(context).suffix(value.utf8.count / 2).map(\.self)) == value)
    }
}
