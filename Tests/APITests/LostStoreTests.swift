import Devices
import Foundation
import Signals
import Store
import TestKit
import Testing

@testable import API
@testable import Gateway

@Suite("A box that lost its store")
struct LostStoreTests {
    private static let device = DeviceID(rawValue: "nightjar-synthetic-3")

    /// A box of Ada's, whose heart is refused, started again after the head of its database was zeroed.
    private func fixture() async throws -> (before: AccountsFixture, after: AccountsFixture) {
        let before = try AccountsFixture()
        let ada = try await before.enter("ada")
        let refused = try await before.ask("PUT", "/api/v1/consents/heart_rate", #"{"allowed":false}"#, token: ada)
        #expect(refused.status == 200)
        before.server.stop()
        before.gateway.store.close()
        let file = URL(fileURLWithPath: "\(before.folder)/store.sqlite")
        var bytes = try Data(contentsOf: file)
        bytes.replaceSubrange(0..<100, with: Data(count: 100))
        try bytes.write(to: file)
        return (before, try AccountsFixture(sources: [Simulated(seed: 3)], folder: before.folder))
    }

    private func wear(_ fixture: AccountsFixture) async throws -> Instant? {
        let pipeline = fixture.gateway.pipelines[0]
        let start = fixture.clock.now
        var wearer = SimulatedWearer(.init(seed: 3, routine: .showcase(origin: start, preroll: 0)), from: start)
        for _ in 1...60 { wearer.advance(into: pipeline) }
        pipeline.tick(at: wearer.now)
        try await fixture.gateway.store.flush()
        return try fixture.gateway.store.lastKept(of: Self.device, channel: .acceleration)
    }

    @Test("answers nobody but the machine and says why, and records nothing, until its owner says so there")
    func closed() async throws {
        let (before, fixture) = try await fixture()
        defer { withExtendedLifetime(before) {} }
        for (method, path) in [
            ("GET", "/api/v1/health"), ("GET", "/api/v1/devices"), ("POST", "/api/v1/auth/register"),
            ("GET", "/live"), ("GET", "/assets/app.css"), ("DELETE", "/api/v1/auth/access/loss"),
            ("GET", "/api/v1/nothing"),
        ] {
            let answer = try await fixture.ask(
                method, path, #"{"email":"eve@example.org","password":"correct horse"}"#)
            #expect(answer.status == 503, "\(method) \(path) \(answer)")
            #expect(answer.body.contains("nightjar account recover") && !answer.body.contains(fixture.folder))
            #expect(!answer.body.contains("not a database"), "SQLite's words are for the machine")
        }
        let page = try await fixture.ask("GET", "/", fields: ["Accept: text/html,*/*"])
        #expect(page.status == 503 && page.field("Content-Type").first?.hasPrefix("text/html") == true)
        #expect(page.body.contains("nightjar account recover") && !page.body.contains("not a database"))

        func machine(_ method: String, _ path: String, _ json: String = "") async throws -> AccountsFixture.Answer {
            try await fixture.ask(method, "/api/v1\(path)", json, overSocket: true)
        }
        let health = try await machine("GET", "/health")
        #expect(health.object["status"] as? String == "degraded", "\(health)")
        let loss = try await machine("GET", "/auth/access/loss")
        #expect(loss.object["lost"] as? Bool == true)
        #expect((loss.object["reason"] as? String)?.contains("not a database") == true)
        #expect(try await wear(fixture) == nil)
        let entry = try #require(fixture.gateway.devices.entries.first)
        #expect(entry.stage == .stopped && entry.reason?.contains("Nothing is recorded") == true)

        // People could sign in: somebody must be able to before the network is answered.
        #expect(try await machine("DELETE", "/auth/access/loss").status == 409)
        let owner = try await machine(
            "POST", "/auth/register", #"{"email":"ada@example.org","password":"correct horse"}"#)
        #expect(owner.status == 200, "\(owner)")
        #expect(try await fixture.ask("GET", "/api/v1/health").status == 503)
        let accepted = try await machine("DELETE", "/auth/access/loss")
        #expect(accepted.status == 200 && accepted.object["lost"] as? Bool == false, "\(accepted)")
        #expect(try await fixture.ask("GET", "/api/v1/health").object["status"] as? String == "ok")
        #expect(try await fixture.ask("GET", "/api/v1/devices").status == 401)
        #expect(try await wear(fixture) != nil)
    }

    @Test("is red for a page that is damaged, and says so instead of an error inside")
    func damage() async throws {
        let fixture = try AccountsFixture()
        fixture.gateway.store.append(
            (0..<4000).map { Epoch(start: fixture.clock.now.advanced(bySeconds: Double($0) * 30), seconds: 30) },
            device: Self.device)
        try await fixture.gateway.store.flush()
        fixture.server.stop()
        fixture.gateway.store.close()
        let file = URL(fileURLWithPath: "\(fixture.folder)/store.sqlite")
        var bytes = try Data(contentsOf: file)
        let rest = 4096 * (bytes.count / 4096 - 8)..<bytes.count
        bytes.replaceSubrange(rest, with: Data(repeating: 0xA5, count: rest.count))
        try bytes.write(to: file)
        let after = try AccountsFixture(folder: fixture.folder)
        try after.gateway.store.examine(now: after.clock.now)
        let health = try await after.ask("GET", "/api/v1/health")
        #expect(health.object["status"] as? String == "degraded", "\(health)")
        #expect(health.body.contains("Restart the gateway"))
        let recover = try await after.ask("GET", "/api/v1/auth/access/loss", overSocket: true)
        #expect(recover.object["lost"] as? Bool == false)
        #expect((recover.object["trouble"] as? String)?.contains("Restart the gateway") == true)
    }
}
