import Foundation
import Signals
import TestKit
import Testing

@testable import Analysis

@Suite("Parity with ActiLife", .enabled(if: TestData.isAvailable))
struct SleepActiLifeTests {
    private let minutes: CountSeries

    init() throws {
        let epochs = try SleepFixture.counts("agd/GT3XPlus-RawData-Day01.agd", seconds: 10)
        minutes = try #require(CountSeries.minutes(of: epochs)?.first)
    }

    @Test("sums 10 s epochs to the same minutes")
    func reintegration() throws {
        let rows = try SleepFixture.rows("agd/GT3XPlus-RawData-Day01-10sec60sec.csv")
        #expect(rows.compactMap { Double($0[1]) } == minutes.counts)
        let first = try #require(ISO8601DateFormatter().date(from: rows[0][0]))
        #expect(minutes.start.secondsSince1970 == first.timeIntervalSince1970)
    }

    @Test("scores every minute as Sadeh and Cole-Kripke in ActiLife do")
    func states() throws {
        let rows = try SleepFixture.rows("agd/GT3XPlus-RawData-Day01-sleep-awake.csv")
        let sadeh = try #require(SleepScorer.sadeh.score(minutes.counts, seconds: 60))
        let coleKripke = try #require(SleepScorer.coleKripke.score(minutes.counts, seconds: 60))
        #expect(rows.count == 1500)
        #expect(sadeh.map { $0 == .asleep ? "S" : "W" } == rows.map { $0[4] })
        #expect(coleKripke.map { $0 == .asleep ? "S" : "W" } == rows.map { $0[5] })
    }

    @Test("finds every sleep period of every parameter set, with the same figures")
    func periods() throws {
        let rows = try SleepFixture.rows("agd/GT3XPlus-RawData-Day01-sleep-periods.csv")
        let states = try #require(SleepScorer.sadeh.score(minutes.counts, seconds: 60))
        let sets = Dictionary(grouping: rows) { Array($0[2...6]) }
        #expect(sets.count == 3)
        for (parameters, expected) in sets {
            let numbers = try parameters.map { try #require(Int($0)) }
            let rule = TudorLocke(
                bedtimeStart: numbers[0], wakeTimeEnd: numbers[1], shortest: numbers[2], longest: numbers[3],
                nonzeroMinutes: numbers[4])
            let found = rule.periods(in: states, counts: minutes.counts).map { row(of: $0) }
            #expect(found == expected.map { Array($0[7...]) }, "parameters \(parameters)")
        }
    }

    private func row(of period: TudorLockePeriod) -> [String] {
        let bed = stamp(period.minutes.lowerBound)
        return [
            bed, stamp(period.minutes.upperBound), bed, number(period.efficiency, 2), "0", "\(period.minutes.count)",
            "\(period.totalSleepTime)", "\(period.wakeAfterSleepOnset)", "\(period.awakenings)",
            number(period.averageAwakening, 2), "\(Int(period.totalCounts))", number(period.movementIndex, 3),
            number(period.fragmentationIndex, 3, whole: "0"), number(period.sleepFragmentationIndex, 3),
        ]
    }

    private func stamp(_ minute: Int) -> String {
        "\(Zone.utc.civilTime(at: minutes.start.advanced(bySeconds: Double(minute) * 60)))Z"
    }

    /// Rounded as in the file, which writes 40 and 40.0.
    private func number(_ value: Double, _ digits: Int, whole: String = "0.0") -> String {
        let text = String(Double(String(format: "%.\(digits)f", value)) ?? .nan)
        return whole == "0" && text.hasSuffix(".0") ? String(text.dropLast(2)) : text
    }
}
