import Analysis
import Devices
import Runtime
import Signals
import Store
import TestKit
import Testing

@testable import Gateway

@Suite("Two devices with the same stream")
struct SpeakingDeviceTests {
    private let id = "bluetooth-F1:00:00:00:00:01"
    private let noon = Bench.noon

    private func stages(_ fixture: GatewayFixture, _ id: String) throws -> [DeviceStage] {
        try fixture.gateway.devices.entry(id).steps.map(\.stage)
    }

    @Test("lets one of two straps speak for a person, keeps both, and adds nothing up")
    func twoStraps() async throws {
        let (a, b) = (ScriptedDevice("a", kind: .wristband), ScriptedDevice("b"))
        let fixture = try GatewayFixture(["bluetooth-a": a, "bluetooth-b": b])
        await fixture.start()
        try await fixture.adopt("bluetooth-a", a)
        fixture.pass(20, beating: [a])
        #expect(try fixture.gateway.devices.entry("bluetooth-a").preferred == [.heart])
        try await fixture.adopt("bluetooth-b", b)
        fixture.pass(100, beating: [a, b])
        let devices = fixture.gateway.devices
        #expect(
            try devices.entry("bluetooth-b").preferred == [.heart] && devices.entry("bluetooth-a").preferred.isEmpty)
        func loads(since: Instant) -> Set<DeviceID> {
            Set(
                fixture.seen.events.compactMap { event -> DeviceID? in
                    if case .load(let device, let reading) = event, reading.time > since { device } else { nil }
                })
        }
        #expect(loads(since: noon + 40) == [b.device.id])
        // Both hearts are told and kept, each by itself.
        #expect(fixture.gateway.pipeline(of: a.device.id)?.heart?.heartRate.value == 60)
        fixture.pass(30, beating: [a, b])
        fixture.gateway.pipelines.forEach { $0.finish() }
        try await fixture.gateway.store.flush()
        for device in [a, b] {
            let beats = try fixture.gateway.store.beats(of: device.device.id, from: noon, to: noon + 600)
            #expect(beats.count == (device === a ? 150 : 130))
        }
        await fixture.stop()
    }

    @Test("believes the owner's choice while it delivers, and the other one when it does not")
    func choosing() async throws {
        let (a, b) = (ScriptedDevice("a", kind: .wristband), ScriptedDevice("b"))
        let folder = try TemporaryFolder()
        do {
            let fixture = try GatewayFixture(["bluetooth-a": a, "bluetooth-b": b], folder: folder)
            await fixture.start()
            try await fixture.adopt("bluetooth-a", a)
            try await fixture.adopt("bluetooth-b", b)
            fixture.pass(5, beating: [a, b])
            try await fixture.gateway.devices.prefer("bluetooth-a", for: .heart)
            #expect(try fixture.gateway.devices.entry("bluetooth-a").preferred == [.heart])
            fixture.pass(15, beating: [b])
            #expect(try fixture.gateway.devices.entry("bluetooth-b").preferred == [.heart])
            fixture.pass(5, beating: [a, b])
            #expect(try fixture.gateway.devices.entry("bluetooth-a").preferred == [.heart])
            a.tell(.contact(false), at: fixture.clock.now)
            fixture.pass(1, beating: [a, b])
            #expect(try fixture.gateway.devices.entry("bluetooth-b").preferred == [.heart])
            await fixture.stop()
        }
        let fixture = try GatewayFixture(["bluetooth-a": a, "bluetooth-b": b], folder: folder, at: noon + 3600)
        await fixture.start()
        await eventually("both run") { a.outlet != nil && b.outlet != nil }
        fixture.pass(5, beating: [a, b])
        #expect(try fixture.gateway.devices.entry("bluetooth-a").preferred == [.heart])
        try await fixture.gateway.devices.prefer(nil, for: .heart)
        #expect(try fixture.gateway.devices.entry("bluetooth-b").preferred == [.heart])
        await fixture.stop()
    }

    @Test("lets two people have a strap each, and a made-up wearer speak for itself")
    func people() async throws {
        let (a, b) = (ScriptedDevice("a"), ScriptedDevice("b"))
        let madeUp = ScriptedDevice("m", origin: .synthetic)
        let fixture = try GatewayFixture(["bluetooth-a": a, "bluetooth-b": b], sources: [madeUp])
        await fixture.start()
        let ada = try await fixture.gateway.wearerRegistry.add("Ada")
        var adoption = DeviceAdoption()
        adoption.wearer = ada.id
        try await fixture.adopt("bluetooth-a", a, adoption)
        try await fixture.adopt("bluetooth-b", b)
        await eventually("the made-up one runs") { madeUp.outlet != nil }
        fixture.pass(30, beating: [a, b, madeUp])
        #expect(fixture.gateway.pipelines.allSatisfy { $0.speaksForHeart })
        #expect(try fixture.gateway.devices.entry("bluetooth-a").wearer == ada)
        #expect(try fixture.gateway.devices.entry(madeUp.device.id.rawValue).consent == .commandLine)
        try await fixture.gateway.wearerRegistry.wear(b.device.id, person: ada.id, since: fixture.clock.now)
        fixture.pass(2, beating: [a, b, madeUp])
        #expect(fixture.gateway.pipelines.filter(\.speaksForHeart).count == 2)
        await fixture.stop()
    }
}
