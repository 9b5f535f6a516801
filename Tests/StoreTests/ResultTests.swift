import Analysis
import Signals
import Testing

@testable import Store

@Suite("Results")
struct ResultTests {
    static func night(
        _ date: CivilDate, tst: Double? = 431.25, version: Int = 1, confidence: Double = 0.8, epochs: Int = 2880
    ) -> Night {
        let method = Method("hdcza", version: version, parameters: ["window_min": 5, "percentile": 0.1])
        let scoring = Method("van-hees", parameters: ["degrees": 5])
        let unknown = Estimate(unknown: "no lights-out mark", method: scoring)
        let start = Sample.second(3600)
        let measures = SleepMeasures(
            totalSleepTime: tst.map { Estimate($0, confidence: 0.5, method: scoring) } ?? unknown,
            sleepOnsetLatency: unknown, wakeAfterSleepOnset: Estimate(12.5, method: scoring),
            sleepEfficiency: Estimate(93.1, method: scoring), awakenings: Estimate(4, method: scoring),
            sleepPeriod: Estimate(463, method: scoring), timeInBed: unknown, midSleep: Estimate(3.4, method: scoring))
        return Night(
            date: date, zone: "Europe/Berlin", window: Sample.second(0)..<Sample.second(86_400),
            sleepPeriod: tst == nil ? nil : start..<Sample.second(30_000),
            sleepPeriodReason: tst == nil ? "nothing was worn" : nil, naps: [Sample.second(5)..<Sample.second(9)],
            statesStart: Sample.second(0), epochSeconds: 30,
            states: (0..<epochs).map { SleepState.allCases[$0 % 4] },
            awakenings: [start..<start.advanced(bySeconds: 60)], measures: measures,
            confidence: NightConfidence(completeness: confidence, wear: 1, agreement: 0.83), periodMethod: method,
            scoringMethod: scoring,
            losses: [Loss(.gap, count: 3, unit: .seconds, first: start, channel: .acceleration, detail: "a hole")])
    }

    static func reading(_ second: Int, load: Double?) -> LoadReading {
        let method = Method("load-index", version: 2)
        return LoadReading(
            time: Sample.second(second), load: load, loadTime: load.map { _ in Sample.second(second - 10) },
            p: load.map { $0 * 2 }, state: load.map(LoadReading.State.init(load:)),
            confidence: LoadConfidence(motion: 0.5, signal: 1, baseline: 0.25, coverage: 0.9),
            deviations: LoadDeviations(heartRate: 0.1, lnRMSSD: nil, lnSDNN: -3),
            heartRate: Estimate(61, confidence: 0.7, method: method),
            rmssd: Estimate(unknown: "too few beats", method: method), sdnn: Estimate(51.5, method: method),
            motion: load, isStale: second.isMultiple(of: 3), isAssessment: second.isMultiple(of: 2),
            reasons: load == nil ? ["no motion sensor", "calibrating"] : [], method: method)
    }

    @Test("gives nights back as they were")
    func nights() async throws {
        let folder = try TemporaryFolder(.memory)
        let store = try Store(folder: folder.path)
        let day = CivilDate(daysSince1970: 20_000)
        let nights = [Self.night(day), Self.night(day.adding(days: 1), tst: nil)]
        store.append(nights, device: Sample.device)
        try await store.flush()
        #expect(try store.nights(from: day, to: day.adding(days: 30)).map(\.night) == nights)
        #expect(try store.nights(on: day).first?.device == Sample.device)
        #expect(try store.lastNightDate() == day.adding(days: 1))
        let listing = try store.nightListing(from: day, to: day.adding(days: 1))
        #expect(listing.map(\.totalSleepTime) == [431.25, nil])
        #expect(listing.map(\.hasSleepPeriod) == [true, false])
    }

    @Test("has one night per device and date to show, the most trusted first, and keeps other versions beside it")
    func preferredNight() async throws {
        let folder = try TemporaryFolder(.memory)
        let store = try Store(folder: folder.path)
        let day = CivilDate(daysSince1970: 20_000)
        let other = DeviceID(rawValue: "other-2")
        let synthetic = DeviceIdentity(maker: "Nightjar", model: "Wearer", serial: "7")
        store.register(synthetic, isSynthetic: true)
        store.append([Self.night(day, tst: 99, confidence: 1)], device: synthetic.deviceID)
        store.append([Self.night(day, tst: 400, confidence: 0.6)], device: other)
        store.append([Self.night(day, confidence: 0.9)], device: Sample.device)
        store.append([Self.night(day, tst: nil, version: 2, confidence: 1)], device: Sample.device)
        try await store.flush()
        #expect(try store.nightListing(from: day, to: day).map(\.totalSleepTime) == [431.25, 400, 99])
        let names = try store.nights(on: day).map(\.device)
        #expect(names == [Sample.device, other, Sample.device, synthetic.deviceID])
    }

    @Test("replaces a night by the same methods and versions, and no other")
    func rescored() async throws {
        let folder = try TemporaryFolder(.memory)
        let store = try Store(folder: folder.path)
        let day = CivilDate(daysSince1970: 20_000)
        store.append([Self.night(day, tst: 1)], device: Sample.device)
        store.append([Self.night(day, tst: 2)], device: Sample.device)
        store.append([Self.night(day, tst: 3, version: 2)], device: Sample.device)
        try await store.flush()
        let found = try store.nights(on: day).map(\.night.measures.totalSleepTime.value)
        #expect(Set(found) == [2, 3])
        #expect(found.count == 2)
    }

    @Test("gives readings back as they were, keeps each once and their words once")
    func readings() async throws {
        let folder = try TemporaryFolder(.memory)
        let store = try Store(folder: folder.path)
        let readings = (0..<50).map { Self.reading($0 * 10, load: $0 < 10 ? nil : Double($0) / 50) }
        for _ in 0..<2 { store.append(readings, device: Sample.device) }
        try await store.flush()
        #expect(try store.readings(of: Sample.device, from: Sample.origin, to: Sample.second(500)) == readings)
        #expect(
            try store.readings(of: Sample.device, from: Sample.second(100), to: Sample.second(120))
                == Array(readings[10..<12]))
        #expect(try store.readers.read { try $0.integer("SELECT count(*) FROM context") } == 2)
    }

    @Test("refuses a damaged night record with the offset, whatever byte is hit")
    func damagedNight() throws {
        let bytes = NightRecord.encode(Self.night(CivilDate(daysSince1970: 1), epochs: 8))
        for length in stride(from: 0, to: bytes.count, by: 7) {
            #expect(throws: DecodeError.self) { try NightRecord.decode(Array(bytes[..<length])) }
        }
        for place in bytes.indices {
            var damaged = bytes
            damaged[place] ^= 0xFF
            // May be readable by chance; must never trap.
            _ = try? NightRecord.decode(damaged)
        }
    }
}
