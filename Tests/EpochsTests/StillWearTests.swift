import Signals
import Testing

@testable import Epochs

@Suite("Non-wear from raw acceleration") struct StillWearTests {
    /// Minutes at 10 Hz: true where the recorder moves.
    private func survey(_ minutes: [Bool?], from start: Int64 = 0) throws -> StillnessSurvey {
        var survey = StillnessSurvey()
        var random = SplitMix(state: 7)
        for (minute, moves) in minutes.enumerated() {
            guard let moves else { continue }
            let shake: Float = moves ? 0.2 : 0.002
            let values = (0..<600).flatMap { _ in
                [0, 0.6, 0.8].map { Float($0) + Float.random(in: -shake...shake, using: &random) }
            }
            let line = try #require(
                Timeline(origin: Instant(nanoseconds: (start + Int64(minute) * 60) * 1_000_000_000), hertz: 10))
            survey.add(
                SampleBatch(
                    device: Samples.device, channel: .acceleration, unit: .standardGravity, axes: 3, values: values,
                    times: .uniform(line), received: Instant(nanoseconds: 0)))
        }
        survey.finish()
        return survey
    }

    private func still(_ count: Int) -> [Bool?] { Array(repeating: false, count: count) }
    private func moving(_ count: Int) -> [Bool?] { Array(repeating: true, count: count) }

    @Test("finds three hours on the table, to a quarter of an hour")
    func middle() throws {
        let survey = try survey(moving(120) + still(180) + moving(120))
        #expect(StillWear().nonWear(survey) == [7200..<18_000])
    }

    @Test("an hour of which a quarter moved is worn")
    func short() throws {
        #expect(StillWear().nonWear(try survey(moving(60) + still(45) + moving(60))).isEmpty)
    }

    @Test("judges the ends by what there is of their hour, and cuts to the recording")
    func ends() throws {
        let survey = try survey(still(100) + moving(120) + still(70), from: 300)
        #expect(StillWear().nonWear(survey) == [300..<6300, 13_500..<17_700])
    }

    @Test("a hole is neither worn nor not, and too little says nothing")
    func holes() throws {
        let nothing: [Bool?] = Array(repeating: nil, count: 240)
        let survey = try survey(still(120) + nothing + still(10))
        #expect(StillWear().nonWear(survey) == [0..<7200])
        #expect(StillWear().states(survey)[21_600] == .unknown)
        #expect(StillWear().states(survey)[0] == .notWorn && StillWear().states(survey)[10_800] == nil)
        #expect(StillWear().nonWear(StillnessSurvey()).isEmpty)
    }
}
