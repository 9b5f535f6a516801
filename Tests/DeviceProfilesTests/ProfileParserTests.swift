import DeviceProfiles
import Signals
import Testing

@Suite struct ProfileParserTests {
    private let field = "{\"type\": \"u8\", \"channel\": \"a\", \"unit\": \"1\"}"

    @Test("a profile that says no more than it must is read")
    func least() throws {
        let profile = try #require(ProfileParser.parse(ProfileText.profile()).profile)
        #expect(profile.id == "test.device" && profile.revision == 1 && profile.match == [])
    }

    @Test("a key that is not known is named with its path")
    func unknownKey() {
        let problems = ProfileText.problems(
            ", \"frames\": {\"f\": {\"fields\": [\(field), {\"type\": \"u8\", \"colour\": 1}]}}")
        #expect(problems.count == 1)
        #expect(problems.first?.hasPrefix("frames.f.fields[1].colour: there is no such key here; known are") == true)
    }

    @Test("all problems are told at once")
    func several() {
        let problems = ProfileText.problems(", \"priority\": 1000, \"capabilities\": [\"A b\"], \"extra\": 1")
        #expect(problems.count == 3)
    }

    @Test(
        "what is wrong is refused with a reason",
        arguments: [
            (#", "profile": 2"#, "version 1"),
            (#", "match": [{"bus": "ble", "name": "P*"}]"#, "at least 3 characters"),
            (#", "match": [{"bus": "ble"}]"#, "ask for something"),
            (#", "match": [{"bus": "air", "name": "Polar"}]"#, "one of ble, usb, file"),
            (#", "match": [{"bus": "ble", "service": "18"}]"#, "UUID"),
            (#", "match": [{"bus": "ble", "service": "180D", "data": "05"}]"#, "belong to a manufacturer"),
            (#", "ble": {"start": [{"characteristic": "2A39", "bytes": "01"}]}"#, "stop is missing"),
            (
                #", "ble": {"start": [{"characteristic": "2A39", "bytes": "1"}], "stop": [{"characteristic": "2A39", "bytes": "01"}]}"#,
                "pairs of hexadecimal"
            ),
            (
                #", "ble": {"start": [{"characteristic": "2A39", "bytes": "${rate}"}], "stop": [{"characteristic": "2A39", "bytes": "01"}]}"#,
                "looks like ${rate:u16}"
            ),
            (#", "ble": {"connect": {"interval_ms": [30, 15]}}"#, "the smaller first"),
            (#", "frames": {"f": {}}"#, "exactly one of fields, codec and join"),
            (#", "frames": {"f": {"fields": []}}"#, "at least one field"),
            (#", "frames": {"f": {"fields": [{"type": "u9"}]}}"#, "one of f16"),
            (#", "frames": {"f": {"fields": [{"type": "u8", "bits": 3}]}}"#, "exactly one of"),
            (
                #", "frames": {"f": {"fields": [{"type": "u8", "when": {"field": "later", "eq": 1}}, {"id": "later", "type": "u8"}]}}"#,
                "before this one"
            ),
            (
                #", "frames": {"f": {"fields": [{"struct": [{"struct": [{"struct": [{"struct": [{"type": "u8"}]}]}]}]}]}}"#,
                "at most 3 deep"
            ),
            (
                #", "frames": {"f": {"fields": [{"id": "a", "type": "u8"}, {"from": "a", "mask": 1, "names": ["x", "y"], "channel": "b", "unit": "1"}]}}"#,
                "has one value"
            ),
            (
                #", "frames": {"f": {"device_time": {"unit": "s"}, "fields": [{"repeat": 2, "struct": [{"type": "date_time", "repeat": 2, "role": "device_time"}]}]}}"#,
                "comes once"
            ),
            (#", "ble": {"connect": {"bond": "always"}}"#, "one of never, when-asked"),
            (#", "ble": {"connect": {"passkey": true}}"#, "there is no such key here"),
            (
                #", "frames": {"f": {"check": "crc9", "fields": [{"type": "u8"}]}}"#,
                "one of sum8, xor, crc4, crc8, crc16"
            ),
            (
                #", "frames": {"f": {"check": {"kind": "sum8", "poly": 7}, "fields": [{"type": "u8"}]}}"#,
                "belong to crc8"
            ),
            (#", "frames": {"f": {"check": {"kind": "crc8", "init": 256}, "fields": [{"type": "u8"}]}}"#, "has 8 bits"),
            (#", "frames": {"f": {"check": "crc8", "codec": "polar-pmd"}}"#, "a check belongs to fields"),
            (#", "frames": {"f": {"spans": {"kind": "whole"}, "fields": [{"type": "u8"}]}}"#, "spans none"),
            (
                #", "frames": {"f": {"join": ["a"], "gives": [{"channel": "a", "unit": "1", "names": ["x"]}]}}"#,
                "two frames or more"
            ),
            (#", "frames": {"f": {"join": ["a", "b"], "gives": [{"channel": "a", "unit": "1"}]}}"#, "a name for each"),
            (
                #", "frames": {"f": {"fields": [{"type": "calendar", "parts": ["month", "day"], "role": "device_time"}]}}"#,
                "a calendar has"
            ),
            (#", "frames": {"f": {"fields": [{"type": "date_time"}]}}"#, "the role of a calendar"),
            (
                #", "frames": {"f": {"fields": [{"type": "u8", "exponent": {"field": "e"}, "channel": "a", "unit": "1"}]}}"#,
                "before this one"
            ),
            (
                #", "frames": {"f": {"fields": [{"type": "u8", "exponent": {"field": "e", "base": 3}}]}}"#,
                "base is 10 or 2"
            ),
            (#", "frames": {"f": {"fields": [{"join": [{"from": "e", "mask": 0}]}]}}"#, "at least one bit"),
            (#", "frames": {"f": {"fields": [{"type": "u8", "calibrate": {"gain": "g"}}]}}"#, "is a channel"),
            (
                #", "frames": {"f": {"fields": [{"id": "a", "type": "u8"}, {"repeat": "rest", "struct": [{"from": "a", "mask": 1}]}]}}"#,
                "at least one bit"
            ),
            (
                #", "frames": {"f": {"fields": [{"type": "u8", "scale": [1, 0], "channel": "a", "unit": "1"}]}}"#,
                "what divides, above 0"
            ),
            (
                #", "frames": {"f": {"fields": [{"type": "u8", "scale": [1.5, 2], "channel": "a", "unit": "1"}]}}"#,
                "whole number"
            ),
            (#", "frames": {"f": {"fields": [{"type": "u8", "channel": "a"}]}}"#, "unit is missing"),
            (
                #", "frames": {"f": {"fields": [{"type": "u8", "count": 3, "channel": "a", "unit": "1"}]}}"#,
                "names are missing"
            ),
            (#", "frames": {"f": {"fields": [{"type": "u8", "role": "sequence"}]}}"#, "belong together"),
            (
                #", "frames": {"f": {"fields": [{"type": "u8", "channel": "a", "unit": "1"}, {"type": "u8", "channel": "a", "unit": "s"}]}}"#,
                "another unit"
            ),
            (#", "frames": {"f": {"min": 5, "max": 4, "fields": [{"type": "u8"}]}}"#, "min must not be above max"),
            (#", "settings": {"now": {"label": "Now", "values": [1], "default": 1}}"#, "meaning of its own"),
            (#", "settings": {"rate": {"label": "Rate", "values": [1, 2], "default": 3}}"#, "not allowed"),
            (#", "ack": {"write": {"characteristic": "2A39", "bytes": "01"}, "after": "received"}"#, "durable"),
            (#", "vectors": [{"frame": "f", "hex": "00", "source": "s"}]"#, "either expect or refused"),
            (
                #", "usb": {"serial": {"baud": 9600}, "framing": {"kind": "fixed", "length": 5}, "frame": "f"}"#,
                "sync is missing"
            ),
            (#", "time": {"model": "host", "reject": {"before": "2020-02-30"}}"#, "a day such as"),
        ])
    func refused(parts: String, reason: String) {
        let problems = ProfileText.problems(parts)
        #expect(problems.contains { $0.contains(reason) }, "\(problems)")
    }

    @Test(
        "what leads nowhere is refused once the whole is known",
        arguments: [
            (#", "extends": ["no.such"]"#, "there is no profile “no.such”"),
            (#", "extends": ["test.device"]"#, "extends itself"),
            (
                #", "match": [{"bus": "usb", "vid": "10C4", "pid": "EA60"}], "usb": {"serial": {"baud": 9600}, "framing": {"kind": "line"}, "frame": "f"}"#,
                "chip that many makers build in"
            ),
            (#", "match": [{"bus": "ble", "service": "180D"}]"#, "in neither ble nor usb"),
            (#", "ble": {"notify": [{"characteristic": "2A37", "frame": "g"}]}"#, "there is no frame “g”"),
            (
                #", "ble": {"start": [{"characteristic": "2A39", "bytes": "${rate:u8}"}], "stop": [{"characteristic": "2A39", "bytes": "00"}]}"#,
                "there is no setting “rate”"
            ),
            (#", "frames": {"f": {"codec": "no-such"}}"#, "is not built in"),
            (
                #", "frames": {"f": {"fields": [{"type": "u8", "calibrate": {"gain": "g"}, "channel": "a", "unit": "1"}]}}"#,
                "no frame keeps “g”"
            ),
            (#", "frames": {"f": {"fields": [{"type": "u8", "keep": "g"}]}}"#, "is not in ble.read"),
            (
                #", "frames": {"f": {"join": ["a", "b"], "gives": [{"channel": "c", "unit": "1", "names": ["x", "y"]}]}}"#,
                "there is no frame “a”"
            ),
            (
                #", "frames": {"a": {"fields": [{"type": "u8", "channel": "c", "unit": "1"}]}, "f": {"join": ["a", "b"], "gives": [{"channel": "c", "unit": "V", "names": ["x", "y"]}]}}"#,
                "no sequence and no counter"
            ),
            (
                #", "frames": {"f": {"fields": [{"type": "u8", "channel": "a", "unit": "1"}]}}"#,
                "proves itself or is not used"
            ),
            (
                #", "frames": {"f": {"fields": [{"type": "u8", "channel": "heart_rate", "unit": "Hz"}]}}"#,
                "heart_rate is in /min everywhere"
            ),
            (
                #", "frames": {"f": {"fields": [{"type": "u8", "channel": "a", "unit": "1"}]}}, "vectors": [{"frame": "f", "hex": "05", "source": "s", "expect": {"channels": {"a": [6]}}}]"#,
                "a is [5.0], not [6.0]"
            ),
            (
                #", "frames": {"f": {"fields": [{"type": "u8", "channel": "a", "unit": "1"}]}}, "vectors": [{"frame": "f", "hex": "05", "source": "s", "refused": true}]"#,
                "should be refused"
            ),
        ])
    func notUsed(parts: String, reason: String) {
        let problems = ProfileText.verdict(parts)
        #expect(problems.contains { $0.contains(reason) }, "\(problems)")
    }

    @Test("a text that is no JSON is refused with the line")
    func notJSON() {
        let outcome = ProfileParser.parse(Array("{\n\"profile\": 1,\n\"id\" 3}".utf8))
        #expect(outcome.profile == nil)
        #expect(outcome.problems.first?.message.hasSuffix("line 3") == true)
    }

    @Test("more than 64 KiB are not read")
    func tooLong() {
        let outcome = ProfileParser.parse(
            ProfileText.profile("test.device", "") + [UInt8](repeating: 0x20, count: 65_536))
        #expect(outcome.problems.first?.message.hasPrefix("a profile has at most 65536 bytes") == true)
    }

    @Test("deep nesting, endless lists and odd numbers are refused and never trap")
    func hostile() {
        for text in [
            String(repeating: "[", count: 60_000), String(repeating: "{\"a\":", count: 10_000),
            "{\"profile\": 1e400}",
            "{\"profile\": 1, \"revision\": 1e300, \"vectors\": [\(String(repeating: "1,", count: 5000))1]}",
            "{\"frames\": {\"f\": {\"fields\": [{\"from\": \"a\", \"mask\": \"0xFFFFFFFFFFFFFFFFF\", \"shift\": 64}]}}}",
            "{\"frames\": {\"f\": {\"fields\": [{\"type\": \"bytes\", \"length\": 9e18, \"repeat\": 9e18}]}}}",
        ] {
            let outcome = ProfileParser.parse(Array(text.utf8))
            #expect(outcome.profile == nil && !outcome.problems.isEmpty)
        }
    }

    @Test("every key of the schema is known to the parser and every key of the shipped profiles to the schema")
    func schema() throws {
        let schema = try #require(Repository.text("device-profiles/schema/device-profile.schema.json"))
        for file in Repository.names(in: "device-profiles", suffix: ".json") {
            let text = try #require(Repository.text("device-profiles/\(file)"))
            for key in text.split(separator: "\"").filter({ $0.allSatisfy { $0.isLetter || $0 == "_" } }) {
                let isKey = text.contains("\"\(key)\": ")
                let isName =
                    text.contains("\"\(key)\": {") || text.contains("\"\(key)\": [") || text.contains("\"\(key)\": \"")
                if isKey, !isName { #expect(schema.contains("\"\(key)\""), "\(key) of \(file)") }
            }
        }
    }
}
