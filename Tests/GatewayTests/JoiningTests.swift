import Devices
import Signals
import Store
import TestKit
import Testing

@testable import Gateway

@Suite("A device that comes in the middle of a night", .timeLimit(.minutes(2)))
struct JoiningTests {
    private let first = "bluetooth-F1:00:00:00:00:01"
    private let second = "bluetooth-F1:00:00:00:00:02"
    private let noon = Bench.noon

    @Test("joins it from then on, survives a restart, and is watched over")
    func joins() async throws {
        let (strap, band) = (ScriptedDevice("1"), ScriptedDevice("2"))
        let folder = try TemporaryFolder()
        do {
            let fixture = try GatewayFixture([first: strap, second: band], folder: folder)
            await fixture.start()
            try await fixture.adopt(first, strap)
            let recording = try fixture.gateway.recorder.start()
            fixture.pass(600, beating: [strap])
            try await fixture.adopt(second, band)
            fixture.pass(60, beating: [strap, band])
            let open = try #require(fixture.gateway.recorder.open.first)
            #expect(open.id == recording.id && open.devices == [strap.device.id, band.device.id])
            let since = try #require(open.joined[band.device.id])
            #expect(since >= noon + 600 && since <= noon + 661 && open.joined[strap.device.id] == nil)
            #expect(open.leftOut.isEmpty)
            // It is alive a little longer each second, which is not told each time.
            #expect(
                fixture.seen.events.contains {
                    guard case .recording(let told) = $0 else { return false }
                    return told.id == open.id && told.devices == open.devices && told.joined == open.joined
                })
            #expect(try fixture.gateway.store.nightRecording(open.id).joined == open.joined)
            await fixture.stop()
        }
        let fixture = try GatewayFixture([first: strap, second: band], folder: folder, at: noon + 700)
        #expect(Set(fixture.gateway.recorder.open.first?.devices ?? []) == [strap.device.id, band.device.id])
        await fixture.start()
        await eventually("both run") { strap.outlet != nil && band.outlet != nil }
        fixture.pass(10, beating: [strap, band])
        fixture.pass(200, beating: [strap])
        #expect(fixture.alerts.contains { $0.kind == .deviceSilent && $0.device == band.device.id })
        await fixture.stop()
    }

    @Test("joins no night whose devices a person chose, and is named")
    func leftOut() async throws {
        let (strap, band) = (ScriptedDevice("1"), ScriptedDevice("2"))
        let fixture = try GatewayFixture([first: strap, second: band])
        await fixture.start()
        try await fixture.adopt(first, strap)
        let recording = try fixture.gateway.recorder.start(devices: [strap.device.id])
        fixture.pass(60, beating: [strap])
        #expect(fixture.gateway.recorder.open.first?.leftOut == [])
        try await fixture.adopt(second, band)
        fixture.pass(60, beating: [strap, band])
        let open = try #require(fixture.gateway.recorder.open.first)
        #expect(open.devices == [strap.device.id] && open.leftOut == [band.device.id] && open.isChosen)
        #expect(try fixture.gateway.recorder.recent().first?.leftOut == [band.device.id])
        #expect(
            fixture.seen.events.contains {
                if case .recording(let told) = $0 { told.leftOut == [band.device.id] } else { false }
            })
        // A device that goes is not named any more.
        try await fixture.gateway.devices.forget(second)
        fixture.pass(5, beating: [strap])
        #expect(fixture.gateway.recorder.open.first?.leftOut == [])
        let ended = try fixture.gateway.recorder.stop(recording.id)
        #expect(ended.devices == [strap.device.id])
        await fixture.stop()
    }

    @Test("joins only the night of who wears it")
    func wearers() async throws {
        let (strap, band) = (ScriptedDevice("1"), ScriptedDevice("2"))
        let fixture = try GatewayFixture([first: strap, second: band])
        await fixture.start()
        try await fixture.adopt(first, strap)
        let ada = try await fixture.gateway.wearerRegistry.add("Ada")
        try fixture.gateway.recorder.start()
        fixture.pass(10, beating: [strap])
        var adoption = DeviceAdoption()
        adoption.wearer = ada.id
        try await fixture.adopt(second, band, adoption)
        fixture.pass(30, beating: [strap, band])
        #expect(fixture.gateway.recorder.open.first?.devices == [strap.device.id])
        await fixture.stop()
    }
}
