import DeviceProfiles
import Signals
import TestKit
import Testing

@Suite struct FrameDecoderTests {
    @Test("integers of every width, sign and order come out as they are")
    func integers() throws {
        let widths = [8, 16, 24, 32, 40, 48]
        for bits in widths {
            for (sign, big) in [("u", false), ("u", true), ("i", false), ("i", true)] {
                let bytes = [UInt8](repeating: 0, count: bits / 8 - 1) + [0xFE]
                let hex = HexText.text(big ? bytes.reversed() : bytes)
                let order = big ? "\"endian\": \"big\", " : ""
                let frame = try ProfileText.decode(
                    "\(order)\"fields\": [{\"type\": \"\(sign)\(bits)\", \"channel\": \"a\", \"unit\": \"1\"}]", hex)
                let top = Float(UInt64(1) << UInt64(bits - 8))
                #expect(frame.values(of: "a") == [sign == "u" ? 254 * top : -2 * top])
            }
        }
    }

    @Test("a number of 64 bits without sign is not taken for a negative one")
    func largest() throws {
        let field = "\"fields\": [{\"type\": \"u64\", \"channel\": \"a\", \"unit\": \"1\"}]"
        #expect(try ProfileText.decode(field, "ffffffffffffffff").values(of: "a") == [0x1p64])
    }

    @Test("bits are taken from the low end, or from the high end where big-endian")
    func bits() throws {
        let fields = """
            "fields": [{"bits": 3, "channel": "a", "unit": "1"}, {"bits": 7, "channel": "b", "unit": "1"},
                       {"bits": 6, "signed": true, "channel": "c", "unit": "1"}, {"type": "u8", "channel": "d", "unit": "1"}]
            """
        let low = try ProfileText.decode(fields, "a5 c3 7e")
        #expect(low.values(of: "a") == [5] && low.values(of: "b") == [0x74] && low.values(of: "c") == [-16])
        #expect(low.values(of: "d") == [0x7E])
        let high = try ProfileText.decode("\"endian\": \"big\", \(fields)", "a5 c3 7e")
        #expect(high.values(of: "a") == [5] && high.values(of: "b") == [0x17] && high.values(of: "c") == [3])
    }

    @Test("after bits that do not fill a byte the next number begins with a whole byte")
    func alignment() throws {
        let frame = try ProfileText.decode(
            "\"fields\": [{\"bits\": 4, \"channel\": \"a\", \"unit\": \"1\"}, {\"type\": \"u8\", \"channel\": \"b\", \"unit\": \"1\"}]",
            "f1 22")
        #expect(frame.values(of: "a") == [1] && frame.values(of: "b") == [0x22])
    }

    @Test("a structure repeats as often as a field says, with its channels beside each other")
    func structures() throws {
        let body = """
            "fields": [{"id": "n", "type": "u8"},
              {"repeat": "n", "struct": [{"type": "i8", "names": ["x", "y"], "channel": "a", "unit": "1"},
                                         {"type": "u8", "channel": "b", "unit": "1"}]}]
            """
        let frame = try ProfileText.decode(body, "02 01ff10 02fe20")
        #expect(frame.values(of: "a") == [1, -1, 2, -2] && frame.values(of: "b") == [16, 32])
        #expect(throws: DecodeError.self) { try ProfileText.decode(body, "03 01ff10 02fe20") }
        #expect(try ProfileText.decode(body, "00").values(of: "a") == [])
    }

    @Test("what repeats to the end stops at the last whole time and remarks the rest")
    func rest() throws {
        let body =
            "\"fields\": [{\"type\": \"i16\", \"names\": [\"x\", \"y\"], \"repeat\": \"rest\", \"channel\": \"a\", \"unit\": \"1\"}]"
        let frame = try ProfileText.decode(body, "0100 0200 0300 0400 05")
        #expect(frame.values(of: "a") == [1, 2, 3, 4])
        #expect(frame.remarks == ["1 bytes at the end belong to no field"])
        #expect(try ProfileText.decode("\"surplus\": \"ignore\", \(body)", "0100 0200 05").remarks == [])
        #expect(throws: DecodeError.self) { try ProfileText.decode("\"surplus\": \"refuse\", \(body)", "0100 0200 05") }
    }

    @Test("fields that are not there take no bytes, and derived ones never do")
    func conditions() throws {
        let body = """
            "fields": [{"id": "flags", "type": "u8"},
              {"type": "u8", "when": {"field": "flags", "mask": 1, "eq": 1}, "channel": "a", "unit": "1"},
              {"from": "flags", "mask": "0xF0", "shift": 4, "signed": true, "channel": "b", "unit": "1"},
              {"type": "u8", "channel": "c", "unit": "1"}]
            """
        let with = try ProfileText.decode(body, "f1 07 09")
        #expect(with.values(of: "a") == [7] && with.values(of: "b") == [-1] && with.values(of: "c") == [9])
        let without = try ProfileText.decode(body, "70 09")
        #expect(without.values(of: "a") == [] && without.values(of: "b") == [7] && without.values(of: "c") == [9])
    }

