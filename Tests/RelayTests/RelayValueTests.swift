import Documents
import Runtime
import Signals
import Testing

@testable import Relay

@Suite("Relay payloads")
struct RelayValueTests {
    private static let moment = Instant(nanoseconds: 1_577_836_800_000_000_000)

    @Test("are as large as Python's plistlib makes them")
    func size() {
        let sizes: [(RelayPayload, Int)] = [
            ([:], 42), (["a": 1], 50), (["request": "hrv"], 58),
            (
                [
                    "a": 1.5, "b": true, "c": .string(String(repeating: "ü", count: 20)),
                    "d": .data([UInt8](repeating: 120, count: 300)), "e": [1, 1, 2, -1, 70_000, 5_000_000_000],
                    "f": ["a": "a"],
                ], 495
            ), (["x": .string(String(repeating: "x", count: 65_000))], 65_055),
            (["n": .array((0..<300).map { .number(Double($0) + 0.5) })], 3957), (["d": .date(Self.moment)], 57),
        ]
        for (payload, size) in sizes { #expect(payload.propertyListSize == size) }
    }

    @Test("may be exactly as large as the limit", arguments: [(65_481, true), (65_482, false)])
    func limit(letters: Int, fits: Bool) {
        let payload: RelayPayload = ["x": .string(String(repeating: "x", count: letters))]
        #expect(payload.error(limit: RelayLimits.message) == (fits ? nil : .payloadTooLarge))
    }

    @Test("say before their size that a type cannot be sent: null, other types, what is no number")
    func types() {
        struct Other: Sendable {}
        let large = RelayValue.string(String(repeating: "x", count: 70_000))
        for value in [nil, RelayValue(Other()), .number(.nan), [["deep": nil]], RelayValue(JSONValue.number(1e16))] {
            #expect(["large": large, "x": value].error(limit: RelayLimits.message) == .payloadUnsupportedTypes)
        }
        var deep: RelayValue = 1
        for _ in 0..<40 { deep = [deep] }
        #expect(["x": deep].error(limit: RelayLimits.message) == .payloadUnsupportedTypes)
    }

    @Test("keep whole numbers of any size to the last digit, and never round one in silence")
    func largeNumbers() throws {
        let numbers: [RelayValue] = [
            RelayValue(Int.max), RelayValue(Int.min), RelayValue(1 << 53), RelayValue((1 << 53) + 1), .number(1e300), 5,
        ]
        let payload: RelayPayload = ["numbers": .array(numbers), "dollar": ["$number": "no number"]]
        #expect(try RelayPayload(parsing: payload.jsonText) == payload)
        #expect(RelayValue((1 << 53) + 1).integer == (1 << 53) + 1)
        for text in ["9007199254740993", "1e300", #"{"$number": "99999999999999999999"}"#, #"{"$number": "nan"}"#] {
            let read = try RelayPayload(parsing: Array(#"{"n": \#(text)}"#.utf8))
            #expect(read.error(limit: RelayLimits.message) == .payloadUnsupportedTypes, "\(text)")
        }
    }

    @Test("come back from JSON as they were, dates and bytes and dollars too")
    func json() throws {
        let payload: RelayPayload = [
            "text": "a\"\n", "n": -1.5, "flag": false, "when": .date(Self.moment), "bytes": .data(Array(0...255)),
            "none": .data([]), "list": [1, "b", [:]], "odd": ["$date": "no date"], "odder": ["$$x": 1],
        ]
        #expect(try RelayPayload(parsing: payload.jsonText) == payload)
        for text in ["", "[]", "{", "1"] {
            #expect(throws: RelayError(.invalidParameter)) { try RelayPayload(parsing: Array(text.utf8)) }
        }
        #expect(try RelayPayload(parsing: Array(#"{"a":{"$data":"A"}}"#.utf8))["a"]?.isSupported == false)
    }

    @Test("take Swift's own values")
    func values() {
        #expect(
            RelayValue(3) == 3 && RelayValue(true) == true && RelayValue(["a": [1.5]] as [String: [Double]]).isSupported
        )
    }
}
