import Analysis
import Devices
import Exports
import Runtime
import Signals
import Store
import Synchronization
import TestKit
import Testing

@testable import Gateway

@Suite("Recording a night")
struct NightRecorderTests {
    private let id = "bluetooth-F1:00:00:00:00:01"
    private let noon = Bench.noon

    private func kinds(_ fixture: GatewayFixture) -> [Alert.Kind] {
        fixture.alerts.filter { $0.resolved == nil }.map(\.kind)
    }

    @Test("begins and ends by a word, once at a time")
    func button() async throws {
        let strap = ScriptedDevice("1")
        let fixture = try GatewayFixture([id: strap])
        await fixture.start()
        #expect(throws: Failure.self) { try fixture.gateway.recorder.start() }
        try await fixture.adopt(id, strap)
        let recording = try fixture.gateway.recorder.start()
        #expect(recording.devices == [strap.device.id] && recording.startCause == .button && recording.isOpen)
        #expect(throws: Failure.self) { try fixture.gateway.recorder.start() }
        fixture.pass(30, beating: [strap])
        let ended = try fixture.gateway.recorder.stop(recording.id)
        #expect(ended.endCause == .button && ended.ended == noon + 30)
        #expect(fixture.gateway.recorder.open.isEmpty && fixture.alerts.isEmpty)
        #expect(throws: Failure.self) { try fixture.gateway.recorder.stop(recording.id) }
        #expect(throws: Failure.self) { try fixture.gateway.recorder.stop(.init(rawValue: 77)) }
        #expect(try fixture.gateway.recorder.recent().map(\.id) == [recording.id])
        await fixture.stop()
    }

    @Test("is exported at once with all that was known when it was asked for: the same again is the same")
    func settled() async throws {
        let folder = try TemporaryFolder()
        let clock = ManualClock(start: noon)
        let gateway = try Gateway(
            .init(folder: folder.path, zone: .utc, clock: clock), sources: [ScriptedDevice("1")])
        let pipeline = try #require(gateway.pipelines.first)
        let recording = try gateway.recorder.start()
        for _ in 1...9 {
            clock.advance(bySeconds: 1)
            let beats = [Beat(time: clock.now, rr: 1000)]
            pipeline.deliver(BeatBatch(device: pipeline.device.id, beats: beats, received: clock.now))
        }
        // The load of ten seconds is due, and nothing has come since that would have brought it.
        clock.advance(bySeconds: 3)
        try gateway.recorder.stop(recording.id)
        try await gateway.settle()
        let first = try gateway.content(ofNightRecording: recording.id)
        #expect(first.readings.map(\.time) == [noon, noon + 10] && first.beats.count == 9)
        clock.advance(bySeconds: 1)
        gateway.devices.tick()
        try await gateway.store.flush()
        let again = try gateway.content(ofNightRecording: recording.id)
        #expect(again.readings == first.readings && again.beats == first.beats)
        gateway.store.close()
    }

