import Foundation
import Recordings
import TestKit
import Testing

@testable import Analysis

@Suite("Sleep periods and scores against pyActigraphy", .enabled(if: TestData.isAvailable))
struct SleepPeriodTests {
    private func counts(_ name: String) throws -> [Double] {
        let file = try RecordingFile.open(path: TestData.path("oracle/awd_\(name)_counts_60s.csv.gz"))
        let text = String(decoding: try file.bytes(at: 0, count: file.size), as: UTF8.self)
        return text.split(separator: "\n").compactMap { Double($0) }
    }

    /// Whether each minute is marked in a scoring of pyActigraphy.
    private func scoring(_ name: String, _ algorithm: String) throws -> [Bool] {
        let object = try JSONSerialization.jsonObject(with: Data(TestData.bytes("oracle/pyActigraphy_\(name).json")))
        let scorings = try #require((object as? [String: Any])?["scoring"] as? [String: [String: Any]])
        let runs = try #require(scorings[algorithm]?["rle"] as? [[NSNumber]])
        return runs.flatMap { [Bool](repeating: $0[0].intValue == 1, count: $0[1].intValue) }
    }

    private func marks(_ periods: [Range<Int>], _ count: Int) -> [Bool] {
        var marks = [Bool](repeating: false, count: count)
        for period in periods { for index in period { marks[index] = true } }
        return marks
    }

    @Test("scores every minute but those at the ends alike", arguments: ["example_01", "example_02"])
    func scores(name: String) throws {
        let counts = try counts(name)
        // Theirs knows nothing where a rule reaches beyond the ends.
        let inner = 10..<(counts.count - 10)
        for (scorer, theirs) in [(SleepScorer.coleKripke, "CK_mean"), (.scripps, "Scripps")] {
            let states = try #require(scorer.score(counts, seconds: 60, divisor: 30))
            let expected = try scoring(name, theirs)
            #expect(inner.allSatisfy { (states[$0] == .asleep) == expected[$0] }, "\(scorer)")
        }
        // Theirs takes a weighted sum of exactly the threshold as wake; Actiware takes it as sleep.
        for (scorer, theirs) in [(SleepScorer.oakley40, "Oakley40"), (.oakleyAuto, "OakleyAuto")] {
            let states = try #require(scorer.score(counts, seconds: 60))
            let expected = try scoring(name, theirs)
            #expect(inner.allSatisfy { (states[$0] == .asleep) == expected[$0] || states[$0] == .asleep }, "\(scorer)")
            #expect(inner.count { (states[$0] == .asleep) != expected[$0] } <= 12, "\(scorer)")
        }
    }

    @Test("rescores every minute alike", arguments: ["example_01", "example_02"])
    func rescoring(name: String) throws {
        let first = try scoring(name, "CK_mean").map { $0 ? SleepState.asleep : .awake }
        let rescored = WebsterRescoring.apply(first)
        #expect(rescored.map { $0 == .asleep } == (try scoring(name, "CK_mean_rescored")))
    }

    @Test("finds the same rest as Roenneberg's rule in every minute", arguments: ["example_01", "example_02"])
    func roenneberg(name: String) throws {
        let counts = try counts(name)
        #expect(marks(Roenneberg().periods(in: counts), counts.count) == (try scoring(name, "Roenneberg")))
    }

    @Test("finds Crespo's rest in 99.5 % of the minutes", arguments: ["example_01", "example_02"])
    func crespo(name: String) throws {
        let counts = try counts(name)
        let rest = marks(Crespo().periods(in: counts), counts.count)
        let active = try scoring(name, "Crespo")
        // Theirs calls the first and the last hour rest, whatever was in them.
        let inner = 60..<(counts.count - 60)
        let equal = inner.count { rest[$0] != active[$0] }
        #expect(Double(equal) / Double(inner.count) > 0.995, "\(Double(equal) / Double(inner.count))")
    }

    @Test("says nothing of no counts, of zeros and of holes")
    func nothing() {
        for counts in [[], [0], [Double](repeating: 0, count: 3000), [Double](repeating: .nan, count: 3000)] {
            #expect(Crespo().periods(in: counts).isEmpty)
            #expect(Roenneberg().periods(in: counts).isEmpty)
        }
    }
}
