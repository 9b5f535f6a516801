import Analysis
import Signals
import TestKit
import Testing

@Suite("Heart load")
struct HeartLoadTests {
    private static let start = Instant(nanoseconds: 1_700_000_000_000_000_000)

    private func live(_ formula: LoadFormula = .heart, stored: LoadBaseline? = nil) -> LiveAnalysis {
        LiveAnalysis(tolerance: 20, baseline: stored, formula: formula)
    }

    /// Feeds a beat per interval, in ms, from `time` on for `seconds`, with the rates that the device computes; returns the
    /// readings of every 10 s.
    private func play(
        _ live: inout LiveAnalysis, from: inout Instant, seconds: Double, interval: Double?, device: Double? = nil,
        motion: Double? = nil, spread: Double = 0
    ) -> [LoadReading] {
        var readings: [LoadReading] = []
        let end = from.advanced(bySeconds: seconds)
        var beat = from
        var count = 0
        while from < end {
            from = from.advanced(bySeconds: 1)
            if let interval {
                while true {
                    // A wave of breath, so that there is variability.
                    let rr = interval + spread * [0, 1, 0, -1][count % 4]
                    guard beat.advanced(bySeconds: rr / 1000) <= from else { break }
                    beat = beat.advanced(bySeconds: rr / 1000)
                    count += 1
                    _ = live.receive(beat: beat, rr: rr)
                    while live.nextSettled() != nil {}
                }
            }
            if let device { live.receive(heartRate: device, at: from) }
            if let motion {
                let second = from.nanoseconds / 1_000_000_000 - 1
                live.receive(motionMean: second.isMultiple(of: 2) ? motion : 0, 0, 1, second: second)
            }
            if let reading = live.tick(at: from) { readings.append(reading) }
        }
        return readings
    }

    @Test("holds the rate of the beats for 10 minutes where they fail, and never takes the device's own then")
    func hold() throws {
        var live = live()
        var time = Self.start
        let beating = play(&live, from: &time, seconds: 600, interval: 1000, device: 60, motion: 0.001)
        #expect(try abs(#require(beating.last?.deviations.heartRate)) < 0.05)
        // The device goes on with a rate of its own that no beat bears out.
        let held = play(&live, from: &time, seconds: 590, interval: nil, device: 120, motion: 0.001)
        #expect(held.allSatisfy { abs($0.deviations.heartRate ?? 9) < 0.05 })
        let early = try #require(held.dropFirst(10).first)
        let late = try #require(held.last)
        #expect(early.confidence.value < 0.45 && late.confidence.value < early.confidence.value)
        #expect(late.reasons.contains { $0.hasPrefix("beats fail: the heart rate is of ") })
        let silent = play(&live, from: &time, seconds: 150, interval: nil, device: 120, motion: 0.001)
        #expect(try #require(silent.last).p == nil)
    }

    @Test("takes the device's own rate only where no beat comes, at a third of the confidence")
    func deviceAlone() throws {
        var rates = live()
        var beats = live()
        var (one, two) = (Self.start, Self.start)
        let told = play(&rates, from: &one, seconds: 900, interval: nil, device: 70, motion: 0.001)
        let own = play(&beats, from: &two, seconds: 900, interval: 857, motion: 0.001)
        let (rate, beat) = (try #require(told.last), try #require(own.last))
        #expect(rate.confidence.signal == 0.25 && beat.confidence.signal >= 0.75)
        #expect(rate.load != nil && rate.confidence.value == 0.25)
        #expect(rate.trust.figure == .heartRate && rate.trust.reason.contains("believe it little"))
        #expect(rate.reasons.contains("heart rate only, as the device computes it: smoothed and late"))
        // It never says overload by itself: that needs 0.5.
        let high = play(&rates, from: &one, seconds: 300, interval: nil, device: 130, motion: 0.001)
        #expect(high.allSatisfy { $0.confidence.value < 0.5 && $0.state != .overload })
    }

    @Test("shows short stress of a body that moves, which the formula before did not believe")
    func moving() throws {
        func last(_ formula: LoadFormula) throws -> LoadReading {
            var live = live(formula)
            var time = Self.start
            _ = play(&live, from: &time, seconds: 1200, interval: 850, motion: 0.09, spread: 20)
            return try #require(
                play(&live, from: &time, seconds: 120, interval: 740, motion: 0.09, spread: 20).last)
        }
        let (heart, before) = (try last(.heart), try last(.physiological))
        #expect(try #require(heart.load) > 0.7 && heart.confidence.value >= 0.4)
        #expect(before.confidence.value < 0.2)
        #expect(heart.method.name == "heart-load" && before.method.name == "physiological-load")
    }

