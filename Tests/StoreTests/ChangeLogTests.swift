import Analysis
import Signals
import Testing

@testable import Store

@Suite("What a commit changed")
struct ChangeLogTests {
    private static let day = Sample.second(0)..<Sample.second(86_400)
    private static let nextWeek = Sample.second(7 * 86_400)..<Sample.second(8 * 86_400)
    private static let other = DeviceID(rawValue: "other-2")

    private func work(_ live: [Entry], losses: [(DeviceID, Loss)] = []) -> Work {
        Work(live: live, bulk: [], liveBytes: 0, bulkBytes: 0, through: 0, losses: losses)
    }

    @Test("live series count for their device and time alone, whatever kind they are")
    func series() {
        var log = ChangeLog()
        let loss = Loss(.gap, count: 1, unit: .seconds, first: Sample.second(90))
        let entries: [Entry] = [
            .batch(Sample.rate(60)), .beats(Sample.beats(0..<9), Sample.device, .live),
            .epochs(Sample.epochs(0..<4), Sample.device, .live),
            .readings([ResultTests.reading(30, load: 0.5)], Sample.device),
            .losses([loss], Sample.device, .live, at: Sample.second(0)),
        ]
        for (index, entry) in entries.enumerated() {
            log.committed(work([entry]))
            #expect(log.last(of: Sample.device, in: Self.day) == UInt64(index + 1))
        }
        log.committed(work([], losses: [(Sample.device, loss)]))
        #expect(log.last(of: Sample.device, in: Self.day) == 6 && log.commits == 6)
        #expect(log.last == 0)
        #expect(log.last(of: Sample.device, in: Self.nextWeek) == 0 && log.last(of: Self.other, in: Self.day) == 0)
    }

    @Test("losses count where they are read, at their beginning, whether they were told or come of what was dropped")
    func losses() {
        let long = Loss(.gap, count: 1, unit: .seconds, first: Sample.second(90), end: Sample.second(7 * 86_400 + 90))
        let told = work([.losses([long], Sample.device, .live, at: .now)])
        for work in [told, work([], losses: [(Sample.device, long)])] {
            var log = ChangeLog()
            log.committed(work)
            #expect(log.last(of: Sample.device, in: Self.day) == 1)
            #expect(log.last(of: Sample.device, in: Self.nextWeek) == 0 && log.last == 0)
        }
        let timeless = Loss(.gap, count: 1, unit: .seconds)
        var log = ChangeLog()
        log.committed(work([.losses([timeless], Sample.device, .live, at: Sample.second(7 * 86_400))]))
        #expect(log.last(of: Sample.device, in: Self.nextWeek) == 1 && log.last == 0)
        // Where the writer puts it is not known here.
        log.committed(work([], losses: [(Sample.device, timeless)]))
        #expect(log.last == 2)
    }

    @Test("everything else counts for all: nights, devices, jobs; what an import hands over, only at its end")
    func settled() async throws {
        var log = ChangeLog()
        let night = ResultTests.night(CivilDate(daysSince1970: 20_000))
        log.committed(work([.nights([night], Sample.device, .live, at: .now)]))
        #expect(log.last == 1)
        log.committed(work([]))
        log.committed(work([.epochs(Sample.epochs(0..<4), Sample.device, .recording(RecordingID(rawValue: 1)))]))
        #expect(log.last == 1 && log.commits == 3)
        let folder = try TemporaryFolder()
        let store = try Store(folder: folder.path)
        let importing = try ImportTests.begin(store, ImportTests.file([1]))
        let before = store.lastChange
        try importing.append(bytes: [1])
        try await store.flush()
        #expect(store.lastChange == before)
        try importing.finish(summary: [], device: Sample.device, first: Sample.second(0), last: Sample.second(1))
        #expect(store.lastChange > before)
        let imported = store.lastChange
        store.append(Sample.epochs(0..<4), device: Sample.device)
        try await store.flush()
        #expect(store.lastChange == imported && store.lastChange(of: Sample.device, in: Self.day) == store.commits)
        try await store.edit(CivilDate(daysSince1970: 20_000), of: Sample.device, bounds: nil, at: .now)
        #expect(store.lastChange == store.commits)
        // What follows from all else and is only kept.
        let edited = store.lastChange
        try await store.beginDayFigures([CivilDate(daysSince1970: 20_000)], of: 0, in: "UTC", mark: 1)
        var insight = StoredInsight(id: "a", day: nil, language: "en", made: .now, body: Array("{}".utf8))
        insight.day = CivilDate(daysSince1970: 20_000)
        #expect(try await store.keep(insight, of: 0))
        insight.id = "b"
        insight.language = "zh-Hant"
        #expect(try await store.keep(insight, of: 0) == false)
        #expect(store.lastChange == edited && store.commits > edited)
        #expect(try await store.dismissInsight("a", of: 0, at: .now))
        #expect(store.lastChange == store.commits)
        #expect(try await store.restoreInsight("a", of: 0))
        #expect(try store.insight("a", of: 0)?.isDismissed == false)
        #expect(try await store.restoreInsight("c", of: 0) == false)
    }

    @Test("hours long ago become one, and a span of years changes everything")
    func bounded() {
        var log = ChangeLog()
        for hour in 0..<200 { log.committed(work([.batch(Sample.rate(3600 * hour))])) }
        let first = Sample.second(0)..<Sample.second(3600)
        #expect(log.last(of: Sample.device, in: first) >= 2)
        #expect(log.last(of: Sample.device, in: first) < 200)
        #expect(log.last(of: Sample.device, in: Sample.second(199 * 3600)..<Sample.second(199 * 3600 + 60)) == 200)
        #expect(log.last == 0)
        log.committed(work([.batch(Sample.rate(0))]))
        #expect(log.last(of: Sample.device, in: first) == 201)
        #expect(log.last(of: Sample.device, in: Sample.second(199 * 3600)..<Sample.second(199 * 3600 + 60)) == 200)
        let beats = [Sample.beats(0..<1)[0], Sample.beats(80_000_000..<80_000_001)[0]]
        log.committed(work([.beats(beats, Sample.device, .live)]))
        #expect(log.last == 202)
    }
}
