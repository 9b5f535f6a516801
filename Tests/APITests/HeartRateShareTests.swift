import Analysis
import Bluetooth
import Devices
import Foundation
import Runtime
import Signals
import Synchronization
import TestKit
import Testing

@testable import API
@testable import Gateway
@testable import Store

@Suite("The heart rate that is given on")
struct HeartRateShareTests {
    private static let device = DeviceID(rawValue: "nightjar-synthetic-3")

    private let radio = ScriptedStrap()
    private let fixture: AccountsFixture
    private let ada: String, ben: String

    init() async throws {
        let radio = radio
        fixture = try AccountsFixture(sources: [Simulated(seed: 3)]) { $0.heartRateRadio = radio }
        ada = try await fixture.enter("ada")
        ben = try await fixture.enter("ben", by: ada)
    }

    private func share(_ body: String, _ token: String) async throws -> AccountsFixture.Answer {
        try await fixture.ask("PUT", "/api/v1/heart-rate-share", body, token: token)
    }

    private func isOn(_ token: String) async throws -> Bool? {
        let answer = try await fixture.ask("GET", "/api/v1/heart-rate-share", token: token)
        return answer.object["on"] as? Bool
    }

    private func put(on name: String) async throws {
        fixture.clock.advance(bySeconds: 60)
        let answer = try await fixture.post(
            "/devices/\(Self.device.rawValue)/wearers", #"{"wearer":"\#(name)"}"#, token: ada)
        #expect(answer.status == 204, "\(answer)")
    }

    @Test("It is off; only who wears the device switches it on, and nobody else is told of it")
    func consent() async throws {
        try await put(on: "ben")
        #expect(try await isOn(ben) == false)
        let refused = try await share(#"{"on":true,"device":"\#(Self.device.rawValue)"}"#, ada)
        #expect(refused.status == 403, "\(refused)")
        let none = try await share(#"{"on":true}"#, ada)
        #expect(none.status == 409, "\(none)")
        let given = try await share(#"{"on":true}"#, ben)
        #expect(given.status == 200 && given.object["device"] as? String == Self.device.rawValue, "\(given)")
        #expect(try await isOn(ben) == true)
        #expect(try await isOn(ada) == false)
        #expect(try await share(#"{"on":false}"#, ada).status == 403)
        #expect(try await share(#"{"on":false}"#, ben).status == 200)
        #expect(try await isOn(ben) == false)
    }

    @Test("What the device tells goes out while its wearer allows it, and the advertisement ends with the next wearer")
    func values() async throws {
        let running = Task { [fixture] in await fixture.gateway.heartRateSharing.run() }
        try await put(on: "ben")
        #expect(try await share(#"{"on":true}"#, ben).status == 200)
        try await eventually { radio.isOffered }
        let reading = HeartReading(
            time: fixture.clock.now, window: .init(time: fixture.clock.now, unknown: "nothing yet"),
            beats: [Beat(time: fixture.clock.now, rr: 1000)], deviceRate: 60)
        fixture.gateway.bus.publish(.heart(Self.device, reading))
        try await eventually { radio.values == [[0x16, 60, 0, 4]] }
        fixture.gateway.bus.publish(.heart(DeviceID(rawValue: "another"), reading))
        try await put(on: "ada")
        try await eventually { !radio.isOffered }
        fixture.gateway.bus.publish(.heart(Self.device, reading))
        #expect(radio.values.allSatisfy { $0 == [0x16, 60, 0, 4] || $0 == [4, 0] })
        #expect(radio.values.filter { $0.count == 4 }.count == 1)
        running.cancel()
        await running.value
    }

    @Test("It is kept, and goes on after a restart")
    func kept() async throws {
        #expect(try await share(#"{"on":true}"#, ada).status == 200)
        let again = try HeartRateSharing(
            store: fixture.gateway.store, bus: fixture.gateway.bus, clock: fixture.clock,
            devices: fixture.gateway.devices, wearers: fixture.gateway.wearerRegistry, radio: radio)
        #expect(await again.status(for: nil).device == Self.device)
    }

    @Test("Switched off while it is being switched on it is off, and stays off over a restart")
    func offMeanwhile() async throws {
        let sharing = fixture.gateway.heartRateSharing
        let store = fixture.gateway.store
        let isHeld = DispatchSemaphore(value: 0)
        let holding = Task { try await store.perform { _ in isHeld.wait() } }
        // The second waits for the first, so that both are past their checks.
        let begun = (0..<2).map { _ in Task { try await sharing.begin(Self.device.rawValue, by: nil) } }
        try await eventually { sharing.decisions.waiting == 1 }
        let ending = Task { try await sharing.end(by: nil) }
        try await eventually { sharing.decisions.waiting == 2 }
        isHeld.signal()
        _ = try await holding.value
        for one in begun { try await one.value }
        try await ending.value
        #expect(await sharing.status(for: nil).device == nil)
        #expect(try store.streamChoices().isEmpty)
    }

    @Test("A charge is told once, and taken back when it is not known any more")
    func charge() async throws {
        let sharing = fixture.gateway.heartRateSharing
        await sharing.tell(battery: 80, to: radio)
        radio.become(HeartRateOfferStatus(adapter: "hci0"))
        for percent in [nil, 80, 80, nil, nil, 101] { await sharing.tell(battery: percent, to: radio) }
        #expect(radio.charges == [80, nil, 101])
    }

    @Test(
        "Only of a device that is taken in; forgotten, its heart rate goes out no more, also when it is taken in again")
    func forgotten() async throws {
        let id = "bluetooth-A0:9E:1A:00:00:01"
        let wearables = Wearables()
        let house = try GatewayFixture(wearables)
        let sharing = try HeartRateSharing(
            store: house.gateway.store, bus: house.gateway.bus, clock: WallClock(), devices: house.gateway.devices,
            wearers: house.gateway.wearerRegistry, radio: radio)
        let running = Task { await sharing.run() }
        try await house.running {
            try await wearables.tell(.found(Wearables.strap()))
            await #expect(throws: Failure.self) { try await sharing.begin(id, by: nil) }
            try await house.gateway.devices.adopt(id)
            try await sharing.begin(id, by: nil)
            try await eventually { radio.isOffered }
            try await house.gateway.devices.forget(id)
            try await eventually { !radio.isOffered }
            while try !house.gateway.store.streamChoices().isEmpty { try await Task.sleep(for: .milliseconds(1)) }
            try await house.gateway.devices.adopt(id)
            #expect(await sharing.status(for: nil).device == nil)
        }
        running.cancel()
        await running.value
    }

    @Test("An offer that the radio calls cancelled is made again, as long as it is wanted")
    func again() async throws {
        radio.cancelNext()
        let running = Task { [fixture] in await fixture.gateway.heartRateSharing.run() }
        #expect(try await share(#"{"on":true}"#, ada).status == 200)
        try await eventually {
            fixture.clock.advance(bySeconds: 1)
            return radio.isOffered
        }
        running.cancel()
        await running.value
    }

    private func eventually(_ holds: () -> Bool) async throws {
        for _ in 0..<20_000 {
            if holds() { return }
            try await Task.sleep(for: .milliseconds(1))
        }
        Issue.record("it never came: \(radio.values)")
    }
}

/// A radio that keeps what it is to send.
private final class ScriptedStrap: HeartRateOffering {
    private struct State {
        var isOffered = false
        var cancels = false
        var values: [[UInt8]] = []
        var charges: [UInt8?] = []
        var offer: HeartRateOfferStatus?
    }

    private let state = Mutex(State())

    var isOffered: Bool { state.withLock(\.isOffered) }
    var values: [[UInt8]] { state.withLock(\.values) }

    var charges: [UInt8?] { state.withLock(\.charges) }
    func become(_ offer: HeartRateOfferStatus?) { state.withLock { $0.offer = offer } }

    /// Has the next offer end as if its task were cancelled.
    func cancelNext() { state.withLock { $0.cancels = true } }

    func offerHeartRate(named name: String) async throws {
        let isCancelled = state.withLock { state in
            defer { state.cancels = false }
            return state.cancels
        }
        if isCancelled { throw CancellationError() }
        state.withLock { $0.isOffered = true }
        defer { state.withLock { $0.isOffered = false } }
        while true { try await Task.sleep(for: .seconds(3600)) }
    }

    func send(heartRate value: [UInt8]) async { state.withLock { $0.values.append(value) } }
    func send(battery percent: UInt8?) async { state.withLock { $0.charges.append(percent) } }
    func heartRateOffer() async -> HeartRateOfferStatus? { state.withLock(\.offer) }
}
