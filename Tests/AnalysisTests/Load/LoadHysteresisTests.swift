import Signals
import TestKit
import Testing

@testable import Analysis

/// Numbers of 0 ..< 1 by a linear congruence (D. Knuth, MMIX), the same for each seed.
private struct SeededDraws {
    var state: UInt64
    mutating func unit() -> Double {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return Double(state >> 11) / Double(1 << 53)
    }
}

@Suite("The word for a load")
struct LoadHysteresisTests {
    @Test("the first follows its number, whatever the number and its confidence", arguments: 0...100)
    func first(hundredth: Int) {
        let load = Double(hundredth) / 100
        for confidence in [0.2, 0.5, 1] {
            var words = LoadHysteresis()
            words.assess(load: load, confidence: confidence)
            #expect(words.state == LoadReading.State(load: load) && !words.isSustained)
            var early = LoadHysteresis()
            early.begin(load: load)
            #expect(early.state == LoadReading.State(load: load))
        }
    }

    @Test("later ones differ from their number only where the rule holds them", arguments: 1...200)
    func later(seed: UInt64) {
        var random = SeededDraws(state: seed)
        var words = LoadHysteresis()
        var before: LoadReading.State?
        var run = 0
        for step in 0..<200 {
            let load = (random.unit() * 100).rounded() / 100
            let confidence = random.unit()
            words.assess(load: load, confidence: confidence)
            run = load > 0.7 && confidence >= 0.5 ? run + 1 : 0
            let plain = LoadReading.State(load: load)
            if step > 0, words.state != plain {
                let isHeldUp = words.state == .overload && before == .overload && load >= 0.65
                let isHeldDown = words.state == .underload && before == .underload && load <= 0.45
                let isWaiting = plain == .overload && words.state == .optimal && run < 2
                #expect(isHeldUp || isHeldDown || isWaiting, "\(load) was called \(String(describing: words.state))")
            }
            if run >= 2 { #expect(words.state == .overload && words.isSustained) }
            if words.isSustained { #expect(words.state == .overload) }
            if load < 0.4 { #expect(words.state == .underload) }
            before = words.state
        }
    }

    @Test("of a live load is said to be held exactly where it differs, and never is at first")
    func live() {
        let usual = LoadBaseline(
            heartRate: .init(center: 60, scale: 3), lnRMSSD: .init(center: 3.7, scale: 0.2),
            lnSDNN: .init(center: 4, scale: 0.2))
        for (rate, rmssd, sdnn, word) in [
            (100.0, 15.0, 20.0, LoadReading.State.overload), (60, 40, 55, .optimal), (50, 90, 120, .underload),
        ] {
            var index = LoadIndex(stored: usual)
            var body = CalmBody(heartRate: rate, rmssd: rmssd, sdnn: sdnn)
            var reading = index.update(body.next())
            for _ in 0..<40 where reading.load == nil { reading = index.update(body.next()) }
            #expect(reading.load != nil && reading.state == word && !reading.isHeld && !reading.isSustained)
            (body.heartRate, body.rmssd, body.sdnn) = (80, 25, 35)
            for _ in 0..<12 {
                let next = index.update(body.next())
                #expect(next.isHeld == (next.load.map(LoadReading.State.init) != next.state))
            }
        }
    }

    @Test("goes on from the word of before a restart for five minutes, and never over a word of its own")
    func resumedWord() {
        let usual = LoadBaseline(
            heartRate: .init(center: 65, scale: 5), lnRMSSD: .init(center: 3.6, scale: 0.3),
            lnSDNN: .init(center: 4, scale: 0.2))
        /// The first reading of a high load, with a word that was said so many seconds before.
        func first(after seconds: Double, _ change: (inout LoadIndex) -> Void = { _ in }) -> LoadReading {
            var index = LoadIndex(stored: usual)
            var body = CalmBody(heartRate: 100, rmssd: 15, sdnn: 20)
            index.resumeWords(from: .optimal, saidAt: body.time.advanced(bySeconds: 10 - seconds))
            change(&index)
            return index.update(body.next())
        }
        #expect((first(after: 20).load ?? 0) > 0.7)
        for age in [0.0, 20, 300] { #expect(first(after: age).state == .optimal) }
        for age in [301.0, 1500, -20] { #expect(first(after: age).state == .overload) }
        #expect(first(after: 20) { $0.forgetResumedWord() }.state == .overload)
        var index = LoadIndex(stored: usual)
        var body = CalmBody(heartRate: 100, rmssd: 15, sdnn: 20)
        #expect(index.update(body.next()).state == .overload)
        index.resumeWords(from: .underload, saidAt: body.time)
        index.forgetResumedWord()
        #expect(index.update(body.next()).state == .overload)
    }

    @Test("begins anew with its number when a session begins")
    func again() {
        var index = LoadIndex(formula: .physiological)
        var body = CalmBody()
        for _ in 0..<60 { _ = index.update(body.next()) }
        (body.heartRate, body.rmssd, body.sdnn) = (80, 25, 35)
        let held = index.update(body.next())
        #expect(held.state == .optimal && held.isHeld && (held.load ?? 0) > 0.7)
        index.beginWords()
        let next = index.update(body.next())
        #expect(next.state == .overload && !next.isHeld && !next.isSustained)
    }
}
