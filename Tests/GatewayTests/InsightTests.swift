import Analysis
import Devices
import Documents
import Insights
import Runtime
import Signals
import Store
import Synchronization
import TestKit
import Testing

@testable import Gateway

/// A device that sends nothing by itself.
private struct StillSource: DeviceSource {
    let device = DeviceDescription(
        identity: DeviceIdentity(maker: "Test", model: "Band", serial: "1"), name: "1", kind: .wristband, origin: .worn,
        channels: [])

    func run(delivering outlet: any DeviceOutlet) async throws {}
}

/// Counts, from any thread.
private final class Counter: Sendable {
    private let count = Mutex(0)
    var value: Int { count.withLock { $0 } }
    func add() { count.withLock { $0 += 1 } }
}

@Suite("Insights of days")
struct InsightTests {
    private let folder: TemporaryFolder
    private let gateway: Gateway
    private let clock = ManualClock(start: Instant(rfc3339: "2026-07-01T02:00:00Z") ?? Instant(nanoseconds: 0))
    private let reads = Counter()
    private let seen: Collector
    private let scheduler: InsightScheduler
    private let device: DeviceID
    private let window: NightWindow

    init() throws {
        folder = try TemporaryFolder()
        let zone = try Zone.named("Europe/Berlin")
        var configuration = Gateway.Configuration(folder: folder.path, zone: zone, clock: clock)
        configuration.beforeRead = { [reads] in reads.add() }
        gateway = try Gateway(configuration, sources: [StillSource()])
        seen = Collector(gateway.bus)
        scheduler = InsightScheduler(gateway: gateway)
        device = gateway.pipelines[0].status.device.id
        window = NightWindow(endingOn: try #require(CivilDate("2026-07-01")), in: zone)
    }

    private var created: [InsightCreatedDocument] {
        seen.events.compactMap { if case .insightCreated(let insight, _) = $0 { insight } else { nil } }
    }

    /// Epochs up to now in which the arm lies still from 23:00 to 07:00, scored as live nights are.
    private func wear() async throws {
        var epochs: [Epoch] = []
        var start = window.interval.lowerBound
        while start < min(clock.now, window.interval.upperBound) {
            let second = gateway.configuration.zone.civilTime(at: start).secondOfDay
            let isAsleep = second >= 23 * 3600 || second < 7 * 3600
            let angle =
                isAsleep ? Double(second / 1800 % 4) * 10 : Double(epochs.count &* 7919 % 120) - 60
            epochs.append(
                Epoch(start: start, seconds: 5, motion: .init(samples: 125, enmo: 0.02, mad: 0.02, angleZ: angle)))
            start = start.advanced(bySeconds: 5)
        }
        gateway.store.append(epochs, device: device)
        try await gateway.store.flush()
        _ = try #require(try gateway.score(device, window))
        try await gateway.store.flush()
    }

    private func insight() async throws -> InsightDocument {
        let subject = try gateway.subject(nil, of: nil, .everything)
        return try await gateway.insightOfDay(of: subject, in: Phrasebooks.english)
    }

    private func look() async {
        scheduler.expect(nil, at: clock.now)
        await scheduler.look(at: clock.now)
    }

    @Test("are written once after each night, an hour after its sleep ended, and told of")
    func afterNights() async throws {
        await look()
        #expect(created.isEmpty)
        try await wear()
        await look()
        // It is four in the morning: what the night came to is not known.
        #expect(created.isEmpty)
        #expect(try await insight().facts.isEmpty)
        let daily = try await gateway.dailyInsight(
            of: window.date, of: try gateway.subject(nil, of: nil, .everything), in: Phrasebooks.english)
        #expect(daily.facts.isEmpty && daily.status == .processing)
        clock.advance(bySeconds: 5.5 * 3600)
        try await wear()
        // It was waiting since, and is looked at again by itself.
        await scheduler.look(at: clock.now)
        #expect(created.map(\.date) == [window.date])
        for _ in 0..<3 { await look() }
        #expect(created.count == 1)
        let written = try await insight()
        #expect(written.id == created.first?.id && written.facts.first?.metric == .sleepHours)
        #expect(abs((written.facts.first?.value ?? 0) - 8) < 0.3)
        let day = try await gateway.dailyInsight(
            of: window.date, of: try gateway.subject(nil, of: nil, .everything), in: Phrasebooks.english)
        #expect(day.id == "insight_20260701_daily" && day.facts == written.facts)
        #expect(day.generated == written.generated)
        #expect((day.sleep.stages?["asleep"] ?? 0) > 7 && day.sleep.insights.count == 2)
    }

    @Test("are not written by themselves for who asks for that, and weekly ones look back from a Monday")
    func chosen() async throws {
        let subject = try gateway.subject(nil, of: nil, .everything)
        try await gateway.choose(InsightChoiceDocument(.onDemand, muted: [.sleep]), of: subject)
        clock.advance(bySeconds: 6 * 3600)
        try await wear()
        await look()
        #expect(created.isEmpty)
        #expect(try await insight().facts.isEmpty)
        try await gateway.choose(InsightChoiceDocument(.nightly), of: subject)
        await look()
        #expect(created.map(\.date) == [window.date])
        for (day, monday) in [("2026-07-01", "2026-06-29"), ("2026-06-29", "2026-06-29"), ("1969-12-28", "1969-12-22")]
        {
            let date = try #require(CivilDate(day))
            #expect("\(InsightFrequency.weekly.day(date))" == monday && InsightFrequency.onDemand.day(date) == date)
        }
    }

    @Test("are computed once and read from memory until something changes")
    func kept() async throws {
        clock.advance(bySeconds: 6 * 3600)
        try await wear()
        let first = try await insight()
        #expect(!first.facts.isEmpty)
        _ = try await insight()
        let before = reads.value
        for _ in 0..<5 { #expect(try await insight() == first) }
        #expect(reads.value == before)
        // While data stream in, as long as nights are scored.
        gateway.store.append(
            [Epoch(start: clock.now, seconds: 5, motion: .init(samples: 125, enmo: 0.02, mad: 0.02, angleZ: 1))],
            device: device)
        try await gateway.store.flush()
        #expect(try await insight() == first)
        #expect(reads.value == before)
        clock.advance(bySeconds: 301)
        #expect(try await insight() == first)
        #expect(reads.value > before)
        // What a person does is in the next answer.
        #expect(try await gateway.store.dismissInsight(first.id, of: 0, at: clock.now))
        #expect(try await insight().isDismissed)
        try await gateway.store.edit(
            window.date, of: device,
            bounds: NightBounds(
                sleepPeriod: window.interval.upperBound.advanced(
                    bySeconds: -12 * 3600)..<window.interval.upperBound.advanced(bySeconds: -6 * 3600)),
            at: clock.now)
        let edited = try await insight()
        #expect(edited.id == first.id && edited.narrative != first.narrative && edited.isDismissed)
    }
}
