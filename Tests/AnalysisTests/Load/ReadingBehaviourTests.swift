import Analysis
import Signals
import Testing

@Suite("Load of reading")
struct ReadingBehaviourTests {
    private func play(_ reading: ReadingBehaviour?, rows: Int, heart: Double? = nil) -> [LoadReading] {
        var index = LoadIndex(formula: .physiological)
        var body = CalmBody(heartRate: heart, rmssd: nil, sdnn: nil)
        return (0..<rows).map { _ in
            var features = body.next()
            features.reading = reading
            return index.update(features)
        }
    }

    @Test("is as usual for a usual reader, high for a slow one with errors, low for a quick one")
    func values() throws {
        let usual = try #require(play(ReadingBehaviour(speed: 238, errors: 0.05, pauses: 3), rows: 1)[0].momentary)
        #expect(abs(usual - 0.4750208) < 1e-6)
        let slow = try #require(play(ReadingBehaviour(speed: 119, errors: 0.25, pauses: 10), rows: 1)[0].momentary)
        #expect(abs(slow - 0.8698915) < 1e-6)
        let quick = try #require(play(ReadingBehaviour(speed: 400, errors: 0, pauses: 1), rows: 1)[0].momentary)
        #expect(quick < 0.3)
        // One of the three alone has all of the weight.
        let speed = try #require(play(ReadingBehaviour(speed: 119), rows: 1)[0].momentary)
        #expect(abs(speed - slow) < 1e-6)
    }

    @Test("is trusted more the longer it is seen, and joins the heart by confidence")
    func confidence() throws {
        let readings = play(ReadingBehaviour(speed: 238, errors: 0.05, pauses: 3), rows: 12)
        #expect(abs(readings[0].confidence.value - 0.3) < 1e-12 && abs(readings[4].confidence.value - 0.3) < 1e-12)
        #expect(abs(readings[11].confidence.value - 0.8) < 1e-12)
        #expect(readings[0].load != nil && readings[0].reasons.contains { $0.contains("not there") })
        let both = play(ReadingBehaviour(speed: 119, errors: 0.25, pauses: 10), rows: 40, heart: 65)[39]
        let heart = try #require(both.p.map(LoadFormula.physiological.load))
        let read = try #require(both.behaviour)
        let (a, b) = (both.confidence.heart, both.confidence.behaviour)
        #expect(abs(try #require(both.momentary) - (a * heart + b * read) / (a + b)) < 1e-12)
        #expect(abs(both.confidence.value - (1 - (1 - a) * (1 - b))) < 1e-12)
    }

    @Test("learns the person's own way of reading, but not from overload")
    func baseline() throws {
        let slow = play(ReadingBehaviour(speed: 180, errors: 0.05, pauses: 3), rows: 100)
        let (first, last) = (try #require(slow[0].momentary), try #require(slow[99].momentary))
        #expect(first > 0.55 && abs(last - 0.475) < 0.001)
        let strained = play(ReadingBehaviour(speed: 100, errors: 0.5, pauses: 20), rows: 100)
        #expect(try #require(strained[99].momentary) > 0.85)
    }

    @Test("takes no impossible numbers")
    func hostile() {
        #expect(play(ReadingBehaviour(speed: .nan), rows: 1)[0].momentary == nil)
        #expect(play(ReadingBehaviour(errors: -1), rows: 1)[0].momentary == nil)
        #expect(play(ReadingBehaviour(), rows: 1)[0].momentary == nil)
        #expect(
            play(ReadingBehaviour(speed: 0, errors: 1e300, pauses: 1e300), rows: 1)[0].momentary.map { $0 <= 1 } == true
        )
    }
}
