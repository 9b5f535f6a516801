import Devices
import Runtime
import Signals
import TestKit
import Testing

@testable import Gateway
@testable import Store

@Suite("What is decided of a device", .timeLimit(.minutes(2)))
struct DeviceDecisionTests {
    private let id = "bluetooth-F1:00:00:00:00:01"

    /// Does the first while the writer is held, the second as soon as the first waits for it, and lets the writer go when the
    /// second waits too, for the writer or for its turn.
    private func overlapping<First: Sendable, Second: Sendable>(
        _ fixture: GatewayFixture, _ first: @escaping @Sendable () async throws -> First,
        _ second: @escaping @Sendable () async throws -> Second
    ) async -> (Result<First, any Error>, Result<Second, any Error>) {
        let (store, disk) = (fixture.gateway.store, StuckDisk())
        disk.stick(true)
        let stuck = Task { try await store.perform { _ in disk.wait() } }
        await eventually("the writer is held") { disk.waiting == 1 }
        let before = store.status.pendingBytes
        let one = Task { try await first() }
        await eventually("the first waits") { store.status.pendingBytes > before }
        let middle = store.status.pendingBytes
        let two = Task { try await second() }
        await eventually("the second waits") {
            store.status.pendingBytes > middle || fixture.gateway.devices.decisions.waiting > 0
        }
        disk.stick(false)
        let results = (await one.result, await two.result)
        _ = await stuck.result
        await fixture.takeSightings()
        return results
    }

    private func streams(_ channels: Set<Channel>) -> DeviceAdoption {
        var adoption = DeviceAdoption()
        adoption.streams = channels
        return adoption
    }

    private func named(_ name: String) -> DeviceAdoption {
        var adoption = DeviceAdoption()
        adoption.name = name
        return adoption
    }

    /// What the device says of itself when it has changed.
    private func changed(_ fixture: GatewayFixture) -> FoundDevice {
        var found = fixture.finder.found(id, at: fixture.clock.now)
        found.description = ScriptedDevice("1", channels: [.heartRate]).device
        return found
    }

    private func allowed(_ fixture: GatewayFixture) throws -> [Channel?] {
        try fixture.gateway.devices.consents(of: id).filter { $0.withdrawn == nil }.map(\.stream)
    }

    @Test("stays, whatever else is decided at the same time")
    func renamed() async throws {
        let strap = ScriptedDevice("1")
        let fixture = try await GatewayFixture(adopting: strap, as: id)
        let (id, devices) = (id, fixture.gateway.devices)
        let (fewer, name) = (streams([.heartRate]), named("Ada's"))
        let (one, two) = await overlapping(fixture) {
            try await devices.change(id, fewer)
        } _: {
            try await devices.change(id, name)
        }
        _ = try (one.get(), two.get())
        let known = try #require(devices.entry(id).known)
        #expect(known.streams == [.heartRate] && known.givenName == "Ada's")
        #expect(try fixture.gateway.store.knownDevices() == [known] && allowed(fixture) == [.heartRate])
        let (three, four) = await overlapping(fixture) {
            try await devices.pause(id)
        } _: {
            try await devices.change(id, name)
        }
        _ = try (three.get(), four.get())
        #expect(try devices.entry(id).known?.isPaused == true && strap.outlet == nil)
        await fixture.stop()
    }

    @Test("ends no session for good that was begun by hand")
    func byHand() async throws {
        let strap = ScriptedDevice("1")
        let fixture = try GatewayFixture([id: strap])
        await fixture.start()
        fixture.finder.find(id, at: fixture.clock.now)
        await fixture.takeSightings()
        var adoption = DeviceAdoption()
        adoption.connectsByItself = false
        let devices = fixture.gateway.devices
        try await devices.adopt(id, adoption)
        await eventually("it runs") { strap.outlet != nil }
        try await devices.change(id, streams([.heartRate]))
        await eventually("it runs again") { strap.runs == 2 && strap.outlet != nil }
        await fixture.stop()
    }

