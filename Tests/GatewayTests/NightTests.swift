import Analysis
import Devices
import Exports
import Foundation
import Runtime
import Signals
import Store
import Synchronization
import Testing

@testable import Gateway

/// A device that sends nothing by itself.
private struct StillSource: DeviceSource {
    let device: DeviceDescription

    init(_ serial: String, isSynthetic: Bool = false) {
        device = DeviceDescription(
            identity: DeviceIdentity(maker: "Test", model: "Band", serial: serial), name: serial, kind: .wristband,
            origin: isSynthetic ? .synthetic : .worn, channels: [])
    }

    func run(delivering outlet: any DeviceOutlet) async throws {}
}

/// What a gateway reports to nobody.
private final class Reports: Sendable {
    private let lines = Mutex<[String]>([])
    var all: [String] { lines.withLock { $0 } }
    func add(_ line: String) { lines.withLock { $0.append(line) } }
}

@Suite("Nights of live devices")
struct NightTests {
    let folder: TemporaryFolder
    let gateway: Gateway
    private let seen: Collector
    private let reports = Reports()
    let zone: Zone
    let devices: [DeviceID]

    init() throws {
        zone = try Zone.named("Europe/Berlin")
        folder = try TemporaryFolder()
        let reports = reports
        var configuration = Gateway.Configuration(folder: folder.path, zone: zone)
        configuration.report = { reports.add($0) }
        gateway = try Gateway(configuration, sources: [StillSource("1"), StillSource("2")])
        seen = Collector(gateway.bus)
        devices = gateway.pipelines.map(\.status.device.id)
    }

    private var published: [[CivilDate]] {
        seen.events.compactMap { if case .nights(let dates, _) = $0 { dates } else { nil } }
    }

    /// Epochs of a window in which the arm lies still from 23:00 to 07:00 and moves otherwise.
    @discardableResult
    func wear(_ window: NightWindow, _ device: DeviceID, until end: Instant? = nil) async throws -> [Epoch] {
        var epochs: [Epoch] = []
        var start = window.interval.lowerBound
        var step = 0
        while start < min(end ?? window.interval.upperBound, window.interval.upperBound) {
            let second = zone.civilTime(at: start).secondOfDay
            let isAsleep = second >= 23 * 3600 || second < 7 * 3600
            let angle = isAsleep ? Double(second / 1800 % 4) * 10 : Double(step &* 7919 % 120) - 60
            epochs.append(
                Epoch(start: start, seconds: 5, motion: .init(samples: 125, enmo: 0.02, mad: 0.02, angleZ: angle)))
            start = start.advanced(bySeconds: 5)
            step += 1
        }
        gateway.store.append(epochs, device: device)
        try await gateway.store.flush()
        return epochs
    }

