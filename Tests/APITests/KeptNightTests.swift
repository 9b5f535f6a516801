import Analysis
import Documents
import Foundation
import Gateway
import Runtime
import Signals
import Store
import Synchronization
import Testing

@testable import API

/// Nights are read from answers that are kept: what was changed is in the next one all the same.
@Suite("Kept nights")
struct KeptNightTests {
    private static let date = "2025-06-18"
    private static let device = DeviceID(rawValue: "nightjar-synthetic-3")
    private let fixture: GatewayFixture

    init() async throws {
        fixture = try GatewayFixture()
        var night = CrossUserTests.night(of: GatewayFixture.noon, on: Self.date)
        night.scoringMethod = Method("van-hees", version: 1)
        fixture.gateway.store.append([night], device: Self.device)
        try await fixture.gateway.store.flush()
    }

    private func night() async throws -> [String: Any] { try await fixture.get("/api/v1/nights/latest") }

    /// Keeps an epoch that begins so many seconds before the end of the night's window, and waits for the disk.
    private func append(at seconds: Double, rate: Double) async throws {
        let start = GatewayFixture.noon.advanced(bySeconds: -seconds)
        fixture.gateway.store.append(
            [Epoch(start: start, seconds: 30, heart: Epoch.Heart(beats: 30, rate: rate))], device: Self.device)
        try await fixture.gateway.store.flush()
    }

    @Test("an edit is in the next answer, and so is that it was taken back")
    func edit() async throws {
        #expect(try await night().isNull("edited_s"))
        let start = GatewayFixture.noon.advanced(bySeconds: -39_100)
        let body = "{\"sleep_start_s\":\(start.secondsSince1970),\"sleep_end_s\":\(start.secondsSince1970 + 9000)}"
        for _ in 0..<3 {
            #expect(try await fixture.send("POST", "/api/v1/nights/\(Self.date)/edit", body).status == 204)
            let edited = try await night()
            #expect(edited["edited_s"] is Double)
            #expect(edited.object("sleep_period")["start_s"] as? Double == start.secondsSince1970)
            #expect(try await fixture.ask("DELETE", "/api/v1/nights/\(Self.date)/edit").status == 204)
            #expect(try await night().isNull("edited_s"))
        }
    }

    @Test("an imported night is in the next list, as the latest, and as the one before its neighbour")
    func importing() async throws {
        #expect(try await fixture.get("/api/v1/nights").objects("nights").count == 1)
        #expect(try await night()["date"] as? String == Self.date)
        #expect(try await night().isNull("next"))
        let store = fixture.gateway.store
        let file = ImportFile(name: "a.cwa", size: 1, sha256: SHA256.digest(of: [0]), format: "cwa")
        guard case .begun(let work) = try store.beginImport(file) else { throw CancellationError() }
        let next = GatewayFixture.noon.advanced(bySeconds: 86_400)
        try work.append(bytes: [0])
        try work.append([CrossUserTests.night(of: next, on: "2025-06-19")], device: Self.device)
        #expect(try await night()["date"] as? String == Self.date)
        try work.finish(summary: Array("{}".utf8), device: Self.device, first: GatewayFixture.noon, last: next)
        #expect(try await night()["date"] as? String == "2025-06-19")
        let listed = try await fixture.get("/api/v1/nights").objects("nights").map { $0["date"] as? String }
        #expect(listed == ["2025-06-19", Self.date])
        let page = try await fixture.get("/api/v1/nights?limit=1")
        #expect(page.objects("nights").map { $0["date"] as? String } == ["2025-06-19"])
        let cursor = try #require(page["next_cursor"] as? String)
        let rest = try await fixture.get("/api/v1/nights?limit=1&cursor=\(cursor)")
        #expect(rest.objects("nights").map { $0["date"] as? String } == [Self.date] && rest.isNull("next_cursor"))
        #expect(try await fixture.get("/api/v1/nights/\(Self.date)")["next"] as? String == "2025-06-19")
        try await store.remove(work.id)
        #expect(try await night()["date"] as? String == Self.date)
    }

    @Test("what streams into the window is in the next answer to one who asks alone")
    func inside() async throws {
        for rate in [51.0, 52, 53] {
            try await append(at: 3600, rate: rate)
            try await append(at: 30 * rate, rate: rate)
            let tracks = try await night().object("tracks")
            #expect((tracks["heart_rate"] as? [Any])?.contains { $0 as? Double == rate } == true)
        }
    }

    @Test("what streams in elsewhere makes nobody wait: the same bytes go out, not made again")
    func outside() async throws {
        let made = Mutex(0)
        let gateway = fixture.gateway
        var basis = AnswerBasis(gateway)
        let now = ContinuousClock.now
        basis.now = { now }
        let cache = AnswerCache(basis)
        let make: AnswerCache.Make = { request in
            made.withLock { $0 += 1 }
            let (night, stretch) = try NightRoutes.night(NightRequest(), request, gateway)
            return AnswerCache.Made(json: night.json, stretch: stretch)
        }
        let request = HTTPRequest(.get, "/api/v1/nights/latest", parameters: ["date": "latest"])
        _ = try await cache.answer(request, by: make).waitedFor()
        for second in 0..<10 {
            try await append(at: -30 * Double(second) - 3600, rate: 60)
            try await append(at: 90_000 + 30 * Double(second), rate: 60)
            let other = [Epoch(start: GatewayFixture.noon.advanced(bySeconds: -3600), seconds: 30)]
            gateway.store.append(other, device: DeviceID(rawValue: "other-2"))
            try await gateway.store.flush()
            guard case .now = cache.answer(request, by: make) else { throw CancellationError() }
        }
        #expect(made.withLock { $0 } == 1)
        try await append(at: 3600, rate: 60)
        guard case .later = cache.answer(request, by: make) else { throw CancellationError() }
    }

    @Test("who wore the device is in the next answer as soon as it was said")
    func wearer() async throws {
        #expect(try await night().isNull("wearer"))
        let ada = try await fixture.gateway.wearerRegistry.add("Ada")
        try await fixture.gateway.wearerRegistry.correct(
            Self.device, person: ada.id, from: GatewayFixture.noon.advanced(bySeconds: -90_000), to: nil)
        #expect(try await night()["wearer"] as? String == "Ada")
        try await fixture.gateway.wearerRegistry.rename(ada.id, to: "Bea")
        #expect(try await night()["wearer"] as? String == "Bea")
        #expect(try await fixture.get("/api/v1/nights").objects("nights")[0]["wearer"] as? String == "Bea")
    }
}
