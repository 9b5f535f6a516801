import Documents
import Foundation
import Runtime
import TestKit
import Testing

@Suite("Decoding types from JSON values")
struct JSONDecodingTests {
    private struct Page: Codable, Equatable {
        struct Part: Codable, Equatable {
            var name: String
            var value: Double?
        }
        var count: Int
        var small: UInt8
        var isOn: Bool
        var parts: [Part]
        var matrix: [[Double?]]
        var byName: [String: Part]
        var note: String?
    }

    @Test("decodes what Foundation's decoder does")
    func sameAsFoundation() throws {
        let text = """
            {"count":-3,"small":255,"isOn":true,"parts":[{"name":"a","value":1.5},{"name":"b","value":null}],
            "matrix":[[1,null],[]],"byName":{"x":{"name":"y"}},"note":null,"unknown":[{}]}
            """
        let found: Page = try JSONValue(parsing: Array(text.utf8)).decoded()
        #expect(found == (try JSONDecoder().decode(Page.self, from: Data(text.utf8))))
    }

    @Test(
        "refuses what does not fit the type",
        arguments: [
            #"{"name":1}"#, #"{}"#, #"{"name":null}"#, #"[]"#, #"{"name":"a","value":"1"}"#,
        ])
    func refusal(text: String) throws {
        let value = try JSONValue(parsing: Array(text.utf8))
        #expect(throws: DecodingError.self) { try value.decoded(as: Page.Part.self) }
    }

    @Test("refuses numbers outside of an integer's range")
    func range() {
        #expect(throws: DecodingError.self) { try JSONValue.number(256).decoded(as: UInt8.self) }
        #expect(throws: DecodingError.self) { try JSONValue.number(1.5).decoded(as: Int.self) }
        #expect(throws: DecodingError.self) { try JSONValue.number(1e300).decoded(as: Int.self) }
    }
}
