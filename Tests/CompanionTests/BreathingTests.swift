import Companion
import Documents
import Foundation
import Signals
import Testing

@Suite("Breathing")
struct BreathingTests {
    private let start = Instant(nanoseconds: 1_750_248_000_000_000_000)

    private func beats(swing: Double, seconds: Double) -> [(time: Instant, rr: Double)] {
        var (time, beats) = (0.0, [(time: Instant, rr: Double)]())
        while time < seconds {
            let rr = 900 + swing * sin(2 * Double.pi * 0.1 * time)
            time += rr / 1000
            beats.append((start.advanced(bySeconds: time), rr))
        }
        return beats
    }

    @Test("scores the swing of the heart rate and the power at the pace of breathing")
    func score() throws {
        let interval = start..<start.advanced(bySeconds: 60)
        let deep = try #require(BreathingScore(beats: beats(swing: 80, seconds: 70), during: interval, cycle: 10))
        #expect(deep.breaths == 6 && (9...13).contains(deep.peakToTrough))
        // A sine of 80 ms has a power of 3200 ms².
        #expect(abs(deep.power - 3200) < 250 && (65...68).contains(deep.heartRate))
        let flat = try #require(BreathingScore(beats: beats(swing: 0, seconds: 70), during: interval, cycle: 10))
        #expect(flat.peakToTrough < 0.01 && flat.power < 0.01)
        #expect(BreathingScore(beats: beats(swing: 80, seconds: 5), during: interval, cycle: 10) == nil)
        #expect(BreathingScore(beats: [], during: interval, cycle: 0) == nil)
    }

    @Test("rests 10 minutes between two and has at most 6 in an hour")
    func rules() {
        func at(_ seconds: Double) -> Instant { start.advanced(bySeconds: seconds) }
        #expect(BreathingRules.next(after: [], now: start) == nil)
        #expect(BreathingRules.next(after: [at(0)..<at(60)], now: at(100)) == at(660))
        #expect(BreathingRules.next(after: [at(0)..<at(60)], now: at(660)) == nil)
        #expect(BreathingRules.next(after: [at(0)..<at(5)], now: at(6)) == nil)
        let six = (0..<6).map { at(Double($0) * 100)..<at(Double($0) * 100 + 50) }
        #expect(BreathingRules.next(after: six, now: at(1200)) == at(3600))
    }

    @Test("reads patterns of 4 to 7.5 breaths a minute, no longer in than out")
    func patterns() {
        #expect(BreathingPattern("4-6") == .standard && BreathingPattern("4.5-5.5")?.text == "4.5-5.5")
        let others = [
            "", "4", "6-4", "1-9", "4-60", "-4-6", "nan-6", "inf-inf", "4-6-2", "4e0-6", "0x4-6", "+4-6", "4.-6",
            ".5-8",
            "4.0001-6", " 4-6",
        ]
        for text in others {
            #expect(BreathingPattern(text) == nil, "\(text)")
        }
    }
}

@Suite("Following a reader")
struct ReadingTrackerTests {
    private let start = Instant(nanoseconds: 1_750_248_000_000_000_000)

    private func at(_ seconds: Double) -> Instant { start.advanced(bySeconds: seconds) }

    @Test("tells speed from what leaves the screen")
    func speed() {
        var tracker = ReadingTracker(start: start)
        tracker.receive(.init(.view, at: at(0), view: 0..<100))
        tracker.receive(.init(.scroll, at: at(20), view: 80..<180))
        tracker.receive(.init(.scroll, at: at(40), view: 160..<260))
        #expect(abs((tracker.figures(over: 60).speed ?? 0) - 240) < 1 && tracker.furthest == 160)
        // A leap over the text is no reading.
        tracker.receive(.init(.scroll, at: at(41), view: 5000..<5100))
        #expect(tracker.whole.words == 160)
    }

    @Test("counts words of pages that never say what they show, from the begin on")
    func words() {
        var tracker = ReadingTracker(start: start)
        tracker.advance(to: at(59))
        tracker.receive(.init(.pageTurn, at: at(60), words: 250))
        #expect(abs((tracker.whole.speed ?? 0) - 250) < 1e-9)
        #expect(tracker.whole.words == 250 && tracker.whole.pauses == 0)
    }

    @Test("counts going back, marks and false answers as errors")
    func errors() {
        var tracker = ReadingTracker(start: start)
        tracker.receive(.init(.view, at: at(0), view: 0..<100))
        tracker.receive(.init(.pageTurn, at: at(20), view: 100..<200))
        tracker.receive(.init(.pageTurn, at: at(40), view: 200..<300))
        #expect(tracker.figures(over: 60).errors == 0)
        tracker.receive(.init(.view, at: at(45), view: 100..<200))
        #expect(tracker.figures(over: 60).errors == 0.5)
        tracker.receive(.init(.answer, at: at(50), isCorrect: true))
        tracker.receive(.init(.answer, at: at(51), isCorrect: true))
        #expect(tracker.figures(over: 60).errors == 0.25)
    }

    @Test("counts pauses, does not count time away, and sees one who stopped")
    func pauses() {
        var tracker = ReadingTracker(start: start)
        tracker.receive(.init(.view, at: at(0), view: 0..<100))
        tracker.receive(.init(.hidden, at: at(10)))
        tracker.receive(.init(.shown, at: at(70)))
        tracker.receive(.init(.pageTurn, at: at(80), view: 100..<200))
        #expect(abs((tracker.whole.speed ?? 0) - 300) < 1 && tracker.whole.seconds == 20)
        #expect(tracker.whole.pauses == 0.75)
        tracker.advance(to: at(300))
        #expect(tracker.whole.pauses == 0.4)
        #expect(tracker.figures(over: 60).speed == nil)
    }

    @Test("takes any events at all")
    func hostile() {
        var tracker = ReadingTracker(start: start)
        for index in 0..<5000 {
            let kind = ReadingEvent.Kind.allCases[index % ReadingEvent.Kind.allCases.count]
            let view = index % 3 == 0 ? nil : (index * 7919 % 90_000)..<100_000_000
            tracker.receive(.init(kind, at: at(Double(index % 50)), view: view, words: index % 2 == 0 ? nil : -5))
        }
        #expect(tracker.whole.words >= 0)
    }
}
