import Foundation
import TestKit
import Testing

@testable import Analysis

@Suite("Sleep scorers")
struct SleepScorerTests {
    /// Activity counts and the vendor's sleep (0) or wake (1) of each epoch of an Actiware export, by its headings.
    private func actiware(
        _ name: String, activity: String, state: String
    ) throws -> (counts: [Double], states: [String]) {
        let lines = try TestData.text(name).split(whereSeparator: \.isNewline).map { line in
            line.split(separator: ",", omittingEmptySubsequences: false).map { $0.filter { $0 != "\"" } }
        }
        let heading = try #require(lines.lastIndex { $0.contains(activity) && $0.contains(state) })
        let columns = lines[heading]
        let count = try #require(columns.firstIndex(of: activity))
        let score = try #require(columns.firstIndex(of: state))
        let rows = lines[(heading + 1)...].filter { $0.count > max(count, score) }
        return (rows.map { Double($0[count]) ?? .nan }, rows.map { $0[score] })
    }

    @Test(
        "scores every epoch as Actiware does",
        .enabled(if: TestData.isAvailable),
        arguments: [
            ("actiwatch/test_sample_rpx_eng.csv", "Activity", "Sleep/Wake", 30, 20_156),
            ("actiwatch/test_sample.csv", "Activité", "Sommeil/Éveil", 60, 11_552),
        ])
    func oakley(name: String, activity: String, state: String, seconds: Int, scored: Int) throws {
        let file = try actiware(name, activity: activity, state: state)
        let states = try #require(SleepScorer.oakley40.score(file.counts, seconds: seconds))
        let known = zip(states, file.states).filter { ["0", "1"].contains($0.1) }
        #expect(known.count == scored)
        #expect(known.allSatisfy { ($0 == .awake) == ($1 == "1") })
    }

    @Test("rescores the first minutes of sleep after wake, and short sleep between wake")
    func webster() {
        let w = { (count: Int) in [SleepState](repeating: .awake, count: count) }
        let s = { (count: Int) in [SleepState](repeating: .asleep, count: count) }
        #expect(WebsterRescoring.apply(w(3) + s(20)) == w(3) + s(20))
        #expect(WebsterRescoring.apply(w(4) + s(20)) == w(5) + s(19))
        #expect(WebsterRescoring.apply(w(10) + s(20)) == w(13) + s(17))
        #expect(WebsterRescoring.apply(w(15) + s(20)) == w(19) + s(16))
        #expect(WebsterRescoring.apply(w(10) + s(6) + w(10)) == w(26))
        #expect(WebsterRescoring.apply(w(20) + s(10) + w(20)) == w(50))
        #expect(WebsterRescoring.apply(w(20) + s(11) + w(20)) == w(24) + s(7) + w(20))
    }

    @Test("keeps a missing epoch unknown and refuses lengths for which a rule is not published")
    func missing() throws {
        for scorer in SleepScorer.allCases {
            let seconds = scorer.epochSeconds?.first ?? 5
            let states = try #require(scorer.score([0, 0, .nan, 0, 900, 0], seconds: seconds))
            #expect(states[2] == .unknown && states.count { $0 == .unknown } == 1)
            #expect(scorer.score([], seconds: seconds) == [])
            #expect(scorer.score([.infinity, -.infinity, -5, 1e300], seconds: seconds)?.count == 4)
            #expect(scorer.score([1], seconds: 0) == nil)
            if scorer.epochSeconds != nil { #expect(scorer.score([1], seconds: 7) == nil) }
        }
    }

    @Test("ends a bout of inactivity at a turn of more than five degrees")
    func inactivity() {
        let still = [Double](repeating: 10, count: 60)
        let rule = SustainedInactivity()
        #expect(rule.bouts(still) == [0..<60])
        #expect(rule.bouts(Array(still.dropFirst())) == [])
        #expect(rule.bouts(still + still.map { $0 + 5 }) == [0..<120])
        #expect(rule.bouts(still + still.map { $0 + 5.1 }) == [0..<60, 60..<120])
        #expect(rule.bouts(still + [.nan] + still) == [0..<60, 61..<121])
        #expect(rule.bouts([]) == [] && rule.bouts([.nan]) == [])
    }
}
