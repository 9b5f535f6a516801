import DeviceProfiles
import Foundation
import Gateway
import Runtime
import Signals
import Testing

@testable import API

@Suite("The OpenAPI document")
struct OpenAPITests {
    /// Begins of paths whose descriptions are still to be written by those who make them.
    private static let promised = [
        "/api/v1/auth", "/api/v1/cognitive", "/api/v1/recommender", "/api/v1/rag", "/api/v1/reading", "/api/v1/relay",
        "/api/v1/breathing", "/api/v1/people",
    ]

    private func router() throws -> Router {
        let folder = NSTemporaryDirectory() + "nj-\(UUID().uuidString.prefix(8))"
        let gateway = try Gateway(.init(folder: folder, zone: .utc))
        defer { try? FileManager.default.removeItem(atPath: folder) }
        return Routes.router(for: gateway, live: LiveFeed(gateway))
    }

    @Test("describes every route below /api/v1")
    func everyRoute() throws {
        let undescribed = try router().undescribed.filter { line in !Self.promised.contains { line.contains(" " + $0) }
        }
        #expect(undescribed == [])
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
}
