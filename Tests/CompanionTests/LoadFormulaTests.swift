import Companion
import Documents
import Testing

@Suite("The load of a reader's figures")
struct LoadFormulaTests {
    private static let half = ContentDifficulty()
    private static let none = ContentDifficulty(lexical: 0, syntactic: 0, concept: 0, cultural: 0)
    private static let full = ContentDifficulty(lexical: 1, syntactic: 1, concept: 1, cultural: 1)
    private static let usual = ReadingBaseline(speed: 200, errors: 0.05, pauses: 2, variability: 60)

    private func load(
        _ speed: Double, _ errors: Double, _ pauses: Double, _ variability: Double?, _ difficulty: ContentDifficulty?,
        _ baseline: ReadingBaseline = ReadingBaseline()
    ) -> LoadFormula.Answer {
        LoadFormula.answer(
            .init(speed: speed, errors: errors, pauses: pauses, variability: variability, difficulty: difficulty),
            baseline: baseline)
    }

    @Test("gives the vectors of the contract")
    func vectors() {
        let vectors: [(LoadFormula.Answer, Double)] = [
            (load(180, 0.05, 5, 45, Self.half), 0.4950), (load(180, 0.05, 5, nil, Self.half), 0.4875),
            (load(180, 0.05, 5, 0, Self.half), 0.5625), (load(180, 0, 0, 100, Self.none), 0.1250),
            (load(180, 1, 5, 0, Self.full), 0.8750),
            (load(150, 0.10, 4, 40, Self.half, Self.usual), 0.458333333),
            (load(250, 0, 0, 60, Self.half, Self.usual), 0.0750),
        ]
        for (answer, expected) in vectors { #expect(abs(answer.load - expected) < 1e-8, "\(answer.load)") }
        #expect(load(180, 0.05, 5, 45, nil).load == load(180, 0.05, 5, 45, Self.half).load)
    }

    @Test("draws the states at 0.4 and 0.7, both of them optimal")
    func states() {
        #expect(LoadState(load: 0.4) == .optimal && LoadState(load: 0.4.nextDown) == .underload)
        #expect(LoadState(load: 0.7) == .optimal && LoadState(load: 0.7.nextUp) == .overload)
        #expect(load(180, 1, 5, 0, Self.full).state == .overload && load(180, 0, 0, 100, Self.none).state == .underload)
    }

    @Test("says what it was made from, and trusts itself less where it was assumed")
    func basis() {
        let bare = load(180, 0.05, 5, nil, nil)
        let whole = load(180, 0.05, 5, 45, Self.half, Self.usual)
        #expect(abs(bare.confidence - 0.35) < 1e-9 && abs(whole.confidence - 1) < 1e-9)
        #expect(bare.basis.contains { $0.hasPrefix("content_difficulty: not given") })
        #expect(whole.basis.count == 5 && whole.basis.contains("reading_speed: own baseline"))
        for answer in [bare, whole, load(180, 1, 5, 0, Self.full)] { #expect(!answer.advice.isEmpty) }
    }

    @Test("learns a baseline by a tenth of what is new")
    func baseline() {
        var baseline = ReadingBaseline()
        baseline.learn(speed: 200, errors: 0.1, pauses: 2, variability: 60)
        baseline.learn(speed: 300, errors: 0, pauses: 4, variability: 0)
        #expect(baseline.speed == 210 && baseline.pauses == 2.2 && baseline.variability == 60)
        #expect(abs((baseline.errors ?? 0) - 0.09) < 1e-12)
        baseline.learn(speed: .nan, errors: -1, pauses: nil)
        #expect(baseline.speed == 210 && baseline.pauses == 2.2)
    }
}
