import Signals
import Testing

@testable import Analysis

/// A heart with a little arrhythmia that repeats.
struct SteadyHeart {
    var time = Instant(nanoseconds: 1_700_000_000_000_000_000)
    var index = 0

    mutating func next(rr given: Double? = nil) -> (time: Instant, rr: Double) {
        let rr = given ?? 800 + Double((index * 7) % 11) * 4
        index += 1
        time = time.advanced(byNanoseconds: Int64(rr * 1e6))
        return (time, rr)
    }
}

@Suite("Heart rhythm")
struct HeartRhythmTests {
    @Test("knows nothing before the first beat, heart rate after 10 s, RMSSD after 30 s, SDNN after 60 s")
    func minima() throws {
        var rhythm = HeartRhythm()
        var heart = SteadyHeart()
        #expect(rhythm.window(at: heart.time).heartRate.reason == "no beat yet")
        let start = heart.time
        var known: [String: Double] = [:]
        while heart.time.seconds(since: start) < 70 {
            let beat = heart.next()
            _ = rhythm.receive(time: beat.time, rr: beat.rr)
            let window = rhythm.window(at: beat.time)
            for (name, estimate) in [("hr", window.heartRate), ("rmssd", window.rmssd), ("sdnn", window.sdnn)] {
                #expect((estimate.value == nil) == (estimate.reason != nil))
                if estimate.value != nil, known[name] == nil { known[name] = beat.time.seconds(since: start) }
            }
        }
        #expect((10..<11).contains(try #require(known["hr"])))
        #expect((30..<31).contains(try #require(known["rmssd"])))
        #expect((60..<61).contains(try #require(known["sdnn"])))
    }

    @Test("agrees with the batch definitions over the last 60 s")
    func definitions() throws {
        var rhythm = HeartRhythm()
        var heart = SteadyHeart()
        var beats: [(time: Instant, rr: Double)] = []
        for _ in 0..<300 {
            beats.append(heart.next())
            _ = rhythm.receive(time: beats[beats.count - 1].time, rr: beats[beats.count - 1].rr)
        }
        let end = heart.time
        let window = rhythm.window(at: end)
        let recent = beats.filter { end.seconds(since: $0.time) < 60 }.map(\.rr)
        let batch = try #require(HeartRateVariability(recent))
        #expect(abs(try #require(window.rmssd.value) - (batch.rmssd ?? 0)) < 1e-9)
        #expect(abs(try #require(window.sdnn.value) - (batch.sdnn ?? 0)) < 1e-9)
        #expect(window.coverage == 1)
        #expect(window.artefacts == 0)
    }

    @Test("says whether a window has intervals as the window does, in silence, without contact and before any beat")
    func hasIntervals() {
        var rhythm = HeartRhythm()
        var heart = SteadyHeart()
        func agree(_ seconds: [Double]) {
            for second in seconds {
                let time = heart.time.advanced(bySeconds: second)
                #expect(rhythm.hasIntervals(at: time) == rhythm.window(at: time).hasIntervals)
            }
        }
        let around = [-70, -61, -60, -30, -1, -0.001, 0, 0.001, 1, 30, 59, 60, 60.001, 61, 200]
        agree(around)
        rhythm.receive(heartRate: 60, at: heart.time)
        agree(around)
        for index in 0..<200 {
            let beat = heart.next()
            _ = rhythm.receive(time: beat.time, rr: beat.rr)
            if index % 20 == 0 { agree(around) }
        }
        #expect(rhythm.hasIntervals(at: heart.time))
        rhythm.receive(contact: false, at: heart.time)
        agree(around)
        rhythm.receive(contact: true, at: heart.time)
        agree(around)
        #expect(!rhythm.hasIntervals(at: heart.time))
    }

    @Test("an extra beat does not touch RMSSD, and is counted as an artefact")
    func artefact() throws {
        var rhythm = HeartRhythm()
        var heart = SteadyHeart()
        for index in 0..<150 {
            for rr in index == 120 ? [300.0, 500.0] : [nil] {
                let beat = heart.next(rr: rr)
                _ = rhythm.receive(time: beat.time, rr: beat.rr)
            }
        }
        let window = rhythm.window(at: heart.time)
        #expect(try #require(window.rmssd.value) < 40)
        #expect(window.artefacts > 0)
        #expect(window.coverage < 1)
    }

    @Test("takes no difference across a hole and says so in the label")
    func hole() throws {
        var rhythm = HeartRhythm()
        var heart = SteadyHeart()
        for _ in 0..<100 {
            let beat = heart.next()
            _ = rhythm.receive(time: beat.time, rr: beat.rr)
        }
        heart.time = heart.time.advanced(bySeconds: 5)
        let beat = heart.next(rr: 850)
        #expect(rhythm.receive(time: beat.time, rr: beat.rr).label == .afterGap)
        #expect(try #require(rhythm.window(at: heart.time).rmssd.value) < 40)
    }

    @Test("begins the minimum windows anew after a silence of a minute")
    func silence() {
        var rhythm = HeartRhythm()
        var heart = SteadyHeart()
        for _ in 0..<100 {
            let beat = heart.next()
            _ = rhythm.receive(time: beat.time, rr: beat.rr)
        }
        #expect(rhythm.window(at: heart.time.advanced(bySeconds: 61)).heartRate.value == nil)
        heart.time = heart.time.advanced(bySeconds: 90)
        for _ in 0..<20 {
            let beat = heart.next()
            _ = rhythm.receive(time: beat.time, rr: beat.rr)
        }
        #expect(rhythm.window(at: heart.time).heartRate.value != nil)
        #expect(rhythm.window(at: heart.time).rmssd.reason == "less than 30 s of heart beats")
    }

    @Test("knows nothing without skin contact")
    func contact() {
        var rhythm = HeartRhythm()
        var heart = SteadyHeart()
        for _ in 0..<100 {
            let beat = heart.next()
            _ = rhythm.receive(time: beat.time, rr: beat.rr)
        }
        rhythm.receive(contact: false, at: heart.time)
        #expect(rhythm.window(at: heart.time).heartRate.reason == "no skin contact")
        rhythm.receive(contact: true, at: heart.time)
        #expect(rhythm.window(at: heart.time).heartRate.reason == "no beat yet")
    }

    @Test("falls back to the device's own heart rates")
    func deviceRates() {
        var rhythm = HeartRhythm()
        let start = Instant(nanoseconds: 0)
        for second in 0..<40 {
            rhythm.receive(heartRate: 60 + Double(second % 3), at: start.advanced(bySeconds: Double(second)))
        }
        let window = rhythm.window(at: start.advanced(bySeconds: 39))
        #expect(window.heartRate.value == 61)
        #expect(!window.hasIntervals)
        #expect(window.coverage == 1)
        #expect(window.rmssd.reason == "no beat intervals in the last 60 s")
    }

    @Test("settles each label once, in order, 45 beats later")
    func settling() {
        var labeler = BeatLabeler()
        var heart = SteadyHeart()
        var sent: [Instant] = []
        var settled: [Beat] = []
        for _ in 0..<3000 {
            let beat = heart.next()
            sent.append(beat.time)
            #expect(labeler.append(time: beat.time, rr: beat.rr).isProvisional)
            while let beat = labeler.nextSettled() { settled.append(beat) }
            #expect(settled.count == (sent.count < 91 ? 0 : sent.count - 45))
        }
        labeler.finish()
        while let beat = labeler.nextSettled() { settled.append(beat) }
        #expect(settled.map(\.time) == sent)
        #expect(settled.allSatisfy { !$0.isProvisional && $0.label == .normal })
    }
}
