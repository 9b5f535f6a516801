import Analysis
import Signals
import Testing

@Suite("Live analysis")
struct LiveAnalysisTests {
    @Test("gives one reading for each 10 s, with the motion gate open at rest")
    func grid() throws {
        var live = LiveAnalysis()
        var heart = SteadyHeart()
        var readings: [LoadReading] = []
        let start = heart.time
        for _ in 0..<600 {
            let beat = heart.next()
            live.receive(motionMean: 0, 0, 1, second: beat.time.nanoseconds / 1_000_000_000)
            let reading = live.receive(beat: beat.time, rr: beat.rr)
            #expect(reading.beat.label == .normal)
            while live.nextSettled() != nil {}
            if let reading = live.tick(at: beat.time) { readings.append(reading) }
            let again = live.tick(at: beat.time)
            #expect(again == nil)
        }
        let seconds = heart.time.seconds(since: start)
        #expect(abs(Double(readings.count) - seconds / 10) <= 1)
        #expect(readings.allSatisfy { $0.time.nanoseconds % 10_000_000_000 == 0 })
        let last = try #require(readings.last)
        #expect(last.confidence.value > 0.95 && last.load != nil && last.reasons.isEmpty)
        #expect(readings.filter(\.isAssessment).count == (readings.count + 2) / 3)
    }

    @Test("says no motion sensor, and no beat yet, in plain words")
    func reasons() throws {
        var live = LiveAnalysis()
        let tick = live.tick(at: Instant(nanoseconds: 1_700_000_000_000_000_000))
        let reading = try #require(tick)
        #expect(reading.reasons == ["no motion sensor", "no beat yet"])
        #expect(reading.load == nil && reading.state == nil)
    }

    @Test("gives the same readings for the same data, whatever else was asked between")
    func determinism() {
        var first = LiveAnalysis()
        var second = LiveAnalysis()
        var heart = SteadyHeart()
        for _ in 0..<400 {
            let beat = heart.next()
            let a = first.receive(beat: beat.time, rr: beat.rr)
            _ = second.window(at: beat.time.advanced(bySeconds: -3))
            let b = second.receive(beat: beat.time, rr: beat.rr)
            #expect(a == b)
            let (x, y) = (first.tick(at: beat.time), second.tick(at: beat.time))
            #expect(x == y)
        }
    }

    @Test("goes on after the clock was put back by an hour")
    func clockStep() throws {
        var live = LiveAnalysis()
        var heart = SteadyHeart()
        var readings: [LoadReading] = []
        for index in 0..<800 {
            if index == 400 { heart.time = heart.time.advanced(bySeconds: -3600) }
            let beat = heart.next()
            live.receive(motionMean: 0, 0, 1, second: beat.time.nanoseconds / 1_000_000_000)
            _ = live.receive(beat: beat.time, rr: beat.rr)
            while live.nextSettled() != nil {}
            if let reading = live.tick(at: beat.time) { readings.append(reading) }
        }
        let last = try #require(readings.last)
        #expect(last.load != nil && !last.isStale && last.confidence.value > 0.7)
        #expect(readings.count > 60)
    }

    @Test("survives any bits in place of times, intervals and movement")
    func hostile() {
        var live = LiveAnalysis()
        var seed: UInt64 = 11
        func next() -> UInt64 {
            seed = seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return seed ^ (seed >> 29)
        }
        for _ in 0..<3000 {
            let time = Instant(nanoseconds: Int64(bitPattern: next()))
            _ = live.receive(beat: time, rr: Double(bitPattern: next()))
            live.receive(motion: SIMD3(Double(bitPattern: next()), 0, 1), at: time)
            live.receive(motionMean: 0, Double(bitPattern: next()), 1, second: Int64(bitPattern: next()))
            live.receive(heartRate: Double(bitPattern: next()), at: time)
            _ = live.tick(at: Instant(nanoseconds: Int64(bitPattern: next())))
            while live.nextSettled() != nil {}
        }
        let last = live.tick(at: Instant(nanoseconds: .min))
        #expect(last?.load == nil)
    }
}