    @Test("a fixed value that differs refuses the frame and says where")
    func expected() throws {
        let body = "\"fields\": [{\"type\": \"u8\"}, {\"id\": \"kind\", \"type\": \"u8\", \"expect\": [5, 6]}]"
        #expect(throws: DecodeError(.mismatch("kind is 7"), at: 1)) { try ProfileText.decode(body, "00 07") }
        #expect(throws: Never.self) { try ProfileText.decode(body, "00 06") }
    }

    @Test("what means no value is not a number; what is not plausible is kept and remarked")
    func plausibility() throws {
        let body =
            "\"fields\": [{\"type\": \"u8\", \"repeat\": \"rest\", \"channel\": \"a\", \"unit\": \"1\", \"invalid\": [255], \"range\": [10, 200]}]"
        let frame = try ProfileText.decode(body, "ff 09 0a")
        #expect(frame.values(of: "a")[0].isNaN && frame.values(of: "a").dropFirst() == [9, 10])
        #expect(frame.remarks == ["a is 9.0, which is not plausible"])
    }

    @Test("scaling gives the float that is nearest to the exact number, one by one and in a run")
    func scaling() throws {
        for (numerator, denominator, offset) in [
            (1, 1000, 0), (1, 1024, 3), (1000, 1024, 0), (61, 1000, -7), (4_500_000, 201_326_568, 0), (-1, 3, 1),
        ] {
            let scale =
                "\"scale\": [\(numerator), \(denominator)], \"offset\": \(offset), \"channel\": \"a\", \"unit\": \"1\""
            let one = try ProfileText.decoder("\"fields\": [{\"type\": \"i16\", \(scale)}]")
            let run = try ProfileText.decoder(
                "\"max\": 16384, \"fields\": [{\"type\": \"i16\", \"repeat\": \"rest\", \(scale)}]")
            var frame = DecodedFrame()
            for start in stride(from: -32_768, through: 32_767, by: 4096) {
                let numbers = stride(from: start, to: start + 4096, by: 7).map { Int16($0) }
                let bytes = numbers.flatMap { [UInt8(truncatingIfNeeded: $0), UInt8(truncatingIfNeeded: $0 >> 8)] }
                try run.decode(bytes.span.bytes, into: &frame)
                let exact = numbers.map { Float(Double((Int($0) + offset) * numerator) / Double(denominator)) }
                #expect(frame.columns[0].values == exact)
                let first = Array(bytes.prefix(2))
                try one.decode(first.span.bytes, into: &frame)
                #expect(frame.columns[0].values == [exact[0]])
            }
        }
    }

    @Test("the scale follows the choice of a setting")
    func scaleBySetting() throws {
        let body = """
            "fields": [{"type": "i16", "channel": "a", "unit": "1",
                        "scale_by": {"setting": "range", "scales": {"2": [1, 16384], "8": [1, 4096]}}}]
            """
        let settings = "{\"range\": {\"label\": \"Range\", \"values\": [2, 8], \"default\": 8}}"
        var frame = DecodedFrame()
        let bytes: [UInt8] = [0, 0x10]
        try ProfileText.decoder(body, settings: settings).decode(bytes.span.bytes, into: &frame)
        #expect(frame.values(of: "a") == [1])
        try ProfileText.decoder(body, settings: settings, choices: ["range": "2"]).decode(
            bytes.span.bytes, into: &frame)
        #expect(frame.values(of: "a") == [0.25])
    }

    @Test("floating point numbers, of which infinite ones are none")
    func reals() throws {
        let body =
            "\"fields\": [{\"type\": \"f16\", \"channel\": \"a\", \"unit\": \"1\"}, {\"type\": \"f32\", \"channel\": \"b\", \"unit\": \"1\"}, {\"type\": \"f64\", \"channel\": \"c\", \"unit\": \"1\", \"scale\": [1, 2]}]"
        let frame = try ProfileText.decode(body, "003c 0000803f 0000000000000840")
        #expect(frame.values(of: "a") == [1] && frame.values(of: "b") == [1] && frame.values(of: "c") == [1.5])
        let none = try ProfileText.decode(body, "007c 0000c07f 000000000000f0ff")
        #expect(none.columns.allSatisfy { $0.values[0].isNaN })
    }

    @Test(
        "decimal numbers of medical devices",
        arguments: [
            ("6100", 97), ("d4f3", 98), ("48e4", 10.96), ("fef7", 204.6), ("0010", 0), ("0118", -20470),
        ] as [(String, Float)])
    func sfloat(hex: String, value: Float) throws {
        let frame = try ProfileText.decode(
            "\"fields\": [{\"type\": \"sfloat\", \"channel\": \"a\", \"unit\": \"1\"}]", hex)
        #expect(abs(frame.values(of: "a")[0] - value) < 0.001)
    }

