import Companion
import Documents
import Testing

@Suite("Reviews, scaffolds and recommendations")
struct ReviewTests {
    @Test("comes back after 1 day, 6 days, then by the easiness")
    func intervals() {
        var schedule = ReviewSchedule()
        var days: [Int] = []
        for _ in 0..<4 {
            schedule = schedule.after(quality: 5)
            days.append(schedule.days)
        }
        #expect(days == [1, 6, 15, 38] && schedule.easiness == 2.5 && schedule.repetition == 4)
        let failed = schedule.after(quality: 2)
        #expect(failed.days == 1 && failed.repetition == 0 && failed.easiness == 2.5)
        // Without the last interval the whole row is made up from the easiness.
        #expect(ReviewSchedule(repetition: 3, easiness: 2.5).after(quality: 5).days == 38)
    }

    @Test("holds the easiness within its bounds after each change")
    func easiness() {
        var schedule = ReviewSchedule()
        for quality in [3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3] {
            schedule = schedule.after(quality: quality)
            #expect((1.3...2.5).contains(schedule.easiness))
        }
        #expect(schedule.easiness == 1.3)
        #expect(abs(ReviewSchedule(easiness: 2.5).after(quality: 3).easiness - 2.36) < 1e-12)
        #expect(ReviewSchedule(easiness: 1.3).after(quality: 4).easiness == 1.3)
        #expect(ReviewSchedule(repetition: 9000, easiness: 2.5, days: 36_500).after(quality: 5).days == 36_500)
    }

    @Test("supports above the band of 0.1, challenges below it, keeps its bounds")
    func scaffold() {
        #expect(Scaffold(load: 0.8, target: 0.7) == .maintain && Scaffold(load: 0.6, target: 0.7) == .maintain)
        #expect(Scaffold(load: 0.81, target: 0.7) == .increaseSupport)
        #expect(Scaffold(load: 0.59, target: 0.7) == .increaseChallenge)
        #expect(Scaffold.allCases.map(\.support) == ["high", "optimal", "low"])
    }

    @Test("ranks by weight, turns what is to be small, and says why")
    func recommender() {
        let reader = Recommender.Reader(level: 0.5, interests: ["whale", "sea"], read: ["old"])
        let candidates: [Recommender.Candidate] = [
            .init(id: "old", difficulty: 0.6, terms: ["whale", "sea"], finished: 1),
            .init(id: "fit", difficulty: 0.6, terms: ["whale", "ship"]),
            .init(id: "hard", difficulty: 0.95, terms: ["tax", "law"]), .init(id: "fit"),
            .init(id: "unknown"),
        ]
        let ranked = Recommender.rank(candidates, for: reader)
        #expect(ranked.map(\.id) == ["old", "fit", "unknown", "hard"] && ranked.map(\.rank) == [1, 2, 3, 4])
        #expect(ranked[1].scores[.difficultyMatch] == 1 && ranked[0].scores[.novelty] == 0)
        #expect(ranked.allSatisfy { $0.explanation.count == 4 && (0...1).contains($0.overall) })
        let unknown = ranked[2]
        #expect(unknown.confidence < ranked[0].confidence)
        let turned = Recommender.rank(
            candidates, for: reader, objectives: [.init(.difficultyMatch, weight: 1, maximize: false)], count: 1)
        #expect(turned.map(\.id) == ["hard"])
        #expect(Recommender.rank([], for: reader).isEmpty)
    }

    @Test("matches difficulty from the level to 0.2 above")
    func difficultyMatch() {
        let reader = Recommender.Reader(level: 0.5)
        func score(_ difficulty: Double) -> Double {
            let ranked = Recommender.rank([.init(id: "x", difficulty: difficulty)], for: reader)
            return ranked[0].scores[.difficultyMatch] ?? -1
        }
        #expect(score(0.5) == 1 && score(0.7) == 1 && score(0.25) == 0.75 && score(0) == 0.5)
        #expect(abs(score(0.8) - 0.8) < 1e-9 && abs(score(1) - 0.4) < 1e-9)
    }
}
