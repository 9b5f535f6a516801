import DeviceProfiles
import Signals
import Testing

@Suite struct FieldLanguageTests {
    @Test(
        "a time of the calendar is the device's time, in either order and in decimal digits",
        arguments: [
            (#"{"type": "date_time", "role": "device_time"}"#, "e907 02 0c 0e 0f 10", 1_739_369_716),
            (
                #"{"type": "calendar", "parts": ["year", "month", "day", "hour", "minute", "second"], "endian": "big", "role": "device_time"}"#,
                "07e9 02 0c 0e 0f 10", 1_739_369_716
            ),
            (
                #"{"type": "calendar", "bcd": true, "parts": ["year2", "month", "day", "skip", "hour", "minute", "second"], "role": "device_time"}"#,
                "25 02 12 ff 14 15 16", 1_739_369_716
            ),
            (
                #"{"type": "calendar", "parts": ["year2", "month", "day"], "role": "device_time"}"#, "00 01 01",
                946_684_800
            ),
        ])
    func calendar(field: String, hex: String, seconds: Int64) throws {
        let body = #""device_time": {"unit": "s"}, "fields": [\#(field), {"type": "u8", "channel": "a", "unit": "1"}]"#
        let frame = try ProfileText.decode(body, hex + "07")
        #expect(frame.deviceTime == seconds * 1_000_000_000 && frame.values(of: "a") == [7])
    }

    @Test("256ths of a second count, and the epoch of the frame is where it begins")
    func fraction() throws {
        let body = """
            "device_time": {"unit": "s", "epoch": "2000-01-01"},
            "fields": [{"type": "calendar", "parts": ["year2", "month", "day", "hour", "minute", "second", "fraction256"],
                        "role": "device_time"}]
            """
        #expect(try ProfileText.decode(body, "00 01 01 00 00 01 80").deviceTime == 1_500_000_000)
    }

    @Test("a day that is not known is no time; one that there is not refuses the frame")
    func impossible() throws {
        let body = #""device_time": {"unit": "s"}, "fields": [{"type": "date_time", "role": "device_time"}]"#
        for hex in ["0000 00 00 00 00 00", "e907 00 01 00 00 00", "e907 01 00 00 00 00"] {
            #expect(try ProfileText.decode(body, hex).deviceTime == nil)
        }
        for hex in [
            "e907 02 1e 00 00 00", "e907 0d 01 00 00 00", "ffff 01 01 00 00 00", "e907 01 01 18 00 00",
            "e907 01 01 00 3c 00", "e907 01 01 00 00 ff", "e907 01 01 00 00", "",
        ] { #expect(throws: DecodeError.self) { try ProfileText.decode(body, hex) } }
        let decimal =
            #""device_time": {"unit": "s"}, "fields": [{"type": "calendar", "bcd": true, "parts": ["year2", "month", "day"], "role": "device_time"}]"#
        #expect(throws: DecodeError.self) { try ProfileText.decode(decimal, "2a 01 01") }
    }

    @Test("values are multiplied by a power that the frame tells")
    func exponents() throws {
        let body = """
            "fields": [{"id": "e", "type": "i8"}, {"type": "i16", "exponent": {"field": "e"}, "repeat": 2,
              "channel": "a", "unit": "1"}, {"type": "f32", "exponent": {"field": "e", "base": 2}, "channel": "b", "unit": "1"}]
            """
        let down = try ProfileText.decode(body, "fe 7b00 85ff 0000a040")
        #expect(down.values(of: "a") == [1.23, -1.23] && down.values(of: "b") == [1.25])
        let up = try ProfileText.decode(body, "03 7b00 85ff 0000a040")
        #expect(up.values(of: "a") == [123_000, -123_000] && up.values(of: "b") == [40])
    }

    @Test("a power beyond what any value holds gives none", arguments: ["ffffff7f", "00000080", "2c010000"])
    func powers(exponent: String) throws {
        for base in [2, 10] {
            let body = """
                "fields": [{"id": "e", "type": "i32"},
                  {"type": "u8", "exponent": {"field": "e", "base": \(base)}, "channel": "a", "unit": "1"}]
                """
            let value = try ProfileText.decode(body, exponent + "07").values(of: "a")[0]
            #expect(value.isNaN || (base == 2 && value == 0))
        }
    }

    @Test("bits of several fields make one number, the first the highest")
    func joins() throws {
        let body = """
            "fields": [{"id": "hi", "type": "u8"}, {"id": "lo", "type": "u8"},
              {"join": [{"from": "hi", "mask": 3}, {"from": "lo", "mask": "0x7F"}], "channel": "a", "unit": "1"},
              {"join": [{"from": "lo", "mask": "0x10"}, {"from": "hi", "mask": "0x06"}], "signed": true, "channel": "b", "unit": "1"}]
            """
        let frame = try ProfileText.decode(body, "fd 91")
        #expect(frame.values(of: "a") == [Float(1 << 7 | 0x11)] && frame.values(of: "b") == [-2])
    }

    @Test("bits repeat to the end, over the borders of bytes, and what is left is less than one")
    func bits() throws {
        let body = """
            "endian": "big", "fields": [{"bits": 12, "repeat": "rest", "channel": "a", "unit": "1"}]
            """
        #expect(try ProfileText.decode(body, "123 456 789 abc").values(of: "a") == [0x123, 0x456, 0x789, 0xABC])
        #expect(try ProfileText.decode(body, "123 456 7890").values(of: "a") == [0x123, 0x456, 0x789])
        #expect(try ProfileText.decode(body, "12").values(of: "a") == [])
        let pairs = """
            "endian": "big", "fields": [{"repeat": "rest", "struct": [{"bits": 3, "channel": "a", "unit": "1"},
              {"bits": 9, "signed": true, "channel": "b", "unit": "1"}]}]
            """
        let frame = try ProfileText.decode(pairs, "bff 001 200f")
        #expect(frame.values(of: "a") == [5, 0, 1] && frame.values(of: "b") == [-1, 1, 0])
    }

    @Test("structures within structures repeat as often as each says")
    func nested() throws {
        let body = """
            "fields": [{"id": "n", "type": "u8"}, {"repeat": "n", "struct": [{"id": "kind", "type": "u8"},
               {"id": "m", "type": "u8"},
               {"repeat": "m", "struct": [{"type": "u8", "channel": "a", "unit": "1"},
                 {"repeat": 2, "when": {"field": "kind", "eq": 1}, "struct": [{"type": "u8", "channel": "b", "unit": "1"}]}]}]},
              {"type": "u8", "channel": "c", "unit": "1"}]
            """
        let frame = try ProfileText.decode(body, "03  01 02 0a1415 0b1617  02 00  05 01 0c  63")
        #expect(frame.values(of: "a") == [10, 11, 12] && frame.values(of: "b") == [20, 21, 22, 23])
        #expect(frame.values(of: "c") == [99] && frame.remarks == [])
        #expect(throws: DecodeError.self) { try ProfileText.decode(body, "03  01 02 0a1415 0b16") }
    }

    @Test("structures that read nothing do not go on for ever")
    func endless() throws {
        let inner = #"{"repeat": 4096, "struct": [{"repeat": 4096, "struct": [{"from": "n", "mask": 1}]}]}"#
        let body = #""fields": [{"id": "n", "type": "u8"}, {"repeat": 4096, "struct": [\#(inner)]}]"#
        #expect(throws: DecodeError.self) { try ProfileText.decode(body, "01") }
    }

    private static let calibrated = """
        , "ble": {"read": [{"characteristic": "FF01", "frame": "factory"}],
                  "notify": [{"characteristic": "FF02", "frame": "motion"}]},
        "frames": {
          "factory": {"min": 8, "fields": [{"type": "i16", "names": ["x", "y", "z"], "keep": "zero", "scale": [1, 10]},
                                 {"type": "u16", "keep": "gain", "scale": [1, 1000]}]},
          "motion": {"fields": [{"type": "i16", "names": ["x", "y", "z"], "repeat": "rest", "channel": "acceleration",
                                 "unit": "[g]", "calibrate": {"offset": "zero", "gain": "gain"}}]}}
        """

    @Test("what is read first corrects what streams, also over a new link; without it values are refused")
    func calibration() throws {
        let profile = try #require(ProfileParser.parse(ProfileText.profile("t", Self.calibrated)).profile)
        var decoder = try ProfileDecoder(profile, settings: SettingValues(profile))
        var frame = DecodedFrame()
        let (factory, motion) = (try #require(decoder.index(of: "factory")), try #require(decoder.index(of: "motion")))
        let value = HexText.bytes("6400 c800 2c01 0000 0000 0000") ?? []
        #expect(throws: DecodeError.self) { try decoder.decode(value.span.bytes, as: motion, into: &frame) }
        let figures = HexText.bytes("0a00 1400 0000 f401") ?? []
        try decoder.decode(figures.span.bytes, as: factory, into: &frame)
        #expect(frame.columns.allSatisfy { $0.count == 0 })
        decoder.reset()
        try decoder.decode(value.span.bytes, as: motion, into: &frame)
        #expect(frame.values(of: "acceleration") == [49.5, 99, 150, -0.5, -1, 0])
        // Cut figures change nothing.
        #expect(throws: DecodeError.self) {
            try decoder.decode(Array(figures.prefix(4)).span.bytes, as: factory, into: &frame)
        }
        try decoder.decode(value.span.bytes, as: motion, into: &frame)
        #expect(frame.values(of: "acceleration").prefix(3) == [49.5, 99, 150])
    }

    @Test("any bytes give a frame or an error with every word of the language", arguments: 0..<40)
    func hostile(seed: Int) throws {
        let body = """
            "max": 600, "device_time": {"unit": "s"}, "check": "xor",
            "fields": [{"id": "e", "type": "i8"}, {"id": "n", "type": "u16"},
              {"repeat": "n", "struct": [{"id": "k", "bits": 3}, {"bits": 5}, {"id": "m", "type": "u8"},
                {"repeat": "m", "struct": [{"type": "i16", "exponent": {"field": "e"}, "channel": "a", "unit": "1"}]},
                {"join": [{"from": "k", "mask": 5}, {"from": "m", "mask": "0xF0"}], "channel": "b", "unit": "1"},
                {"type": "calendar", "bcd": true, "parts": ["year2", "month", "day"], "role": "device_time",
                 "when": {"field": "k", "eq": 7}}]}]
            """
        let decoder = try ProfileText.decoder(body)
        var state = UInt64(seed &* 7919 &+ 1)
        var frame = DecodedFrame()
        for length in 0..<300 {
            var bytes = (0..<length).map { _ in
                state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                return UInt8(truncatingIfNeeded: state >> 40)
            }
            bytes.append(bytes.reduce(0, ^))
            do throws(DecodeError) { try decoder.decode(bytes.span.bytes, into: &frame) } catch { continue }
            #expect(frame.columns.reduce(0) { $0 + $1.values.count } <= FrameFormat.maximumValues)
        }
    }
}