    @Test("shows a fall of the variability alone where the beats are clean and the body still, and only there")
    func thinking() throws {
        func p(_ motion: Double) throws -> (calm: Double, thinking: Double, reading: LoadReading) {
            var live = live()
            var time = Self.start
            let calm = play(&live, from: &time, seconds: 1200, interval: 850, motion: motion, spread: 40)
            let last = try #require(
                play(&live, from: &time, seconds: 120, interval: 850, motion: motion, spread: 12).last)
            return (try #require(calm.last?.p), try #require(last.p), last)
        }
        let still = try p(0.005)
        #expect(still.thinking > still.calm + 1 && still.reading.trust.figure == .index)
        #expect(still.reading.confidence.signal > 0.95)
        let moving = try p(0.15)
        #expect(abs(moving.thinking - moving.calm) < 0.1 && moving.reading.trust.figure == .heartRate)
        #expect(moving.reading.confidence.signal == 0.75)
    }

    @Test("is below 0.4 and above 0.7 where the formula before was, as often on ordinary days")
    func meaning() {
        #expect(abs(LoadFormula.heart.load(-0.362) - 0.4) < 0.002)
        #expect(abs(LoadFormula.heart.load(1.077) - 0.7) < 0.002)
        #expect(LoadFormula(LoadFormula.physiological.method) == .physiological)
        #expect(LoadFormula(LoadFormula.heart.method) == .heart)
        #expect(LoadFormula.heart.method.version != LoadFormula.physiological.method.version)
    }

    @Test("compares with the median of all earlier rates, and with a stored one for two minutes after a restart")
    func baseline() throws {
        var live = live()
        var time = Self.start
        _ = play(&live, from: &time, seconds: 600, interval: 1000, motion: 0.001)
        _ = play(&live, from: &time, seconds: 580, interval: 750, motion: 0.001)
        // A little more of the slow ones: the median is theirs, though 80 is now.
        let reading = try #require(play(&live, from: &time, seconds: 10, interval: 750, motion: 0.001).last)
        #expect(abs(try #require(reading.deviations.heartRate) - 4) < 0.1)
        let stored = try #require(live.baseline)
        #expect(abs(stored.heartRate.center - 60) < 0.1 && stored.heartRate.scale == 5)
        var again = self.live(stored: stored)
        let first = try #require(play(&again, from: &time, seconds: 30, interval: 750, motion: 0.001).last)
        #expect(abs(try #require(first.deviations.heartRate) - 4) < 0.1 && first.confidence.baseline == 0.3)
        #expect(first.reasons.contains("the baseline is of earlier sessions"))
    }

    @Test("forgets by halves what is older than two hours, in bounded memory")
    func fading() throws {
        var index = LoadIndex()
        var time = Self.start
        func update(_ rate: Double) -> LoadReading {
            time = time.advanced(bySeconds: 10)
            let none = Estimate(unknown: "none", method: HeartWindow.rmssdMethod)
            return index.update(
                LoadFeatures(
                    time: time, heartRate: Estimate(rate, method: HeartWindow.heartRateMethod),
                    steady: SteadyRate(rate: rate), rmssd: none, sdnn: none, motion: .level(0, isJerked: false)))
        }
        // A night of eight hours, then a day: by its second hour the day is usual.
        for _ in 0..<2880 { _ = update(50) }
        #expect(abs(try #require(update(70).deviations.heartRate) - 4) < 0.05)
        for _ in 0..<720 { _ = update(70) }
        #expect(abs(try #require(update(70).deviations.heartRate)) < 0.05)
        // What is no heart rate changes nothing.
        for rate in [Double.infinity, -.infinity, .nan, 1e300, -5] { _ = update(rate) }
        #expect(abs(try #require(update(70).deviations.heartRate)) < 0.05)
    }
}
