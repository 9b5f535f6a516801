import DeviceProfiles
import Signals
import Testing

/// Profiles that nobody writes but somebody who means ill: each is refused with a reason, and none stops the program.
@Suite struct HostileProfileTests {
    @Test("structures within each other that take more bytes than a number holds are refused")
    func nesting() {
        let bytes = #"{"type": "bytes", "length": 16384, "repeat": 4096}"#
        let inner = #"{"repeat": 4096, "struct": [\#(Array(repeating: bytes, count: 32).joined(separator: ","))]}"#
        let middle = #"{"repeat": 4096, "struct": [\#(inner)]}"#
        let outer = #"{"repeat": "rest", "struct": [\#(Array(repeating: middle, count: 32).joined(separator: ","))]}"#
        let problems = ProfileText.problems(#", "frames": {"f": {"fields": [\#(outer)]}}"#)
        #expect(problems.contains { $0.contains("at most 256 fields") }, "\(problems)")
    }

    @Test("a structure that no frame has room for is never begun")
    func tooLarge() throws {
        let bytes = #"{"type": "bytes", "length": 16384, "repeat": 4096}"#
        let inner = #"{"repeat": 4096, "struct": [\#(Array(repeating: bytes, count: 32).joined(separator: ","))]}"#
        let middle = #"{"repeat": 4096, "struct": [\#(Array(repeating: inner, count: 7).joined(separator: ","))]}"#
        let body =
            #""fields": [{"type": "u8", "channel": "a", "unit": "1"}, {"repeat": "rest", "struct": [\#(middle)]}]"#
        let frame = try ProfileText.decode(body, "07" + String(repeating: "00", count: 500))
        #expect(frame.values(of: "a") == [7])
    }

    @Test(
        "a setting that is a rate holds nothing but whole numbers above 0",
        arguments: [
            (#"{"label": "R", "values": ["nan", "50"], "default": "nan"}"#, false),
            (#"{"label": "R", "values": [0, 50], "default": 50}"#, false),
            (#"{"label": "R", "values": ["-50"], "default": "-50"}"#, false),
            (#"{"label": "R", "values": ["12.5"], "default": "12.5"}"#, false),
            (#"{"label": "R", "from": 0, "to": 100, "default": 50}"#, false),
            (#"{"label": "R", "length": 8, "default": "inf"}"#, false),
            (#"{"label": "R", "values": [25, 50], "default": 50}"#, true),
            (#"{"label": "R", "from": 1, "to": 100, "default": 50}"#, true),
        ])
    func rates(setting: String, isRate: Bool) {
        let verdict = ProfileText.verdict(
            """
            , "settings": {"r": \(setting)}, "frames": {"f": {"rate": "r", "fields": [{"type": "u8", "channel": "a", "unit": "1"}]}}
            """)
        #expect(verdict.contains { $0.contains("whole numbers above 0") } != isRate, "\(verdict)")
    }

    @Test("frames that only their checksum shows are short, as each byte may begin one")
    func blindFrames() {
        for (length, isAllowed) in [(256, true), (257, false), (16_384, false)] {
            for framing in [
                #"{"kind": "fixed", "length": \#(length), "sync": []}"#,
                #"{"kind": "prefixed", "length_offset": 0, "length_bytes": 2, "max": \#(length), "sync": []}"#,
            ] {
                let frame = #""check": "crc16", "fields": [{"type": "u8", "channel": "a", "unit": "1"}]"#
                let spanning = ProfileText.verdict(#", "frames": {"f": {"spans": \#(framing), \#(frame)}}"#)
                let line = ProfileText.verdict(
                    #", "usb": {"serial": {"baud": 9600}, "framing": \#(framing), "frame": "f"}, "frames": {"f": {\#(frame)}}"#
                )
                for verdict in [spanning, line] {
                    #expect(verdict.contains { $0.contains("at most 256 bytes") } != isAllowed, "\(verdict)")
                }
            }
        }
    }

    @Test("what a codec decodes is no part of another frame")
    func codecAsPart() {
        let part = #"{"codec": "polar-pmd", "gives": [{"channel": "v", "unit": "uV"}]}"#
        let verdict = ProfileText.verdict(
            #", "frames": {"a": \#(part), "b": \#(part), "all": {"join": ["a", "b"], "gives": [{"channel": "v", "unit": "uV", "names": ["l", "r"]}]}}"#
        )
        #expect(verdict.contains { $0.contains("“a” has no fields") }, "\(verdict)")
    }
}