    @Test(
        "lasts from noon to noon on the wall, 23 or 25 hours when the clocks change",
        arguments: [
            ("2026-03-29", 23.0, 7.0), ("2026-10-25", 25.0, 9.0), ("2026-07-01", 24.0, 8.0),
        ])
    func clocks(day: String, hours: Double, asleep: Double) async throws {
        let window = NightWindow(endingOn: try #require(CivilDate(day)), in: zone)
        try await wear(window, devices[0])
        let night = try #require(try gateway.score(devices[0], window))
        #expect("\(night.date)" == day && night.zone == "Europe/Berlin")
        #expect(night.window.upperBound.seconds(since: night.window.lowerBound) == hours * 3600)
        #expect(night.states.count == Int(hours * 720))
        let period = try #require(night.sleepPeriod)
        #expect(abs(period.upperBound.seconds(since: period.lowerBound) - asleep * 3600) < 900)
        try await gateway.store.flush()
        let view = try gateway.night(night.date)
        #expect(view.night == night && !view.isImported && view.device.id == devices[0])
    }

    @Test("is told of again only when it is another one")
    func again() async throws {
        let window = NightWindow(endingOn: try #require(CivilDate("2026-07-01")), in: zone)
        let morning = window.interval.lowerBound.advanced(bySeconds: 18 * 3600)
        try await wear(window, devices[0], until: morning)
        for _ in 0..<3 {
            #expect(try gateway.score(devices[0], window) != nil)
            try await gateway.store.flush()
        }
        #expect(published.count == 1)
        try await wear(window, devices[0])
        #expect(try gateway.score(devices[0], window) != nil)
        try await gateway.store.flush()
        #expect(published.count == 2)
        #expect(try gateway.store.nights(on: window.date).count == 1)
    }

    @Test("of two devices stands once in the list, and each can be asked for")
    func two() async throws {
        let window = NightWindow(endingOn: try #require(CivilDate("2026-07-01")), in: zone)
        for device in devices {
            try await wear(window, device)
            _ = try gateway.score(device, window)
        }
        try await gateway.store.flush()
        #expect(try gateway.nights(from: window.date, to: window.date).count == 1)
        for (device, other) in [(devices[0], devices[1]), (devices[1], devices[0])] {
            let view = try gateway.night(window.date, device: device)
            #expect(view.device.id == device && view.others.map(\.id) == [other])
        }
        let failure = #expect(throws: Failure.self) {
            try gateway.night(window.date, device: DeviceID(rawValue: "none"))
        }
        #expect(failure?.code == .notFound)
    }

    @Test("names who wore the device, corrected when that is, in the list, on its page and in its exports")
    func wearer() async throws {
        let window = NightWindow(endingOn: try #require(CivilDate("2026-07-01")), in: zone)
        try await wear(window, devices[0])
        _ = try gateway.score(devices[0], window)
        try await gateway.store.flush()
        func names() throws -> [String?] {
            let view = try gateway.night(window.date)
            let files = try Gateway.files(of: Gateway.content(of: view), format: "edf")
            let patient = String(decoding: files[0].bytes[8..<88], as: UTF8.self)
            return [
                try gateway.nights(from: window.date, to: window.date).first?.wearer?.name, view.wearer?.name,
                patient.split(separator: " ").last.map(String.init),
            ]
        }
        #expect(try names() == [nil, nil, "X"])
        let (ada, bo) = (try await gateway.wearerRegistry.add("Ada L"), try await gateway.wearerRegistry.add("Bö"))
        try await gateway.wearerRegistry.wear(devices[0], person: ada.id, since: window.interval.lowerBound)
        #expect(try names() == ["Ada L", "Ada L", "Ada_L"])
        try await gateway.wearerRegistry.correct(
            devices[0], person: bo.id, from: window.interval.lowerBound, to: window.interval.upperBound)
        #expect(try names() == ["Bö", "Bö", "B_"])
    }

    @Test("is scored a last time after the window has ended, and not while nothing comes")
    func keeping() async throws {
        let window = NightWindow(endingOn: try #require(CivilDate("2026-07-01")), in: zone)
        let after = window.interval.upperBound.advanced(bySeconds: 60)
        var scheduler = LiveScoringScheduler(gateway: gateway)
        try await wear(window, devices[0])
        // The gateway was not there at noon.
        await scheduler.look(since: after.advanced(bySeconds: -86_400), at: after)
        try await gateway.store.flush()
        #expect(published == [[window.date]])
        await scheduler.look(since: after, at: after.advanced(bySeconds: 300))
        #expect(published.count == 1 && reports.all.isEmpty)
    }

    @Test("is not looked for in heart rate alone, and nobody is bothered with that")
    func heartOnly() async throws {
        let window = NightWindow(endingOn: try #require(CivilDate("2026-07-01")), in: zone)
        let epochs = (0..<2000).map { index in
            Epoch(
                start: window.interval.lowerBound.advanced(bySeconds: Double(5 * index)), seconds: 5,
                heart: .init(beats: 5, rate: 60))
        }
        gateway.store.append(epochs, device: devices[0])
        try await gateway.store.flush()
        var scheduler = LiveScoringScheduler(gateway: gateway)
        await scheduler.look(since: window.interval.lowerBound, at: window.interval.upperBound.advanced(bySeconds: -1))
        #expect(published.isEmpty && reports.all.isEmpty)
    }

    @Test("leaves what was learned of a wearer for the next session")
    func baseline() async throws {
        let noon = Bench.noon
        let pipeline = gateway.pipelines[0]
        var seconds = 0.0
        for beat in 1...900 {
            let rr: Double = 1080 + 40 * sin(Double(beat))
            seconds += rr / 1000
            let time = noon.advanced(bySeconds: seconds)
            pipeline.deliver(BeatBatch(device: devices[0], beats: [Beat(time: time, rr: rr)], received: time))
        }
        var scheduler = LiveScoringScheduler(gateway: gateway)
        await scheduler.look(since: noon, at: noon + 1000)
        let learned = try #require(pipeline.baseline)
        #expect(try gateway.store.baseline(of: devices[0]) == learned)
        #expect(try gateway.store.baseline(of: devices[1]) == nil)
        gateway.store.close()
        let next = try Gateway(.init(folder: folder.path, zone: zone), sources: [StillSource("1")])
        for second in 1...60 {
            let time = noon + (86_400 + second)
            next.pipelines[0].deliver(
                BeatBatch(device: devices[0], beats: [Beat(time: time, rr: 1000)], received: time))
        }
        #expect(next.pipelines[0].load?.reasons.contains("the baseline is of earlier sessions") == true)
    }
}
