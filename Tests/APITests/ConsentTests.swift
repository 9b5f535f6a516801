import Accounts
import Devices
import Documents
import Foundation
import Signals
import Store
import Synchronization
import TestKit
import Testing

@testable import API
@testable import Gateway

@Suite("Consent of two people on one box")
struct ConsentTests {
    private static let device = DeviceID(rawValue: "nightjar-synthetic-3")

    private let fixture: AccountsFixture
    private let ada: String, ben: String

    init() async throws {
        (fixture, ada, ben) = try await AccountsFixture.ofTwo()
    }

    private func put(on name: String) async throws {
        fixture.clock.advance(bySeconds: 60)
        let answer = try await fixture.post(
            "/devices/\(Self.device.rawValue)/wearers", #"{"wearer":"\#(name)"}"#, token: ada)
        #expect(answer.status == 204, "\(answer)")
    }

    private func allow(_ isAllowed: Bool, _ stream: String, _ token: String) async throws -> AccountsFixture.Answer {
        try await fixture.ask("PUT", "/api/v1/consents/\(stream)", #"{"allowed":\#(isAllowed)}"#, token: token)
    }

    private func kept(_ channel: Channel) throws -> Instant? {
        try fixture.gateway.store.lastKept(of: Self.device, channel: channel)
    }

    private func beats() throws -> Int {
        try fixture.gateway.store.beats(of: Self.device, from: Instant(nanoseconds: 0), to: Instant(nanoseconds: .max))
            .count
    }

    /// A minute of everything that the device sends.
    private func wear(from start: Instant) async throws {
        let pipeline = fixture.gateway.pipelines[0]
        var wearer = SimulatedWearer(.init(seed: 3, routine: .showcase(origin: start, preroll: 0)), from: start)
        for _ in 1...60 { wearer.advance(into: pipeline) }
        pipeline.tick(at: wearer.now)
        try await fixture.gateway.store.flush()
    }

    @Test("Each refuses streams of their own, on whichever device, and nobody else's")
    func refusing() async throws {
        try await put(on: "ben")
        let refused = try await allow(false, "acceleration", ben)
        #expect(refused.status == 200, "\(refused)")
        let listed = refused.object.objects("streams").first { $0["stream"] as? String == "acceleration" }
        #expect(listed?["allowed"] as? Bool == false && listed?["since_s"] is Double)
        try await wear(from: fixture.clock.now)
        #expect(try kept(.acceleration) == nil)
        let rate = try #require(try kept(.heartRate))
        let worn = refused.object.objects("devices")
        #expect(worn.map { $0["id"] as? String } == [Self.device.rawValue])
        let sent = try #require(worn.first).objects("streams").first { $0["stream"] as? String == "acceleration" }
        #expect(sent?["allowed"] as? Bool == true)
        // Ada knows nothing of it, and allows everything of herself.
        let hers = try await fixture.ask("GET", "/api/v1/consents", token: ada)
        #expect(hers.status == 200 && hers.object.objects("history").isEmpty)
        try await put(on: "ada")
        let hearts = try beats()
        #expect(hearts > 0)
        let quiet = try await allow(false, "heart_rate", ada)
        let intervals = quiet.object.objects("streams").first { $0["stream"] as? String == "rr_interval" }
        #expect(intervals?["allowed"] as? Bool == false && intervals?["refused_with"] as? String == "heart_rate")
        try await wear(from: fixture.clock.now)
        #expect(try kept(.acceleration) != nil)
        // Nor is it counted from what could be allowed on its own.
        #expect(try kept(.heartRate) == rate && beats() == hearts)
        // Back on Ben: his word counts again, also after a restart.
        let again = try WearerRegistry(store: fixture.gateway.store) {}
        let owner = again.people[0].id
        again.owner.withLock { $0.find = { owner } }
        let names = again.people.map { again.refused(by: $0.id).keys.map(\.rawValue).sorted() }
        #expect(names == [["ecg", "heart_rate", "ppg", "rr_interval"], ["acceleration"]])
        #expect(try await allow(true, "acceleration", ben).object.objects("history").count == 1)
        #expect(fixture.gateway.wearerRegistry.refused(by: again.people[1].id).isEmpty)
    }

    @Test("Without a word of whose device it is, the first owner's consent rules; a name that is none is refused")
    func nobody() async throws {
        #expect(try await allow(false, "heart_rate", ben).status == 200)
        #expect(fixture.gateway.wearerRegistry.refused(by: nil).isEmpty)
        #expect(try await allow(false, "heart_rate", ada).status == 200)
        #expect(fixture.gateway.wearerRegistry.refused(by: nil)[.heartRate] != nil)
        #expect(try await allow(false, "Heart%20rate", ada).status == 422)
        #expect(try await fixture.ask("PUT", "/api/v1/consents/light", "{}", token: ada).status == 422)
    }
}