    @Test("the special values of decimal numbers are none", arguments: ["ff07", "0008", "fe07", "0208", "0108"])
    func sfloatNone(hex: String) throws {
        let frame = try ProfileText.decode(
            "\"fields\": [{\"type\": \"sfloat\", \"channel\": \"a\", \"unit\": \"1\"}]", hex)
        #expect(frame.values(of: "a")[0].isNaN)
    }

    @Test("the long decimal number of a thermometer")
    func medicalFloat() throws {
        let body = "\"fields\": [{\"type\": \"float\", \"channel\": \"a\", \"unit\": \"1\"}]"
        #expect(try ProfileText.decode(body, "6c0100ff").values(of: "a") == [36.4])
        #expect(try ProfileText.decode(body, "ffff7f00").values(of: "a")[0].isNaN)
        #expect(try ProfileText.decode(body, "0100007f").values(of: "a")[0].isNaN)
    }

    @Test("sequence, counter and the device's time come out apart from channels")
    func roles() throws {
        let body = """
            "sequence": {"modulo": 256}, "counter": {"ticks": 32768, "bits": 24, "invalid": 0},
            "device_time": {"unit": "ms", "epoch": "2000-01-01"},
            "fields": [{"type": "u8", "role": "sequence"}, {"type": "u24", "role": "counter", "invalid": 0},
                       {"type": "u32", "role": "device_time"}]
            """
        let frame = try ProfileText.decode(body, "07 010203 e8030000")
        #expect(frame.sequence == 7 && frame.counter == 0x030201 && frame.deviceTime == 1_000_000_000)
        #expect(try ProfileText.decode(body, "07 000000 e8030000").counter == nil)
    }

    @Test("samples may carry a time each")
    func sampleTimes() throws {
        let body = """
            "device_time": {"unit": "s", "stamps": "each"},
            "fields": [{"repeat": "rest", "struct": [{"type": "u8", "role": "device_time"}, {"type": "u8", "channel": "a", "unit": "1"}]}]
            """
        let frame = try ProfileText.decode(body, "01 10 03 20")
        #expect(frame.sampleTimes == [1_000_000_000, 3_000_000_000] && frame.values(of: "a") == [16, 32])
    }

    @Test("a time beyond what can be told refuses the frame")
    func timeOverflow() {
        let body = "\"device_time\": {\"unit\": \"s\"}, \"fields\": [{\"type\": \"u48\", \"role\": \"device_time\"}]"
        #expect(throws: DecodeError.self) { try ProfileText.decode(body, "ffffffffff7f") }
    }

    @Test("no frame gives more than 4096 values")
    func limit() throws {
        let body =
            "\"max\": 16384, \"fields\": [{\"type\": \"u8\", \"repeat\": \"rest\", \"channel\": \"a\", \"unit\": \"1\"}]"
        let decoder = try ProfileText.decoder(body)
        var frame = DecodedFrame()
        let most = [UInt8](repeating: 1, count: 4096)
        try decoder.decode(most.span.bytes, into: &frame)
        #expect(frame.columns[0].count == 4096)
        let more = most + [1]
        #expect(throws: DecodeError.self) { try decoder.decode(more.span.bytes, into: &frame) }
    }

    @Test("decoding into what another frame filled gives the same as into a fresh one")
    func reuse() throws {
        let library = ProfileLibrary(folders: [])
        let profile = try #require(library.profile("sig.heart-rate"))
        let format = try #require(profile.frame("heart-rate"))
        let decoder = try FrameDecoder(format, settings: SettingValues(profile))
        var used = DecodedFrame()
        used.columns = [.init(.light, .lux, values: [3])]
        for hex in ["1f 4a01 6400 0004 0002 ff", "06 3c", "16", "00 00", "10 3b 5304"] {
            var fresh = DecodedFrame()
            let bytes = try #require(HexText.bytes(hex))
            let first = Result { try decoder.decode(bytes.span.bytes, into: &fresh) }
            let second = Result { try decoder.decode(bytes.span.bytes, into: &used) }
            switch (first, second) {
            case (.success, .success):
                #expect("\(fresh.columns)" == "\(used.columns)" && fresh.remarks == used.remarks)
            case (.failure, .failure): break
            default: Issue.record("one of both was refused")
            }
        }
    }

    @Test("any bytes give a frame or an error inside the bytes, for every frame that ships")
    func anyBytes() throws {
        var random = SystemRandomNumberGenerator()
        for profile in ProfileLibrary(folders: []).profiles {
            var decoder = try ProfileDecoder(profile, settings: SettingValues(profile))
            var frame = DecodedFrame()
            for place in profile.frames.indices {
                for _ in 0..<500 {
                    let bytes = (0..<Int.random(in: 0...80, using: &random)).map { _ in
                        UInt8.random(in: 0...255, using: &random)
                    }
                    do throws(DecodeError) {
                        try decoder.decode(bytes.span.bytes, as: place, into: &frame)
                        #expect(frame.columns.allSatisfy { $0.values.count.isMultiple(of: $0.axes) })
                    } catch {
                        #expect(error.offset >= 0)
                    }
                }
            }
        }
    }
}
