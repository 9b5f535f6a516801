import DeviceProfiles
import Documents
import Foundation
import Gateway
import Runtime
import Signals
import Testing

@testable import API

@Suite("The OpenAPI document")
struct OpenAPITests {
    private func router() throws -> Router {
        let folder = NSTemporaryDirectory() + "nj-\(UUID().uuidString.prefix(8))"
        let gateway = try Gateway(.init(folder: folder, zone: .utc))
        defer { try? FileManager.default.removeItem(atPath: folder) }
        return Routes.router(for: gateway, live: LiveFeed(gateway))
    }

    @Test("describes every route below /api/v1")
    func everyRoute() throws {
        #expect(try router().undescribed == [])
    }

    @Test("names only schemas that it has, and each operation once")
    func references() throws {
        let text = OpenAPIDocument(try router().routes).json.string
        let document = try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
        let schemas = document.object("components").object("schemas")
        let parts = text.components(separatedBy: "#/components/schemas/").dropFirst()
        for part in parts { #expect(schemas[String(part.prefix { $0 != "\"" })] != nil) }
        let operations = document.object("paths").values.flatMap { ($0 as? [String: Any] ?? [:]).values }
        let names = operations.compactMap { ($0 as? [String: Any])?["operationId"] as? String }
        #expect(names.count == operations.count && Set(names).count == names.count)
    }

    @Test("says of text that must not be empty that blanks are none either")
    func blanks() throws {
        let text = OpenAPIDocument(try router().routes).json.string
        var silent: [String] = []
        func look(_ value: JSONValue, at path: String) {
            if case .array(let elements) = value { return elements.forEach { look($0, at: path) } }
            guard let members = value.object else { return }
            if members["type"] == "string", let least = members["minLength"]?.number, least > 0,
                members["pattern"] == nil,
                members["format"] != "password", !path.contains("octet-stream")
            {
                silent.append(path)
            }
            for (name, member) in members { look(member, at: "\(path).\(name)") }
        }
        let document = try JSONValue(parsing: Array(text.utf8))
        look(document, at: "")
        #expect(silent == [])
    }
}
