import Analysis
import Foundation
import Signals
import TestKit
import Testing

private struct Golden: Decodable {
    struct Person: Decodable {
        var id: String
        var t_s: [Double]
        var hr_bpm: [Double?]
        var rmssd_ms: [Double?]
        var sdnn_ms: [Double?]
        var motion_g: [Double]
        var z_hr: [Double?]
        var z_lnrmssd: [Double?]
        var z_lnsdnn: [Double?]
        var p: [Double?]
        var load: [Double?]
        var confidence: [Double]
    }
    var subjects: [Person]
}

/// Features of a calm person, one per 10 s.
struct CalmBody {
    var time = Instant(nanoseconds: 1_700_000_000_000_000_000)
    var heartRate: Double? = 65
    var rmssd: Double? = 40
    var sdnn: Double? = 55
    var motion = LoadFeatures.Motion.level(0.005, isJerked: false)
    var coverage = 1.0

    mutating func next() -> LoadFeatures {
        time = time.advanced(bySeconds: 10)
        return LoadFeatures(
            time: time, heartRate: estimate(heartRate, HeartWindow.heartRateMethod),
            steady: heartRate.map { SteadyRate(rate: $0) },
            rmssd: estimate(rmssd, HeartWindow.rmssdMethod), sdnn: estimate(sdnn, HeartWindow.sdnnMethod),
            coverage: coverage, motion: motion)
    }

    private func estimate(_ value: Double?, _ method: Method) -> Estimate {
        value.map { Estimate($0, method: method) } ?? Estimate(unknown: "not there", method: method)
    }
}