    @Test(
        "stays for an hour without a sign where nothing was decided, whatever the clock is set to and however long it was there"
    )
    func undecided() async throws {
        let fixture = try GatewayFixture([id: ScriptedDevice("1")])
        await fixture.start()
        let (devices, clock) = (fixture.gateway.devices, fixture.clock)
        let cable = FoundDevice(id: "usb-1", bus: .usb, name: "A recorder", seen: clock.now)
        fixture.finder.find(id, at: clock.now)
        fixture.finder.report(.found(cable))
        await fixture.takeSightings()
        clock.set(to: clock.now.advanced(bySeconds: 7200))
        devices.tick()
        #expect(devices.entries.map(\.id).sorted() == [id, "usb-1"])
        fixture.skip(3700)
        #expect(devices.entries.map(\.id) == ["usb-1"])
        fixture.finder.report(.lost(id: "usb-1"))
        await fixture.takeSightings()
        devices.tick()
        #expect(devices.entries.map(\.id) == ["usb-1"])
        fixture.skip(3700)
        #expect(devices.entries.isEmpty)
        await fixture.stop()
    }

    @Test("is not changed by what the device says of itself")
    func described() async throws {
        let fixture = try await GatewayFixture(adopting: ScriptedDevice("1"), as: id)
        fixture.finder.report(.lost(id: id))
        await fixture.takeSightings()
        let (id, devices) = (id, fixture.gateway.devices)
        let (fewer, found) = (streams([.heartRate]), changed(fixture))
        let (one, _) = await overlapping(fixture) {
            try await devices.change(id, fewer)
        } _: {
            fixture.finder.report(.found(found))
        }
        _ = try one.get()
        let known = try #require(devices.entry(id).known)
        #expect(known.streams == [.heartRate] && DescriptionRecord.decode(known).description?.channels.count == 1)
        #expect(try fixture.gateway.store.knownDevices() == [known] && allowed(fixture) == [.heartRate])
        await fixture.stop()
    }

    @Test("is over when it is forgotten, whatever comes at the same time")
    func forgotten() async throws {
        let fixture = try await GatewayFixture(adopting: ScriptedDevice("1"), as: id)
        let (id, devices, store) = (id, fixture.gateway.devices, fixture.gateway.store)
        fixture.finder.report(.lost(id: id))
        await fixture.takeSightings()
        let found = changed(fixture)
        let (one, _) = await overlapping(fixture) {
            try await devices.forget(id)
        } _: {
            fixture.finder.report(.found(found))
        }
        try one.get()
        #expect(try store.knownDevices().isEmpty && allowed(fixture).isEmpty && devices.entry(id).known == nil)
        try await devices.adopt(id)
        let name = named("Ada's")
        let (three, four) = await overlapping(fixture) {
            try await devices.forget(id)
        } _: {
            try await devices.change(id, name)
        }
        try three.get()
        #expect(throws: Failure.self) { try four.get() }
        #expect(try store.knownDevices().isEmpty && allowed(fixture).isEmpty && devices.entry(id).known == nil)
        await fixture.stop()
    }

    @Test("holds as a whole or not at all, where a wearer is named who is not there")
    func wearer() async throws {
        let strap = ScriptedDevice("1")
        let fixture = try GatewayFixture([id: strap])
        await fixture.start()
        fixture.finder.find(id, at: fixture.clock.now)
        await fixture.takeSightings()
        let (devices, store) = (fixture.gateway.devices, fixture.gateway.store)
        var adoption = streams([.heartRate])
        adoption.wearer = Person.ID(rawValue: 99)
        await #expect(throws: Failure.self) { try await devices.adopt(id, adoption) }
        #expect(try store.knownDevices().isEmpty && devices.entry(id).consent == .none)
        try await fixture.adopt(id, strap)
        await #expect(throws: Failure.self) { try await devices.change(id, adoption) }
        #expect(try store.knownDevices().map(\.streams) == [nil] && devices.entry(id).known?.streams == nil)
        let ada = try await fixture.gateway.wearerRegistry.add("Ada")
        adoption.wearer = ada.id
        #expect(try await devices.change(id, adoption).wearer == ada)
        #expect(try store.knownDevices().map(\.streams) == [[.heartRate]] && store.wearings().count == 1)
        await eventually("a session with fewer streams runs") { strap.runs == 2 }
        #expect(strap.choices.last?.channels == [.heartRate])
        await fixture.stop()
    }

