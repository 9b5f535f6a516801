import Analysis
import Devices
import Runtime
import Signals
import Store
import Synchronization
import TestKit
import Testing

@testable import Gateway

@Suite("The registry of devices")
struct DeviceRegistryTests {
    let id = "bluetooth-F1:00:00:00:00:01"
    let noon = Bench.noon

    private func stages(_ fixture: GatewayFixture, _ id: String) throws -> [DeviceStage] {
        try fixture.gateway.devices.entry(id).steps.map(\.stage)
    }

    @Test("lists what is found and connects nothing without consent")
    func noConsent() async throws {
        let strap = ScriptedDevice("1")
        let fixture = try GatewayFixture([id: strap])
        await fixture.start()
        fixture.finder.find(id, at: noon, rssi: -60)
        fixture.finder.find("bluetooth-unknown", at: noon)
        fixture.finder.find("bluetooth-bonded", at: noon, obstacle: "It is bonded to a phone.")
        await fixture.takeSightings()
        fixture.pass(30)
        let entries = fixture.gateway.devices.entries
        #expect(
            entries.map(\.id)
                == [id, "bluetooth-bonded", "bluetooth-unknown"].sorted { $0 == id || $0 < $1 && $1 != id })
        #expect(entries.allSatisfy { $0.consent == .none && $0.status == nil && $0.isNear })
        #expect(strap.runs == 0 && fixture.gateway.pipelines.isEmpty)
        let entry = try fixture.gateway.devices.entry(id)
        #expect(
            entry.stage == .matched && entry.found?.rssi == -60 && entry.nextStep == "Allow it, and it is connected.")
        #expect(entry.streams.map(\.channel) == [.rrInterval, .heartRate, .acceleration])
        #expect(entry.streams.allSatisfy { !$0.isAllowed })
        let unknown = try fixture.gateway.devices.entry("bluetooth-unknown")
        #expect(unknown.stage == .discovered && unknown.nextStep == "Try a profile, or write one for it.")
        #expect(try fixture.gateway.devices.entry("bluetooth-bonded").reason == "It is bonded to a phone.")
        await #expect(throws: Failure.self) { try await fixture.gateway.devices.adopt("bluetooth-unknown") }
        await #expect(throws: Failure.self) { try await fixture.gateway.devices.adopt("bluetooth-nobody") }
        await fixture.stop()
    }

    @Test("takes no radio in under the name under which another is kept, whatever it says that it is")
    func sameName() async throws {
        let (strap, stranger) = (ScriptedDevice("1"), ScriptedDevice("1"))
        let fixture = try GatewayFixture([id: strap, "bluetooth-public-F1:00:00:00:00:01": stranger])
        await fixture.start()
        try await fixture.adopt(id, strap)
        fixture.finder.find("bluetooth-public-F1:00:00:00:00:01", at: fixture.clock.now)
        await fixture.takeSightings()
        #expect(stranger.runs == 0)
        await #expect(throws: Failure.self) {
            try await fixture.gateway.devices.adopt("bluetooth-public-F1:00:00:00:00:01")
        }
        #expect(stranger.runs == 0 && fixture.gateway.pipelines.count == 1)
        try await fixture.gateway.devices.forget(id)
        try await fixture.gateway.devices.adopt("bluetooth-public-F1:00:00:00:00:01")
        await eventually("the other is connected") { stranger.runs == 1 }
        await fixture.stop()
    }

    @Test("asks of what a device had stored whoever wore it then, not who wears it when it comes")
    func storedHistory() async throws {
        let strap = ScriptedDevice("1")
        let fixture = try await GatewayFixture(adopting: strap, as: id)
        let (gateway, now) = (fixture.gateway, fixture.clock.now)
        let (ada, bo) = (try await gateway.wearerRegistry.add("Ada"), try await gateway.wearerRegistry.add("Bo"))
        gateway.wearerRegistry.owner.withLock { $0.find = { Person.ID(rawValue: 99) } }
        try await gateway.wearerRegistry.correct(strap.device.id, person: ada.id, from: now + -1000, to: now + -500)
        try await gateway.wearerRegistry.correct(strap.device.id, person: bo.id, from: now + -500, to: nil)
        // Ada refuses it by now; Bo refused it for a while.
        try await gateway.wearerRegistry.refuse(true, .heartRate, of: ada.id, at: now)
        try await gateway.wearerRegistry.refuse(true, .heartRate, of: bo.id, at: now + -300)
        try await gateway.wearerRegistry.refuse(false, .heartRate, of: bo.id, at: now + -200)
        let seconds = Array(stride(from: -1100, to: 0, by: 100))
        strap.outlet?.keep(
            SampleBatch(
                device: strap.device.id, channel: .heartRate, unit: .perMinute, values: seconds.map { Float(-$0) },
                times: .stamped(seconds.map { (now + $0).nanoseconds }), received: now))
        try await gateway.store.flush()
        let kept = try gateway.store.raw(of: strap.device.id, channel: .heartRate, from: now + -2000, to: now)
        #expect(kept.flatMap(\.values) == [1100, 500, 400, 200, 100])
        #expect(gateway.wearerRegistry.wearer(of: strap.device.id, at: now + -400) == bo)
        await fixture.stop()
    }

    @Test("connects what is taken in, and tells every stage with its reason")
    func stages() async throws {
        let strap = ScriptedDevice("1")
        let fixture = try await GatewayFixture(adopting: strap, as: id)
        strap.tell(.stage(.confirmed, reason: "It offers heart rate.", nextStep: nil), at: fixture.clock.now)
        strap.tell(.stage(.connected, reason: nil, nextStep: nil), at: fixture.clock.now)
        strap.tell(.stage(.configured, reason: "Three streams were started.", nextStep: nil), at: fixture.clock.now)
        fixture.pass(3, beating: [strap])
        #expect(try stages(fixture, id) == [.matched, .confirmed, .connected, .configured, .streaming])
        fixture.pass(12)
        #expect(try fixture.gateway.devices.entry(id).stage == .interrupted)
        fixture.pass(2, beating: [strap])
        #expect(try fixture.gateway.devices.entry(id).stage == .resumed)
        fixture.pass(61, beating: [strap])
        #expect(try fixture.gateway.devices.entry(id).stage == .streaming)
        // A driver that fails is tried again after its pause, and says so.
        strap.end(throwing: Failure(.failed, "The adapter is busy."))
        await eventually("it waits") { (try? fixture.gateway.devices.entry(id).reason) == "The adapter is busy." }
        #expect(try fixture.gateway.devices.entry(id).nextStep == "Trying again in 1 s.")
        let runs = strap.runs
        await eventually("it is tried again") {
            fixture.clock.advance(bySeconds: 1)
            return strap.runs == runs + 1
        }
        strap.end()
        await eventually("it is done") { (try? fixture.gateway.devices.entry(id).stage) == .stopped }
        #expect(try fixture.gateway.devices.entry(id).reason == "The device is done.")
        // It is not begun again by being heard of; but when it was away and is found again, it is.
        fixture.finder.find(id, at: fixture.clock.now)
        await fixture.takeSightings()
        #expect(strap.runs == runs + 1)
        fixture.finder.report(.lost(id: id))
        fixture.finder.find(id, at: fixture.clock.now)
        await fixture.takeSightings()
        await eventually("it runs again") { strap.runs == runs + 2 }
        await fixture.stop()
    }

    @Test("keeps only the streams that are allowed, and stops at once what is forbidden")
    func streams() async throws {
        let strap = ScriptedDevice("1")
        let fixture = try GatewayFixture([id: strap])
        await fixture.start()
        var adoption = DeviceAdoption()
        adoption.streams = [.heartRate]
        try await fixture.adopt(id, strap, adoption)
        #expect(strap.choices.last?.channels == [.heartRate])
        strap.beat(at: noon + 1)
        strap.rate(61, at: noon + 1)
        try strap.move(at: noon + 1)
        fixture.pass(2)
        try await fixture.gateway.store.flush()
        let store = fixture.gateway.store
        let device = strap.device.id
        func count(_ channel: Channel) throws -> Int {
            try store.raw(of: device, channel: channel, from: noon, to: noon + 600).reduce(0) { $0 + $1.count }
        }
        #expect(try count(.heartRate) == 1 && count(.acceleration) == 0)
        #expect(try store.beats(of: device, from: noon, to: noon + 600).isEmpty)
        // The driver that still runs for a moment delivers into nothing.
        let old = strap.outlet
        adoption.streams = [.acceleration]
        let entry = try await fixture.gateway.devices.change(id, adoption)
        #expect(entry.streams.filter(\.isAllowed).map(\.channel) == [.acceleration])
        old?.deliver(
            SampleBatch(
                device: device, channel: .heartRate, unit: .perMinute, values: [62],
                times: .stamped([(noon + 3).nanoseconds]), received: noon + 3))
        await eventually("the new session runs") { strap.outlet != nil && strap.runs == 2 }
        strap.rate(63, at: noon + 4)
        try strap.move(at: noon + 4)
        fixture.pass(1)
        try await store.flush()
        #expect(try count(.heartRate) == 1 && count(.acceleration) == 25)
        let consents = try fixture.gateway.devices.consents(of: id)
        #expect(consents.map(\.stream) == [.heartRate, .acceleration])
        #expect(consents.map { $0.withdrawn == nil } == [false, true])
        await fixture.stop()
    }

    @Test("ends the session of a paused device, also over a restart, until it is resumed; and forgets")
    func pausing() async throws {
        let strap = ScriptedDevice("1")
        let folder = try TemporaryFolder()
        do {
            let fixture = try await GatewayFixture(adopting: strap, as: id, folder: folder)
            #expect(try await fixture.gateway.devices.pause(id).stage == .stopped)
            #expect(strap.outlet == nil && strap.ends == 1)
            await fixture.stop()
        }
        let fixture = try GatewayFixture([id: strap], folder: folder)
        await fixture.start()
        fixture.finder.find(id, at: noon)
        await fixture.takeSightings()
        fixture.pass(5)
        #expect(try strap.runs == 1 && fixture.gateway.devices.entry(id).reason == "It is paused.")
        try await fixture.gateway.devices.resume(id)
        await eventually("it runs") { strap.runs == 2 }
        try await fixture.gateway.devices.forget(id)
        #expect(strap.outlet == nil && fixture.gateway.pipelines.isEmpty)
        let entry = try fixture.gateway.devices.entry(id)
        #expect(entry.consent == .none && entry.stage == .matched)
        #expect(try fixture.gateway.devices.consents(of: id).allSatisfy { $0.withdrawn != nil })
        fixture.finder.find(id, at: noon + 10)
        await fixture.takeSightings()
        fixture.pass(5)
        #expect(strap.runs == 2)
        await fixture.stop()
    }

    @Test("waits after a restart for what is known, under the name that the owner gave it")
    func restart() async throws {
        let strap = ScriptedDevice("1")
        let folder = try TemporaryFolder()
        do {
            let fixture = try GatewayFixture([id: strap], folder: folder)
            await fixture.start()
            var adoption = DeviceAdoption()
            adoption.name = "Ada's strap"
            adoption.settings = ["rate": "200"]
            adoption.streams = [.rrInterval]
            try await fixture.adopt(id, strap, adoption)
            await fixture.stop()
        }
        let fixture = try GatewayFixture([id: strap], folder: folder)
        await fixture.start()
        await eventually("it runs before it is found") { strap.runs == 2 }
        let entry = try fixture.gateway.devices.entry(strap.device.id.rawValue)
        #expect(entry.id == id && entry.name == "Ada's strap" && entry.consent == .given && !entry.isNear)
        #expect(strap.choices.last?.settings == ["rate": "200"] && strap.choices.last?.channels == [.rrInterval])
        #expect(entry.known?.settings == ["rate": "200"])
        await fixture.stop()
    }

    @Test("names what keeps a bus from finding anything, once, and that it is over")
    func obstacles() async throws {
        let fixture = try GatewayFixture([:])
        await fixture.start()
        for message in ["No adapter.", "No adapter.", nil] { fixture.finder.report(.obstacle(.bluetooth, message)) }
        await fixture.takeSightings()
        let told = fixture.seen.events.compactMap { event -> String?? in
            if case .obstacle(.bluetooth, let message) = event { .some(message) } else { nil }
        }
        #expect(told == ["No adapter.", nil] && fixture.gateway.devices.obstacles.isEmpty)
        fixture.finder.report(.obstacle(.usb, "The rules are missing."))
        await fixture.takeSightings()
        #expect(fixture.gateway.devices.obstacles == [.usb: "The rules are missing."])
        await fixture.stop()
    }

    @Test("tells of a device that comes near and goes at most once a second, however often it is heard")
    func telling() async throws {
        let fixture = try GatewayFixture([id: ScriptedDevice("1")])
        await fixture.start()
        fixture.finder.find(id, at: noon, rssi: -90)
        await fixture.takeSightings()
        for rssi in -89 ..< -40 { fixture.finder.find(id, at: noon, rssi: rssi) }
        await fixture.takeSightings()
        fixture.gateway.devices.tick()
        fixture.finder.report(.lost(id: id))
        await fixture.takeSightings()
        fixture.gateway.devices.tick()
        fixture.gateway.devices.tick()
        let told = fixture.seen.events.compactMap { event -> DeviceEntry? in
            if case .found(let entry) = event { entry } else { nil }
        }
        #expect(told.map(\.isNear) == [true, true, false] && told.map(\.found?.rssi) == [-90, -41, -41])
        await fixture.stop()
    }

    @Test("keeps what a preview shows, with its mark, and has no part of a night in it")
    func preview() async throws {
        let recorder = ScriptedDevice("1", kind: .recorder, channels: [.acceleration], isPreview: true)
        let fixture = try GatewayFixture([id: recorder])
        await fixture.start()
        try await fixture.adopt(id, recorder)
        for _ in 0..<3 {
            fixture.pass(1)
            try recorder.move(at: fixture.clock.now)
        }
        fixture.pass(1)
        #expect(try fixture.gateway.devices.entry(id).stage == .streaming)
        #expect(fixture.gateway.recorder.worn(by: nil, at: fixture.clock.now).isEmpty)
        fixture.gateway.pipelines.forEach { $0.finish() }
        try await fixture.gateway.store.flush()
        #expect(try fixture.gateway.store.devices().map(\.isPreview) == [true])
        let known = try #require(try fixture.gateway.store.knownDevices().first)
        #expect(DescriptionRecord.decode(known).description?.isPreview == true)
        #expect(recorder.device.named(DeviceID(rawValue: "other")).isPreview)
        await fixture.stop()
    }
}