@Suite("Load index")
struct LoadIndexTests {
    @Test("equals the golden vectors of real people to 0.005", .enabled(if: TestData.isAvailable))
    func golden() throws {
        let data = Data(try TestData.bytes("cogload/index_golden.json"))
        for person in try JSONDecoder().decode(Golden.self, from: data).subjects {
            var index = LoadIndex(formula: .physiological)
            var compared = 0
            for row in person.t_s.indices {
                var body = CalmBody(
                    heartRate: person.hr_bpm[row], rmssd: person.rmssd_ms[row], sdnn: person.sdnn_ms[row],
                    motion: .level(person.motion_g[row], isJerked: false))
                body.time = try #require(Instant(secondsSince1970: person.t_s[row] - 10))
                let reading = index.update(body.next())
                guard let p = person.p[row] else { continue }
                compared += 1
                #expect(isClose(reading.deviations.heartRate, person.z_hr[row]))
                #expect(isClose(reading.deviations.lnRMSSD, person.z_lnrmssd[row]))
                #expect(isClose(reading.deviations.lnSDNN, person.z_lnsdnn[row]))
                #expect(isClose(reading.p, p))
                #expect(isClose(reading.p.map(LoadFormula.physiological.load), person.load[row]))
                #expect(isClose(reading.confidence.motion * reading.confidence.signal, person.confidence[row]))
                if row >= 30 { #expect(isClose(reading.confidence.value, person.confidence[row])) }
            }
            #expect(compared > 300)
        }
    }

    @Test("is null with a reason without heart data, never 0.5")
    func nothing() {
        var index = LoadIndex(formula: .physiological)
        var body = CalmBody(heartRate: nil, rmssd: nil, sdnn: nil)
        let reading = index.update(body.next())
        #expect(reading.load == nil && reading.p == nil && reading.state == nil && !reading.isStale)
        #expect(reading.confidence.value == 0)
        #expect(reading.reasons == ["not there"])
    }

    @Test("trusts a borrowed baseline by a quarter")
    func prior() {
        var index = LoadIndex(formula: .physiological)
        var body = CalmBody()
        let reading = index.update(body.next())
        #expect(reading.confidence.value == 0.25)
        #expect(reading.load != nil)
        #expect(reading.reasons == ["no baseline of this person yet: typical values are used"])
        let stored = LoadBaseline(
            heartRate: .init(center: 65, scale: 5), lnRMSSD: .init(center: 3.6, scale: 0.3),
            lnSDNN: .init(center: 4, scale: 0.3))
        var second = LoadIndex(stored: stored, formula: .physiological)
        #expect(second.update(body.next()).deviations.heartRate == 0)
    }

    @Test("says that there is no motion sensor and halves its confidence")
    func noSensor() {
        var index = LoadIndex(formula: .physiological)
        var body = CalmBody(motion: .noSensor)
        var reading = index.update(body.next())
        #expect(reading.reasons.contains("no motion sensor"))
        for _ in 0..<40 { reading = index.update(body.next()) }
        #expect(reading.confidence.value == 0.5)
        #expect(reading.reasons == ["no motion sensor"])
        #expect(reading.load != nil && !reading.isStale)
    }

    @Test("halves its confidence with heart rate alone")
    func heartRateOnly() {
        var index = LoadIndex(formula: .physiological)
        var body = CalmBody(rmssd: nil, sdnn: nil)
        var reading = index.update(body.next())
        for _ in 0..<40 { reading = index.update(body.next()) }
        #expect(reading.confidence.signal == 0.5)
        #expect(reading.confidence.value == 0.5)
        #expect(reading.p == reading.deviations.heartRate)
    }

    @Test("repeats the last load as stale while moving, and forgets it after 5 minutes")
    func stale() throws {
        var index = LoadIndex(formula: .physiological)
        var body = CalmBody()
        for _ in 0..<40 { _ = index.update(body.next()) }
        let last = index.update(body.next())
        body.motion = .level(0.15, isJerked: false)
        body.heartRate = 90
        let moving = index.update(body.next())
        #expect(moving.isStale && moving.load == last.load && moving.loadTime == last.time)
        #expect(moving.reasons == ["moving too much to trust the heart signal"])
        var later = moving
        for _ in 0..<35 { later = index.update(body.next()) }
        #expect(later.load == nil && !later.isStale && later.state == nil)
    }

    @Test("holds after a jerk")
    func jerk() {
        var index = LoadIndex(formula: .physiological)
        var body = CalmBody()
        for _ in 0..<40 { _ = index.update(body.next()) }
        body.motion = .level(0.01, isJerked: true)
        #expect(index.update(body.next()).isStale)
    }

    @Test("is silent during exercise and for 2 minutes after, and does not learn from it")
    func exercise() throws {
        var index = LoadIndex(formula: .physiological)
        var body = CalmBody()
        for _ in 0..<40 { _ = index.update(body.next()) }
        body.motion = .level(0.4, isJerked: false)
        body.heartRate = 150
        for _ in 0..<7 { _ = index.update(body.next()) }
        let before = index.baseline
        let exercising = index.update(body.next())
        #expect(exercising.load == nil && exercising.reasons.first == "muted: exercise")
        body.motion = .level(0.0, isJerked: false)
        for _ in 0..<11 { #expect(index.update(body.next()).load == nil) }
        #expect(index.baseline == before)
        #expect(index.update(body.next()).load != nil)
    }

    @Test("is silent during paced breathing and for 2 minutes after")
    func breathing() {
        var index = LoadIndex(formula: .physiological)
        var body = CalmBody()
        for _ in 0..<40 { _ = index.update(body.next()) }
        index.beginBreathing()
        #expect(index.update(body.next()).reasons.first == "muted: breathing session")
        index.endBreathing(at: body.time)
        for _ in 0..<11 { #expect(index.update(body.next()).load == nil) }
        #expect(index.update(body.next()).load != nil)
    }

    @Test("needs two assessments above 0.7 for overload and leaves it below 0.65")
    func hysteresis() {
        var index = LoadIndex(formula: .physiological)
        var body = CalmBody()
        for _ in 0..<60 { _ = index.update(body.next()) }
        (body.heartRate, body.rmssd, body.sdnn) = (90, 20, 30)
        let states = (0..<9).map { _ in index.update(body.next()) }
        #expect(states.allSatisfy { ($0.load ?? 0) > 0.7 })
        #expect(states.filter(\.isAssessment).map(\.state) == [.optimal, .overload, .overload])
        (body.heartRate, body.rmssd, body.sdnn) = (65, 40, 55)
        let after = (0..<3).map { _ in index.update(body.next()) }
        #expect(after.last { $0.isAssessment }?.state == .optimal)
        #expect(LoadReading.State(load: 0.71) == .overload && LoadReading.State(load: 0.7) == .optimal)
        #expect(LoadReading.State(load: 0.39) == .underload && LoadReading.State(load: 0.4) == .optimal)
    }

    private func isClose(_ a: Double?, _ b: Double?) -> Bool {
        guard let a, let b else { return a == nil && b == nil }
        return abs(a - b) <= 0.005
    }
}