    @Test("says after three minutes that a device is gone, and ends by itself with an alert after thirty")
    func gone() async throws {
        let strap = ScriptedDevice("1")
        let fixture = try await GatewayFixture(adopting: strap, as: id)
        let recording = try fixture.gateway.recorder.start()
        fixture.pass(60, beating: [strap])
        strap.tell(.link(.gone(reason: "out of range")), at: fixture.clock.now)
        // The last arrival is known to a second or two.
        fixture.pass(176)
        #expect(fixture.alerts.isEmpty)
        fixture.pass(6)
        let alert = try #require(fixture.alerts.first)
        #expect(alert.kind == .deviceGone && alert.severity == .urgent && alert.device == strap.device.id)
        #expect(alert.message == "Strap 1 has sent nothing for 3 minutes." && alert.nextStep != nil)
        fixture.pass(60)
        #expect(fixture.alerts.count == 1)
        // It comes back: the alert is over, and the night goes on.
        strap.tell(.link(.streaming), at: fixture.clock.now)
        fixture.pass(5, beating: [strap])
        #expect(fixture.alerts.last?.resolved != nil && fixture.gateway.recorder.open.count == 1)
        fixture.pass(1805)
        let last = try fixture.gateway.recorder.recent().first
        #expect(last?.endCause == .deviceGone && last?.endDetail == "Nothing came from Strap 1 for 30 minutes.")
        #expect(kinds(fixture).contains(.recordingStopped))
        let open = try fixture.gateway.alerts.open()
        #expect(
            open.contains { $0.kind == .recordingStopped && $0.recording == recording.id && $0.severity == .urgent })
        try fixture.gateway.alerts.acknowledgeAll()
        #expect(try fixture.gateway.alerts.open().isEmpty)
        #expect(try fixture.gateway.alerts.recent().count == open.count)
        // The time without the device has a cause in the store.
        try await fixture.gateway.store.flush()
        let losses = try fixture.gateway.store.losses(of: strap.device.id, from: noon, to: noon + 7200)
        #expect(losses.contains { $0.cause == .disconnected && $0.count > 1700 && $0.end == last?.ended })
        await fixture.stop()
    }

    @Test("goes on after a restart in the middle, says so, and names what is missing")
    func restart() async throws {
        let strap = ScriptedDevice("1")
        let folder = try TemporaryFolder()
        var number: NightRecording.ID?
        do {
            let fixture = try await GatewayFixture(adopting: strap, as: id, folder: folder)
            number = try fixture.gateway.recorder.start(until: noon + 36_000).id
            fixture.pass(300, beating: [strap])
            await fixture.stop()
        }
        let fixture = try GatewayFixture([id: strap], folder: folder, at: noon + 900)
        let open = try #require(fixture.gateway.recorder.open.first)
        #expect(open.id == number && open.plannedEnd == noon + 36_000)
        let alert = try #require(try fixture.gateway.alerts.open().first)
        #expect(alert.kind == .gatewayDown && alert.recording == number && alert.severity == .warning)
        #expect(alert.message.contains("from 12:05 to 12:15"))
        await fixture.start()
        await eventually("it runs") { strap.outlet != nil }
        fixture.pass(20)
        fixture.pass(10, beating: [strap])
        try await fixture.gateway.store.flush()
        let losses = try fixture.gateway.store.losses(of: strap.device.id, from: noon, to: noon + 3600)
        let down = try #require(losses.first { $0.cause == .gatewayDown })
        #expect(down.first == noon + 300 && down.end == noon + 900 && down.count == 600)
        let waiting = try #require(losses.first { $0.cause == .disconnected })
        #expect(waiting.first == noon + 900 && waiting.end == noon + 921)
        fixture.skip(35_200)
        fixture.pass(1, beating: [strap])
        #expect(try fixture.gateway.recorder.recent().first?.endCause == .schedule)
        await fixture.stop()
    }

    @Test("ends with an alert when its time passed while no gateway ran")
    func missed() async throws {
        let strap = ScriptedDevice("1")
        let folder = try TemporaryFolder()
        do {
            let fixture = try await GatewayFixture(adopting: strap, as: id, folder: folder)
            try fixture.gateway.recorder.start(until: noon + 3600)
            fixture.pass(120, beating: [strap])
            await fixture.stop()
        }
        let fixture = try GatewayFixture([id: strap], folder: folder, at: noon + 7200)
        let last = try #require(try fixture.gateway.recorder.recent().first)
        #expect(last.endCause == .gatewayDown && last.ended == noon + 3600 && fixture.gateway.recorder.open.isEmpty)
        #expect(try fixture.gateway.alerts.open().map(\.kind) == [.recordingStopped])
        try await fixture.gateway.store.flush()
        let losses = try fixture.gateway.store.losses(of: strap.device.id, from: noon, to: noon + 7200)
        #expect(losses.first { $0.cause == .gatewayDown }?.count == 3480)
        fixture.gateway.store.close()
    }

    @Test("begins by schedule, is not begun again by it after a person ended it, and ends at its time")
    func schedule() async throws {
        let strap = ScriptedDevice("1")
        let fixture = try GatewayFixture([id: strap])
        await fixture.start()
        // 2025-06-18 is a Wednesday; the clock shows 12:00 UTC.
        let schedule = try fixture.gateway.recorder.add(NightSchedule(from: 725, to: 730, zone: "UTC"))
        fixture.pass(301)
        #expect(fixture.gateway.recorder.open.isEmpty && kinds(fixture) == [.recordingNotStarted])
        try await fixture.adopt(id, strap)
        fixture.pass(1, beating: [strap])
        let first = try #require(fixture.gateway.recorder.open.first)
        #expect(first.startCause == .schedule && first.schedule == schedule.id)
        #expect(first.plannedEnd == noon + 600 && fixture.alerts.last?.resolved != nil)
        try fixture.gateway.recorder.stop(first.id)
        fixture.pass(5, beating: [strap])
        #expect(fixture.gateway.recorder.open.isEmpty)
        fixture.skip(86_400 - 7)
        fixture.pass(1, beating: [strap])
        let next = try #require(fixture.gateway.recorder.open.first)
        #expect(next.id != first.id)
        fixture.pass(300, beating: [strap])
        #expect(try fixture.gateway.recorder.recent().first?.endCause == .schedule)
        #expect(throws: Failure.self) {
            try fixture.gateway.recorder.add(NightSchedule(from: 0, to: 1440, zone: "UTC"))
        }
        #expect(throws: Failure.self) {
            try fixture.gateway.recorder.add(NightSchedule(from: 0, to: 1, zone: "Mars/X"))
        }
        try fixture.gateway.recorder.remove(schedule.id)
        #expect(try fixture.gateway.recorder.schedules().isEmpty)
        await fixture.stop()
    }

    @Test("goes on with the others' nights when a person is deleted in the middle of theirs")
    func deleted() async throws {
        let (strap, band) = (ScriptedDevice("1"), ScriptedDevice("2"))
        let second = "bluetooth-F1:00:00:00:00:02"
        let reports = Mutex<[String]>([])
        let fixture = try GatewayFixture([id: strap, second: band]) {
            $0.report = { text in reports.withLock { $0.append(text) } }
        }
        await fixture.start()
        try await fixture.adopt(id, strap)
        try await fixture.adopt(second, band)
        let ben = try await fixture.gateway.wearerRegistry.add("Ben").id
        try await fixture.gateway.wearerRegistry.wear(band.device.id, person: ben, since: noon)
        let theirs = try fixture.gateway.recorder.start(person: ben)
        fixture.pass(1, beating: [strap, band])
        let other = try fixture.gateway.recorder.start()
        _ = try await fixture.gateway.delete(ben)
        #expect(fixture.gateway.recorder.open.map(\.id) == [other.id])
        // The gateway looks by itself as well, so the last minute that it keeps may have begun at any time.
        fixture.pass(130, beating: [strap])
        #expect(try fixture.gateway.store.nightRecording(other.id).alive > noon + 60)
        #expect(throws: Failure.self) { try fixture.gateway.store.nightRecording(theirs.id) }
        #expect(reports.withLock { $0 } == [])
        await fixture.stop()
    }

    @Test("tells before the night what battery and disk will not do")
    func readiness() async throws {
        let strap = ScriptedDevice("1")
        let fixture = try await GatewayFixture(adopting: strap, as: id)
        strap.tell(.battery(percent: 60), at: noon)
        fixture.pass(1, beating: [strap])
        #expect(fixture.gateway.recorder.readiness().warnings.isEmpty)
        strap.tell(.battery(percent: 12), at: fixture.clock.now)
        fixture.pass(1, beating: [strap])
        let readiness = fixture.gateway.recorder.readiness()
        #expect(readiness.warnings.map(\.kind) == [.batteryLow] && readiness.warnings.first?.device == strap.device.id)
        #expect(readiness.devices.first?.isStreaming == true && readiness.bytes > 1_000_000)
        try fixture.gateway.recorder.start()
        fixture.pass(1, beating: [strap])
        #expect(kinds(fixture) == [.batteryLow])
        strap.tell(.battery(percent: 4), at: fixture.clock.now)
        fixture.pass(1, beating: [strap])
        #expect(kinds(fixture).contains(.batteryEmpty) && fixture.alerts.last?.severity == .urgent)
        await fixture.stop()
    }
}
