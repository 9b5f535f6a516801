import Documents
import Signals
import Testing

@testable import Insights

@Suite struct FindingSearchTests {
    private static let last = CivilDate(daysSince1970: 20_000)

    private static func days(_ metric: DayMetric, _ values: [Double?], whole: CivilDate = last) -> DayValues {
        var known: [CivilDate: Double] = [:]
        for (index, value) in values.enumerated() { known[last.adding(days: index + 1 - values.count)] = value }
        return DayValues(through: last, whole: whole, values: [metric: known])
    }

    private static func find(_ metric: DayMetric, _ values: [Double?]) -> [Finding] {
        FindingSearch.findings(in: days(metric, values))
    }

    @Test func usualNightIsComparedWithTheMedian() throws {
        let values: [Double?] = (0..<28).map { 7 + Double($0 % 5) * 0.2 } + [7.3]
        let found = try #require(Self.find(.sleepHours, values).first)
        #expect(found.kind == .usual && found.comparedDays == 28 && found.value == 7.3)
        #expect(abs(found.reference - 7.4) < 1e-9)
    }

    @Test func shortNightIsUnusual() throws {
        let values: [Double?] = (0..<28).map { 7 + Double($0 % 5) * 0.2 } + [4.5]
        let found = try #require(Self.find(.sleepHours, values).first)
        #expect(found.kind == .unusual && found.direction == .worse && found.dates == [Self.last])
    }

    @Test func fewDaysAreNotComparedWith() throws {
        let found = Self.find(.sleepHours, [7, 8, 6, 7.5])
        #expect(found.map(\.kind) == [.alone] && found[0].comparedDays == 3)
    }

    @Test func changedWeekIsFoundAndHolesAreNoDays() throws {
        var before: [Double?] = []
        for day in 0..<28 {
            let rate: Int = 58 + day * 7 % 5
            before.append(day % 9 == 0 ? nil : Double(rate))
        }
        let week: [Double?] = [67, 68, nil, 66, 69, 67, 68]
        let all = Self.find(.restingHeartRate, before + week)
        let found = try #require(all.first { $0.kind == .change })
        #expect(found.direction == .worse && found.dates.count == 6 && found.value == 67.5)
        #expect(found.interval.map { $0.lowerBound > 0 } == true)
    }

    @Test func sumsEndWithTheLastWholeDay() throws {
        let values: [Double?] = Array(repeating: 8000, count: 28) + [8000, 500]
        let found = FindingSearch.findings(
            in: Self.days(.steps, values, whole: Self.last.adding(days: -1)))
        #expect(!found.isEmpty && found.allSatisfy { $0.kind == .usual && !$0.dates.contains(Self.last) })
    }

    @Test func guidelineOfWeeksNeedsAWholeWeek() {
        let short: [Double?] = Array(repeating: 10, count: 7)
        #expect(Self.find(.activeMinutes, short).contains { $0.guideline == .activity && $0.value == 70 })
        #expect(!Self.find(.activeMinutes, [nil] + short.dropFirst()).contains { $0.kind == .guideline })
        #expect(!Self.find(.activeMinutes, Array(repeating: 30, count: 7)).contains { $0.kind == .guideline })
    }

    @Test func usualRangesAreWithinWhatIsPossible() throws {
        let hours = try #require(
            Self.find(.sleepHours, (0..<28).map { $0 % 2 == 0 ? 1 : 12 } + [6]).first { $0.interval != nil }?.interval)
        #expect(hours.lowerBound == 0 && hours.upperBound <= 24)
        let percent = try #require(
            Self.find(.sleepEfficiency, (0..<28).map { $0 % 2 == 0 ? 99 : 85 } + [92]).first { $0.interval != nil }?
                .interval)
        #expect(percent.upperBound == 100 && percent.lowerBound >= 0)
    }

    @Test func whatIsNoNumberIsLeftOut() {
        let values: [Double?] = (0..<28).map { _ in 7 } + [.nan]
        #expect(Self.find(.sleepHours, values).allSatisfy { $0.value.isFinite })
        #expect(DayMetric.sleepHours.parts(.infinity).number == 0)
        #expect(DayMetric.steps.parts(1e300).number == 1_000_000_000)
    }

    /// Quiet people, whose days are like their neighbours: of 1000 weeks at most 20 are told as changed, of 1000 nights at
    /// most 30 as unusual. A real shift of two standard deviations is found in four of five weeks where days are independent, and in
    /// half of them where they are somewhat like their neighbours.
    @Test(arguments: [0.0, 0.3, 0.5]) func quietStretchesStayQuiet(correlation: Double) {
        var random = SplitMix(state: 7)
        var (changes, unusual, found) = (0, 0, 0)
        let rounds = 2000
        for _ in 0..<rounds {
            var noise = 0.0
            let series: [Double] = (0..<85).map { _ in
                noise = correlation * noise + (1 - correlation * correlation).squareRoot() * Self.gaussian(&random)
                return 58 + 4 * noise
            }
            let quiet = Self.find(.restingHeartRate, series.suffix(35).map { $0 })
            if quiet.contains(where: { $0.kind == .change }) { changes += 1 }
            if quiet.contains(where: { $0.kind == .unusual }) { unusual += 1 }
            let shifted = series.suffix(35).enumerated().map { $0.offset < 28 ? $0.element : $0.element + 8 }
            if Self.find(.restingHeartRate, shifted).contains(where: { $0.kind == .change }) { found += 1 }
        }
        #expect(changes * 1000 <= 20 * rounds, "\(changes) of \(rounds) quiet weeks changed")
        #expect(unusual * 1000 <= 30 * rounds, "\(unusual) of \(rounds) quiet nights unusual")
        let least = correlation == 0 ? 0.8 : correlation < 0.4 ? 0.5 : 0.2
        #expect(Double(found) >= least * Double(rounds), "\(found) of \(rounds) shifts found")
    }

    private static func gaussian(_ random: inout SplitMix) -> Double {
        // Sum of twelve uniform numbers: near enough, and without a logarithm of zero.
        (0..<12).reduce(-6) { sum, _ in sum + Double.random(in: 0..<1, using: &random) }
    }
}

/// A small deterministic generator (Steele, Lea & Flood 2014).
private struct SplitMix: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
