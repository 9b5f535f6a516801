import DeviceProfiles
import Signals
import Testing

@Suite struct SpanningFrameTests {
    private static let prefixed = """
        "spans": {"kind": "prefixed", "sync": "55", "length_offset": 1, "length_bytes": 1, "length_add": 3, "max": 64},
        "check": "crc8", "fields": [{"type": "u16"}, {"type": "u8", "repeat": "rest", "channel": "a", "unit": "1"}]
        """

    private static func decoder(_ body: String) throws -> ProfileDecoder {
        let profile = try #require(ProfileParser.parse(ProfileText.frame(body)).profile)
        return try ProfileDecoder(profile, settings: SettingValues(profile))
    }

    /// What comes of a stream in pieces of `size`, and how many pieces were refused.
    private static func values(_ body: String, _ bytes: [UInt8], size: Int) throws -> (values: [[Float]], refused: Int)
    {
        var decoder = try decoder(body)
        var frame = DecodedFrame()
        var values: [[Float]] = []
        var refused = 0
        for start in stride(from: 0, to: bytes.count, by: size) {
            let piece = Array(bytes[start..<min(start + size, bytes.count)])
            do throws(DecodeError) {
                try decoder.decode(piece.span.bytes, as: 0, into: &frame)
                repeat {
                    if frame.columns.contains(where: { $0.count > 0 }) { values.append(frame.values(of: "a")) }
                } while try decoder.decodeNext(as: 0, into: &frame)
            } catch {
                refused += 1
            }
        }
        return (values, refused)
    }

    private static func framed(_ content: [UInt8]) -> [UInt8] {
        let bytes = [0x55, UInt8(content.count)] + content
        return bytes + [UInt8(FrameCheck(.crc8).value(bytes.span.bytes, upTo: bytes.count))]
    }

    @Test("a frame with its length comes whole out of values of any size", arguments: 1...30)
    func length(size: Int) throws {
        let bytes = Self.framed([1, 2, 3]) + Self.framed([]) + Self.framed(Array(10...29)) + Self.framed([0x55, 4])
        let (values, refused) = try Self.values(Self.prefixed, bytes, size: size)
        #expect(values == [[1, 2, 3], (10...29).map { Float($0) }, [0x55, 4]] && refused == 0)
    }

    @Test("a piece that was lost takes one frame with it, is told, and no more")
    func lost() throws {
        let bytes = Self.framed(Array(1...10)) + Self.framed(Array(11...20)) + Self.framed(Array(21...30))
        let (values, refused) = try Self.values(Self.prefixed, Array(bytes[..<5] + bytes[9...]), size: 4)
        #expect(values == [(11...20).map { Float($0) }, (21...30).map { Float($0) }] && refused > 0)
    }

    @Test("a new link begins with a new frame")
    func reset() throws {
        var decoder = try Self.decoder(Self.prefixed)
        var frame = DecodedFrame()
        let bytes = Self.framed([7, 8])
        try decoder.decode(Array(bytes[..<3]).span.bytes, as: 0, into: &frame)
        decoder.reset()
        try decoder.decode(bytes.span.bytes, as: 0, into: &frame)
        #expect(frame.values(of: "a") == [7, 8])
    }

    @Test("a frame up to a delimiter comes whole out of values of any size", arguments: [1, 2, 3, 100])
    func delimiter(size: Int) throws {
        let body = """
            "spans": {"kind": "line", "end": "0D", "max": 8},
            "fields": [{"type": "u8", "repeat": "rest", "channel": "a", "unit": "1"}]
            """
        let (values, _) = try Self.values(body, [1, 2, 13, 13, 3, 13, 4], size: size)
        #expect(values == [[1, 2], [3]])
    }

    @Test("stuffed bytes come out as they were", arguments: [1, 3, 64, 1000])
    func stuffed(size: Int) throws {
        let body = """
            "spans": {"kind": "cobs", "max": 600}, "max": 600,
            "fields": [{"type": "u8", "repeat": "rest", "channel": "a", "unit": "1"}]
            """
        let contents: [[UInt8]] = [
            [0], [0, 0], [1, 2, 0, 3], [9], (1...254).map { UInt8($0) }, (1...255).map { UInt8($0) },
            (0..<600).map { UInt8(truncatingIfNeeded: $0) },
        ]
        let (values, refused) = try Self.values(body, contents.flatMap { Self.stuff($0) + [0] }, size: size)
        #expect(values == contents.map { $0.map { Float($0) } } && refused == 0)
        // A run that goes beyond the end belongs to no frame, and what follows is found.
        let broken = try Self.values(body, [9, 1, 0] + Self.stuff([5]) + [0], size: size)
        #expect(broken.values == [[5]])
    }

    /// Consistent Overhead Byte Stuffing (Cheshire and Baker, 1999), the sender's side.
    private static func stuff(_ bytes: [UInt8]) -> [UInt8] {
        var stuffed: [UInt8] = []
        var run: [UInt8] = []
        for byte in bytes {
            if byte == 0 {
                stuffed += [UInt8(run.count + 1)] + run
                run = []
            } else {
                run.append(byte)
                if run.count == 254 {
                    stuffed += [255] + run
                    run = []
                }
            }
        }
        return stuffed + [UInt8(run.count + 1)] + run
    }

    @Test("whatever comes, what waits stays within the frame's bounds and nothing traps")
    func hostile() throws {
        var seed: UInt64 = 7
        for body in [
            Self.prefixed, #""spans": {"kind": "cobs", "max": 20}, "fields": [{"type": "u8", "repeat": "rest"}]"#,
            #""spans": {"kind": "line", "max": 5}, "fields": [{"type": "u8", "repeat": "rest"}]"#,
            #""spans": {"kind": "fixed", "length": 3, "sync": "00"}, "fields": [{"type": "u8"}]"#,
            #""spans": {"kind": "prefixed", "sync": "00", "length_offset": 0, "length_bytes": 2, "length_add": -64, "max": 9}, "fields": [{"type": "u8"}]"#,
        ] {
            var decoder = try Self.decoder(body)
            var frame = DecodedFrame()
            for _ in 0..<2000 {
                let bytes = (0..<Int(seed % 40)).map { _ in
                    seed = seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                    return seed >> 60 == 0 ? UInt8(0) : UInt8(truncatingIfNeeded: seed >> 33)
                }
                seed = seed &* 6_364_136_223_846_793_005 &+ 1
                do throws(DecodeError) {
                    try decoder.decode(bytes.span.bytes, as: 0, into: &frame)
                    var rounds = 0
                    while try decoder.decodeNext(as: 0, into: &frame) { rounds += 1 }
                    #expect(rounds <= 300)
                } catch {}
            }
        }
    }
}
