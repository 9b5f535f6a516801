import Documents
import Runtime
import Signals
import Testing

@Suite("JSON values")
struct JSONValueTests {
    private static let texts: [(String, JSONValue)] = [
        ("null", .null), ("true", true), (" false ", false), ("0", 0), ("-0.5e1", -5), ("1E+2", 100),
        (#""a\"\\\/\b\f\n\r\té""#, "a\"\\/\u{8}\u{C}\n\r\té"), (#""\ud83d\ude00""#, "😀"),
        ("[]", []), ("{}", [:]), (#"{"a":[1,{"b":null}],"c":"d"}"#, ["a": [1, ["b": nil]], "c": "d"]),
        (#"{"a":1,"a":2}"#, ["a": 2]),
    ]

    @Test("reads every kind of value", arguments: texts)
    func reads(text: String, value: JSONValue) throws {
        #expect(try JSONValue(parsing: Array(text.utf8)) == value)
    }

    @Test(
        "refuses what is no JSON",
        arguments: [
            "", " ", "nul", "01", "1.", ".5", "+1", "1e", "1e999", "-", "\"", "\"\\x\"", "\"\\u12\"", "\"\\u+123\"",
            "\"\\ud800\"", "\"\\ud800\\u0041\"", "\"\\udc00\"", "\"\n\"", "[1,]", "[1", "{\"a\"}", "{\"a\":1,}",
            "{a:1}", "1 2",
            "{\"a\":1", "NaN", "[1 2]",
        ])
    func refuses(text: String) {
        #expect(throws: DecodeError.self) { try JSONValue(parsing: Array(text.utf8)) }
    }

    @Test("writes what could steer a terminal or disguise a text by its number, and reads it back")
    func harmless() throws {
        let text = "é\u{1B}[2J\u{7F}\u{9B}\u{202E}\u{2028}\u{E0041}\"\\\n😀"
        var json = JSONText()
        json.array { $0.value(text) }
        #expect(json.string == #"["é\u001b[2J\u007f\u009b\u202e\u2028\udb40\udc41\"\\\n😀"]"#)
        #expect(try JSONValue(parsing: json.bytes) == [.string(text)])
    }

    @Test("refuses text that is not UTF-8 and nesting without end")
    func hostile() {
        #expect(throws: DecodeError.self) { try JSONValue(parsing: [0x22, 0xFF, 0x22]) }
        #expect(throws: DecodeError.self) { try JSONValue(parsing: [UInt8](repeating: 0x5B, count: 100_000)) }
    }

    @Test("writes what it reads back, members by name")
    func writes() throws {
        let value: JSONValue = ["b": [1.5, "x\n\"", nil, true], "a": ["n": 12_345_678_901]]
        #expect(String(decoding: value.text, as: UTF8.self) == #"{"a":{"n":12345678901},"b":[1.5,"x\n\"",null,true]}"#)
        #expect(try JSONValue(parsing: value.text) == value)
    }

    @Test("never stops at any prefix of a value or with any byte changed")
    func damage() {
        let text = JSONValue(dictionaryLiteral: ("a", [1.5, "é\u{1F600}", nil, true]), ("b", ["c": -2e10])).text
        for count in 0..<text.count {
            #expect(throws: DecodeError.self) { try JSONValue(parsing: Array(text[..<count])) }
        }
        for index in text.indices {
            for byte in [UInt8(0), 0x22, 0x5C, 0x7B, 0xFF] {
                var changed = text
                changed[index] = byte
                _ = try? JSONValue(parsing: changed)
            }
        }
    }
}
