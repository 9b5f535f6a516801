import Accounts
import Devices
import Documents
import Relay
import Runtime
import Signals
import Store
import Synchronization
import TestKit
import Testing

@testable import Gateway

@Suite("Two people with a watch each")
struct PersonalRelayTests {
    private let fixture: GatewayFixture
    private let relay: RelayFeed
    private let ada: Person.ID, ben: Person.ID

    init() async throws {
        fixture = try GatewayFixture([:], sources: [Simulated(seed: 3), Simulated(seed: 4)])
        let accounts = fixture.gateway.accounts
        ada = Person.ID(
            rawValue: try await accounts.register(
                .init(email: "ada@example.org", password: "correct horse"), byOwner: false
            ).id)
        var application = AccountRegistry.Application(email: "ben@example.org", password: "correct horse")
        application.role = .admin
        ben = Person.ID(rawValue: try await accounts.register(application, byOwner: true).id)
        relay = try RelayFeed(fixture.gateway, interval: .milliseconds(20))
        let devices = fixture.gateway.pipelines.map(\.device.id)
        try await fixture.gateway.wearerRegistry.wear(devices[0], person: ada, since: fixture.clock.now)
        try await fixture.gateway.wearerRegistry.wear(devices[1], person: ben, since: fixture.clock.now)
    }

    private func end() {
        relay.stop()
        fixture.gateway.store.close()
    }

    /// A watch that a person pairs by a code of theirs.
    private func watch(of person: Person.ID) async throws -> (watch: BrowserWatch, name: String, token: String) {
        let relay = try fixture.gateway.relay.relay(of: person)
        let phone = try await relay.phone()
        let code = try #require(try await phone.ask(["what": "pair"]).object?["code"]?.string)
        let paired = try await phone.ask(["what": "claim", "code": .string(code), "name": "Wrist"]).object
        let (name, token) = (try #require(paired?["watch"]?.string), try #require(paired?["token"]?.string))
        return (try await relay.watch(name, token: token), name, token)
    }

    /// A minute and a half of a person's heart, at a rate that tells whose it is.
    private func beat(_ index: Int, rr: Double) {
        let pipeline = fixture.gateway.pipelines[index]
        let start = fixture.clock.now
        for second in 1...90 {
            let time = start + second
            let beat = Beat(time: time, rr: rr + Double(second * 7919 % 41))
            pipeline.deliver(BeatBatch(device: pipeline.device.id, beats: [beat], received: time))
            pipeline.tick(at: time)
        }
    }

    private func context(of watch: BrowserWatch, until isThere: (RelayPayload) -> Bool) async throws -> RelayPayload {
        for _ in 0..<1000 where !isThere(watch.session.receivedApplicationContext) {
            try await Task.sleep(for: .milliseconds(10))
        }
        return watch.session.receivedApplicationContext
    }

    @Test("hear each their own heart, both at once, though both own the box")
    func apart() async throws {
        defer { end() }
        let (hers, his) = (try await watch(of: ada), try await watch(of: ben))
        beat(0, rr: 600)
        beat(1, rr: 1100)
        let own = try await context(of: hers.watch) { $0["hr"] != nil }["hr"]?.number
        let other = try await context(of: his.watch) { $0["hr"] != nil }["hr"]?.number
        #expect(try #require(own) > 85 && #require(other) < 60)
        // What a watch asks is of its wearer, too.
        let hrv = try await hers.watch.session.sendMessage(["request": "beats"])
        #expect(hrv["beats"]?.number == 90)
        _ = try await his.watch.session.sendMessage(["hrv": 33], timeout: .seconds(5))
        #expect(try fixture.gateway.relay.relay(of: ada).measured == nil)
        #expect(try fixture.gateway.relay.relay(of: ben).measured?.milliseconds == 33)
    }

    @Test("cannot use each other's token, code, or see what waits")
    func strangers() async throws {
        defer { end() }
        let his = try await watch(of: ben)
        let hers = try fixture.gateway.relay.relay(of: ada)
        await #expect(throws: (any Error).self) { try await hers.watch(his.name, token: his.token) }
        let code = try #require(
            try await fixture.gateway.relay.relay(of: ben).phone().ask(["what": "pair"]).object?["code"]?.string)
        let claimed = try await hers.phone().ask(["what": "claim", "code": .string(code), "name": "x"])
        #expect(claimed.object?["token"] == nil)
        try await fixture.gateway.relay.relay(of: ben).phone().transferUserInfo(["note": "mine"]).stored()
        guard case .array(let waiting)? = try await hers.phone().ask(["what": "outstanding"]).object?["transfers"],
            case .array(let watches)? = try await hers.phone().ask(["what": "watches"]).object?["watches"]
        else {
            Issue.record("no answer")
            return
        }
        #expect(waiting.isEmpty && watches.isEmpty)
    }

    @Test("lose the load with the very refusal, and are told that it is refused")
    func refused() async throws {
        defer { end() }
        let hers = try await watch(of: ada)
        beat(0, rr: 600)
        _ = try await context(of: hers.watch) { $0["hr"] != nil }
        try await fixture.gateway.devices.refuse(true, .heartRate, of: ada)
        let context = try await context(of: hers.watch) { $0["hr"] == nil }
        #expect(context["hr"] == nil && context["cognitiveLoad"] == nil)
        #expect(context["reason"]?.string?.hasPrefix("refused") == true)
        let answer = try await hers.watch.session.sendMessage(["request": "hrv"])
        #expect(answer["hrv"] == nil && answer["reason"]?.string?.hasPrefix("refused") == true)
        _ = try await hers.watch.session.sendMessage(["hrv": 33], timeout: .seconds(5))
        #expect(try fixture.gateway.relay.relay(of: ada).measured == nil)
    }

    @Test("keep nothing for whoever comes to be the first owner, and are gone with their person")
    func successor() async throws {
        defer { end() }
        let hers = try await watch(of: ada)
        let (gateway, accounts) = (fixture.gateway, fixture.gateway.accounts)
        // A role that changes moves nothing: the socket of this machine acts for who set the box up.
        _ = try accounts.change(ada.rawValue, role: .patient)
        let machine = try #require(gateway.relay.open.first { $0.person == nil })
        #expect(try gateway.relay.relay(of: ada) === machine)
        _ = try await watch(of: ben)
        #expect(fixture.folder.files().contains("relay-\(ben.rawValue)"))
        // Once her account is gone it acts for Ben: what Ada paired there is forgotten.
        try accounts.remove(ada.rawValue)
        var watches: [JSONValue] = [.null]
        for _ in 0..<500 where !watches.isEmpty {
            try await Task.sleep(for: .milliseconds(10))
            if case .array(let left)? = try await machine.phone().ask(["what": "watches"]).object?["watches"] {
                watches = left
            }
        }
        #expect(watches.isEmpty)
        await #expect(throws: (any Error).self) { try await machine.watch(hers.name, token: hers.token) }
        _ = try await gateway.delete(ben)
        #expect(!fixture.folder.files().contains { $0.hasPrefix("relay-\(ben.rawValue)") })
    }
}