    @Test("governs its session, also where it is taken in again while the session still ends")
    func again() async throws {
        let strap = ScriptedDevice("1")
        let fixture = try await GatewayFixture(adopting: strap, as: id)
        let (id, devices, store) = (id, fixture.gateway.devices, fixture.gateway.store)
        strap.linger(true)
        let forgetting = Task { try await devices.forget(id) }
        await eventually("it is forgotten") { (try? store.knownDevices())?.isEmpty == true }
        let adopting = Task { try await devices.adopt(id) }
        await eventually("it is taken in, or waits for that") {
            devices.decisions.waiting > 0 || (try? store.knownDevices())?.isEmpty == false
        }
        strap.linger(false)
        try await forgetting.value
        _ = try await adopting.value
        await eventually("it runs again") { strap.runs == 2 }
        #expect(devices.pipelines.count == 1)
        try await devices.pause(id)
        #expect(strap.outlet == nil)
        await fixture.stop()
    }

    @Test("begins no session while somebody works on the line, and one afterwards")
    func held() async throws {
        let strap = ScriptedDevice("1")
        let fixture = try await GatewayFixture(adopting: strap, as: id)
        let (id, devices) = (id, fixture.gateway.devices)
        let begun = strap.choices.count
        await devices.holding(id) {
            #expect(strap.outlet == nil)
            _ = try? await devices.change(id, named("Ada's"))
            _ = try? await devices.resume(id)
            fixture.finder.report(.lost(id: id))
            fixture.finder.find(id, at: fixture.clock.now)
            await fixture.takeSightings()
            #expect(strap.choices.count == begun)
        }
        await eventually("it runs again") { strap.runs == 2 }
        #expect(strap.choices.count == begun + 1)
        // Paused meanwhile, it stays so.
        await devices.holding(id) { _ = try? await devices.pause(id) }
        #expect(strap.choices.count == begun + 1 && strap.outlet == nil)
        await fixture.stop()
    }

    @Test("is listed without a decision for an hour after it has gone, and of a crowd only so many are")
    func crowd() async throws {
        let fixture = try await GatewayFixture(adopting: ScriptedDevice("1"), as: id)
        let devices = fixture.gateway.devices
        fixture.finder.find("bluetooth-kettle", at: fixture.clock.now)
        for event in [FinderEvent.lost(id: "bluetooth-kettle"), .lost(id: id)] { fixture.finder.report(event) }
        await fixture.takeSightings()
        fixture.skip(3500)
        #expect(devices.entries.count == 2)
        fixture.skip(200)
        #expect(devices.entries.map(\.id) == [id])
        #expect(fixture.seen.events.contains { if case .forgotten("bluetooth-kettle") = $0 { true } else { false } })
        for number in 0..<1200 {
            fixture.finder.find("bluetooth-\(number)", at: fixture.clock.now)
            guard number % 100 == 99 else { continue }
            await fixture.takeSightings()
            fixture.clock.advance(bySeconds: 1)
        }
        devices.tick()
        #expect(devices.entries.count == 1001)
        #expect(throws: Failure.self) { try devices.entry("bluetooth-199") }
        #expect(try devices.entry("bluetooth-200").isNear && devices.entry(id).consent == .given)
        await fixture.stop()
    }
}
