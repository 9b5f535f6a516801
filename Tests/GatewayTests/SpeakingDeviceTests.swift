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

    private func stages(_ home: Home, _ id: String) throws -> [DeviceStage] {
        try home.gateway.devices.entry(id).steps.map(\.stage)
    }

    @Test("lets one of two straps speak for a person, keeps both, and adds nothing up")
    func twoStraps() async throws {
        let (a, b) = (ScriptedDevice("a", kind: .wristband), ScriptedDevice("b"))
        let home = try Home(["bluetooth-a": a, "bluetooth-b": b])
        await home.start()
        try await home.adopt("bluetooth-a", a)
        home.pass(20, beating: [a])
        #expect(try home.gateway.devices.entry("bluetooth-a").preferred == [.heart])
        try await home.adopt("bluetooth-b", b)
        home.pass(100, beating: [a, b])
        let devices = home.gateway.devices
        #expect(
            try devices.entry("bluetooth-b").preferred == [.heart] && devices.entry("bluetooth-a").preferred.isEmpty)
        func loads(since: Instant) -> Set<DeviceID> {
            Set(
                home.seen.events.compactMap { event -> DeviceID? in
                    if case .load(let device, let reading) = event, reading.time > since { device } else { nil }
                })
        }
        #expect(loads(since: noon + 40) == [b.device.id])
        // Both hearts are told and kept, each by itself.
        #expect(home.gateway.pipeline(of: a.device.id)?.heart?.heartRate.value == 60)
        home.pass(30, beating: [a, b])
        home.gateway.pipelines.forEach { $0.finish() }
        try await home.gateway.store.flush()
        for device in [a, b] {
            let beats = try home.gateway.store.beats(of: device.device.id, from: noon, to: noon + 600)
            #expect(beats.count == (device === a ? 150 : 130))
        }
        await home.stop()
    }

    @Test("believes the owner's choice while it delivers, and the other one when it does not")
    func choosing() async throws {
        let (a, b) = (ScriptedDevice("a", kind: .wristband), ScriptedDevice("b"))
        let folder = try TemporaryFolder()
        do {
            let home = try Home(["bluetooth-a": a, "bluetooth-b": b], folder: folder)
            await home.start()
            try await home.adopt("bluetooth-a", a)
            try await home.adopt("bluetooth-b", b)
            home.pass(5, beating: [a, b])
            try await home.gateway.devices.prefer("bluetooth-a", for: .heart)
            #expect(try home.gateway.devices.entry("bluetooth-a").preferred == [.heart])
            home.pass(15, beating: [b])
            #expect(try home.gateway.devices.entry("bluetooth-b").preferred == [.heart])
            home.pass(5, beating: [a, b])
            #expect(try home.gateway.devices.entry("bluetooth-a").preferred == [.heart])
            a.tell(.contact(false), at: home.clock.now)
            home.pass(1, beating: [a, b])
            #expect(try home.gateway.devices.entry("bluetooth-b").preferred == [.heart])
            await home.stop()
        }
        let home = try Home(["bluetooth-a": a, "bluetooth-b": b], folder: folder, at: noon + 3600)
        await home.start()
        await eventually("both run") { a.outlet != nil && b.outlet != nil }
        home.pass(5, beating: [a, b])
        #expect(try home.gateway.devices.entry("bluetooth-a").preferred == [.heart])
        try await home.gateway.devices.prefer(nil, for: .heart)
        #expect(try home.gateway.devices.entry("bluetooth-b").preferred == [.heart])
        await home.stop()
    }

    @Test("lets two people have a strap each, and a made-up wearer speak for itself")
    func people() async throws {
        let (a, b) = (ScriptedDevice("a"), ScriptedDevice("b"))
        let madeUp = ScriptedDevice("m", origin: .synthetic)
        let home = try Home(["bluetooth-a": a, "bluetooth-b": b], sources: [madeUp])
        await home.start()
        let ada = try await home.gateway.household.add("Ada")
        var adoption = DeviceAdoption()
        adoption.wearer = ada.id
        try await home.adopt("bluetooth-a", a, adoption)
        try await home.adopt("bluetooth-b", b)
        await eventually("the made-up one runs") { madeUp.outlet != nil }
        home.pass(30, beating: [a, b, madeUp])
        #expect(home.gateway.pipelines.allSatisfy { $0.speaksForHeart })
        #expect(try home.gateway.devices.entry("bluetooth-a").wearer == ada)
        #expect(try home.gateway.devices.entry(madeUp.device.id.rawValue).consent == .commandLine)
        try await home.gateway.household.wear(b.device.id, person: ada.id, since: home.clock.now)
        home.pass(2, beating: [a, b, madeUp])
        #expect(home.gateway.pipelines.filter(\.speaksForHeart).count == 2)
        await home.stop()
    }
}
