import API
import Testing

@Suite("What a program sent")
struct AnalysisUpdateTests {
    private func steps(_ value: Int) -> String {
        """
        {"quantity_samples":[{"identifier":"HKQuantityTypeIdentifierStepCount","value":\(value),"unit":"count",
        "start_date":"2025-06-18T09:00:00Z","end_date":"2025-06-18T09:30:00Z","source_name":"Phone"}]}
        """
    }

    private func stream(_ token: String, _ fixture: AccountsFixture) async throws -> Wire {
        let wire = try Wire(port: fixture.server.addresses[0].port)
        try await wire.send(
            "GET /api/v1/live/stream HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer \(token)\r\n\r\n")
        _ = try await wire.read(until: "\n\n\r\n")
        return wire
    }

    @Test(
        "is told to whoever sent it, once it is in the day's summary, and its changes follow; nobody else hears of it")
    func told() async throws {
        let fixture = try AccountsFixture()
        let ada = try await fixture.enter("ada")
        let ben = try await fixture.enter("ben", by: ada)
        let (hers, his) = (try await stream(ada, fixture), try await stream(ben, fixture))
        let before = try await fixture.ask("GET", "/api/v1/samples/changes", token: ben)
        #expect(before.status == 200)
        let sent = try await fixture.post("/healthkit/upload", steps(900), token: ben)
        let id = try #require(sent.object["upload_id"] as? String, "\(sent)")
        let heard = try await his.read(until: "\"id\":\"\(id)\",\"status\":\"completed\"")
        #expect(heard.contains("event: analysis.updated"))
        let day = try await fixture.ask("GET", "/api/v1/summary/2025-06-18", token: ben)
        #expect(day.object["steps"] as? Int == 900)
        let token = try #require(before.object["sync_token"] as? String)
        let after = try await fixture.ask("GET", "/api/v1/samples/changes?sync_token=\(token)", token: ben)
        let stretches = after.object["stretches"] as? [[String: Any]] ?? []
        #expect(stretches.count == 1 && stretches.first?["type"] as? String == "steps")
        #expect((stretches.first?["samples"] as? [Any])?.count == 1)
        #expect(try await fixture.ask("GET", "/api/v1/samples/changes?sync_token=\(token)", token: ada).status == 410)
        #expect(try await fixture.ask("GET", "/api/v1/samples/changes?sync_token=1.x", token: ada).status == 422)
        // What the owner sends after that comes to her without anything of his before it.
        let own = try await fixture.post("/healthkit/upload", steps(5), token: ada)
        let mine = try #require(own.object["upload_id"] as? String, "\(own)")
        let text = try await hers.read(until: "\"id\":\"\(mine)\",\"status\":\"completed\"")
        #expect(!text.contains(id))
    }
}
