import Analysis
import Devices
import Exports
import Runtime
import Signals
import Store
import TestKit
import Testing

@testable import Gateway

@Suite("Recording a night")
struct NightRecorderTests {
    private let id = "bluetooth-F1:00:00:00:00:01"
    private let noon = Bench.noon

    private func kinds(_ home: Home) -> [Alert.Kind] { home.alerts.filter { $0.resolved == nil }.map(\.kind) }

    @Test("begins and ends by a word, once at a time")
    func button() async throws {
        let strap = ScriptedDevice("1")
        let home = try Home([id: strap])
        await home.start()
        #expect(throws: Failure.self) { try home.gateway.recorder.start() }
        try await home.adopt(id, strap)
        let recording = try home.gateway.recorder.start()
        #expect(recording.devices == [strap.device.id] && recording.startCause == .button && recording.isOpen)
        #expect(throws: Failure.self) { try home.gateway.recorder.start() }
        home.pass(30, beating: [strap])
        let ended = try home.gateway.recorder.stop(recording.id)
        #expect(ended.endCause == .button && ended.ended == noon + 30)
        #expect(home.gateway.recorder.open.isEmpty && home.alerts.isEmpty)
        #expect(throws: Failure.self) { try home.gateway.recorder.stop(recording.id) }
        #expect(throws: Failure.self) { try home.gateway.recorder.stop(.init(rawValue: 77)) }
        #expect(try home.gateway.recorder.recent().map(\.id) == [recording.id])
        await home.stop()
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
        let home = try await Home(adopting: strap, as: id)
        let recording = try home.gateway.recorder.start()
        home.pass(60, beating: [strap])
        strap.tell(.link(.gone(reason: "out of range")), at: home.clock.now)
        // The last arrival is known to a second or two.
        home.pass(176)
        #expect(home.alerts.isEmpty)
        home.pass(6)
        let alert = try #require(home.alerts.first)
        #expect(alert.kind == .deviceGone && alert.severity == .urgent && alert.device == strap.device.id)
        #expect(alert.message == "Strap 1 has sent nothing for 3 minutes." && alert.nextStep != nil)
        home.pass(60)
        #expect(home.alerts.count == 1)
        // It comes back: the alert is over, and the night goes on.
        strap.tell(.link(.streaming), at: home.clock.now)
        home.pass(5, beating: [strap])
        #expect(home.alerts.last?.resolved != nil && home.gateway.recorder.open.count == 1)
        home.pass(1805)
        let last = try home.gateway.recorder.recent().first
        #expect(last?.endCause == .deviceGone && last?.endDetail == "Nothing came from Strap 1 for 30 minutes.")
        #expect(kinds(home).contains(.recordingStopped))
        let open = try home.gateway.alerts.open()
        #expect(
            open.contains { $0.kind == .recordingStopped && $0.recording == recording.id && $0.severity == .urgent })
        try home.gateway.alerts.acknowledgeAll()
        #expect(try home.gateway.alerts.open().isEmpty)
        #expect(try home.gateway.alerts.recent().count == open.count)
        // The time without the device has a cause in the store.
        try await home.gateway.store.flush()
        let losses = try home.gateway.store.losses(of: strap.device.id, from: noon, to: noon + 7200)
        #expect(losses.contains { $0.cause == .disconnected && $0.count > 1700 && $0.end == last?.ended })
        await home.stop()
    }

    @Test("goes on after a restart in the middle, says so, and names what is missing")
    func restart() async throws {
        let strap = ScriptedDevice("1")
        let folder = try TemporaryFolder()
        var number: NightRecording.ID?
        do {
            let home = try await Home(adopting: strap, as: id, folder: folder)
            number = try home.gateway.recorder.start(until: noon + 36_000).id
            home.pass(300, beating: [strap])
            await home.stop()
        }
        let home = try Home([id: strap], folder: folder, at: noon + 900)
        let open = try #require(home.gateway.recorder.open.first)
        #expect(open.id == number && open.plannedEnd == noon + 36_000)
        let alert = try #require(try home.gateway.alerts.open().first)
        #expect(alert.kind == .gatewayDown && alert.recording == number && alert.severity == .warning)
        #expect(alert.message.contains("from 12:05 to 12:15"))
        await home.start()
        await eventually("it runs") { strap.outlet != nil }
        home.pass(20)
        home.pass(10, beating: [strap])
        try await home.gateway.store.flush()
        let losses = try home.gateway.store.losses(of: strap.device.id, from: noon, to: noon + 3600)
        let down = try #require(losses.first { $0.cause == .gatewayDown })
        #expect(down.first == noon + 300 && down.end == noon + 900 && down.count == 600)
        let waiting = try #require(losses.first { $0.cause == .disconnected })
        #expect(waiting.first == noon + 900 && waiting.end == noon + 921)
        home.skip(35_200)
        home.pass(1, beating: [strap])
        #expect(try home.gateway.recorder.recent().first?.endCause == .schedule)
        await home.stop()
    }

    @Test("ends with an alert when its time passed while no gateway ran")
    func missed() async throws {
        let strap = ScriptedDevice("1")
        let folder = try TemporaryFolder()
        do {
            let home = try await Home(adopting: strap, as: id, folder: folder)
            try home.gateway.recorder.start(until: noon + 3600)
            home.pass(120, beating: [strap])
            await home.stop()
        }
        let home = try Home([id: strap], folder: folder, at: noon + 7200)
        let last = try #require(try home.gateway.recorder.recent().first)
        #expect(last.endCause == .gatewayDown && last.ended == noon + 3600 && home.gateway.recorder.open.isEmpty)
        #expect(try home.gateway.alerts.open().map(\.kind) == [.recordingStopped])
        try await home.gateway.store.flush()
        let losses = try home.gateway.store.losses(of: strap.device.id, from: noon, to: noon + 7200)
        #expect(losses.first { $0.cause == .gatewayDown }?.count == 3480)
        home.gateway.store.close()
    }

    @Test("begins by schedule, is not begun again by it after a person ended it, and ends at its time")
    func schedule() async throws {
        let strap = ScriptedDevice("1")
        let home = try Home([id: strap])
        await home.start()
        // 2025-06-18 is a Wednesday; the clock shows 12:00 UTC.
        let schedule = try home.gateway.recorder.add(NightSchedule(from: 725, to: 730, zone: "UTC"))
        home.pass(301)
        #expect(home.gateway.recorder.open.isEmpty && kinds(home) == [.recordingNotStarted])
        try await home.adopt(id, strap)
        home.pass(1, beating: [strap])
        let first = try #require(home.gateway.recorder.open.first)
        #expect(first.startCause == .schedule && first.schedule == schedule.id)
        #expect(first.plannedEnd == noon + 600 && home.alerts.last?.resolved != nil)
        try home.gateway.recorder.stop(first.id)
        home.pass(5, beating: [strap])
        #expect(home.gateway.recorder.open.isEmpty)
        home.skip(86_400 - 7)
        home.pass(1, beating: [strap])
        let next = try #require(home.gateway.recorder.open.first)
        #expect(next.id != first.id)
        home.pass(300, beating: [strap])
        #expect(try home.gateway.recorder.recent().first?.endCause == .schedule)
        #expect(throws: Failure.self) { try home.gateway.recorder.add(NightSchedule(from: 0, to: 1440, zone: "UTC")) }
        #expect(throws: Failure.self) { try home.gateway.recorder.add(NightSchedule(from: 0, to: 1, zone: "Mars/X")) }
        try home.gateway.recorder.remove(schedule.id)
        #expect(try home.gateway.recorder.schedules().isEmpty)
        await home.stop()
    }

    @Test("tells before the night what battery and disk will not do")
    func readiness() async throws {
        let strap = ScriptedDevice("1")
        let home = try await Home(adopting: strap, as: id)
        strap.tell(.battery(percent: 60), at: noon)
        home.pass(1, beating: [strap])
        #expect(home.gateway.recorder.readiness().warnings.isEmpty)
        strap.tell(.battery(percent: 12), at: home.clock.now)
        home.pass(1, beating: [strap])
        let readiness = home.gateway.recorder.readiness()
        #expect(readiness.warnings.map(\.kind) == [.batteryLow] && readiness.warnings.first?.device == strap.device.id)
        #expect(readiness.devices.first?.isStreaming == true && readiness.bytes > 1_000_000)
        try home.gateway.recorder.start()
        home.pass(1, beating: [strap])
        #expect(kinds(home) == [.batteryLow])
        strap.tell(.battery(percent: 4), at: home.clock.now)
        home.pass(1, beating: [strap])
        #expect(kinds(home).contains(.batteryEmpty) && home.alerts.last?.severity == .urgent)
        await home.stop()
    }
}
