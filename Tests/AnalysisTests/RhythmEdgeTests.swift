import Foundation
import Signals
import Testing

@testable import Analysis

@Suite("Rhythm at its edges")
struct RhythmEdgeTests {
    /// Days of `perDay` epochs, active from 8 to 22.
    private func days(_ count: Int, perDay: Int = 1440) -> [Double] {
        (0..<(count * perDay)).map { index in
            let hour = Double(index % perDay) * 24 / Double(perDay)
            return hour >= 8 && hour < 22 ? 100 + Double(index % 7) : 0
        }
    }

    @Test("cuts to whole days from the first midnight")
    func wholeDays() throws {
        let values = (0..<3000).map(Double.init)
        let late = try #require(WholeDays(values, epochSeconds: 60, secondOfDay: 86_340))
        #expect(late.first == 1 && late.days == 2 && late.values.first == 1)
        let midnight = try #require(WholeDays(values, epochSeconds: 60, secondOfDay: 0))
        #expect(midnight.first == 0 && midnight.days == 2 && midnight.values.count == 2880)
        let off = try #require(WholeDays(values, epochSeconds: 60, secondOfDay: 86_370))
        #expect(off.first == 1)
        #expect(WholeDays(values, epochSeconds: 7, secondOfDay: 0) == nil)
        #expect(WholeDays(values, epochSeconds: 60, secondOfDay: 86_400) == nil)
        let nothing = try #require(WholeDays([], epochSeconds: 60, secondOfDay: 0))
        #expect(nothing.days == 0)
    }

    @Test("a day that repeats itself is perfectly stable, and a recording without a day says nothing")
    func stable() throws {
        let rhythm = try #require(Rhythm(days(4), epochSeconds: 60, secondOfDay: 0))
        #expect(abs((rhythm.interdailyStability ?? 0) - 1) < 1e-4)
        #expect(rhythm.leastMostActive?.relativeAmplitude == 1)
        #expect(abs((rhythm.cosinor?.acrophase ?? 0) - 15) < 0.05)
        #expect((rhythm.extendedCosinor?.rSquared ?? 0) > (rhythm.logCosinor?.rSquared ?? 1))
        #expect(rhythm.sleepRegularity == nil)
        let short = try #require(Rhythm(Array(days(1).dropLast()), epochSeconds: 60, secondOfDay: 0))
        #expect(short.days == 0 && short.cosinor == nil && short.leastMostActive == nil && short.phi == nil)
        let empty = try #require(Rhythm([], epochSeconds: 60, secondOfDay: 0))
        #expect(empty.days == 0 && empty.interdailyStability == nil)
    }

    @Test("values that never change have no rhythm, and holes are passed over")
    func flat() throws {
        let flat = try #require(Rhythm([Double](repeating: 3, count: 4320), epochSeconds: 60, secondOfDay: 0))
        #expect(flat.interdailyStability == nil && flat.cosinor == nil && flat.extendedCosinor == nil)
        #expect(flat.leastMostActive?.relativeAmplitude == 0)
        var holed = days(5)
        for index in 2000..<2600 { holed[index] = .nan }
        let whole = try #require(Rhythm(days(5), epochSeconds: 60, secondOfDay: 0))
        let rhythm = try #require(Rhythm(holed, epochSeconds: 60, secondOfDay: 0))
        #expect(abs((rhythm.cosinor?.acrophase ?? 0) - (whole.cosinor?.acrophase ?? 9)) < 0.2)
        #expect((rhythm.interdailyStability ?? 0) > 0.98)
        let none = try #require(Rhythm([Double](repeating: .nan, count: 4320), epochSeconds: 60, secondOfDay: 0))
        #expect(none.interdailyStability == nil && none.leastMostActive == nil && none.restToActivity == nil)
    }

    @Test("regularity is 100 for equal days, -100 for opposite ones, and leaves unknown pairs out")
    func regularity() {
        let day = [SleepState](repeating: .asleep, count: 480) + [SleepState](repeating: .awake, count: 960)
        #expect(SleepRegularity.index(day + day, epochSeconds: 60) == 100)
        let opposite = day.map { $0 == .asleep ? SleepState.awake : .asleep }
        #expect(SleepRegularity.index(day + opposite, epochSeconds: 60) == -100)
        let unknown = [SleepState](repeating: .unknown, count: 720) + day.dropFirst(720)
        #expect(SleepRegularity.index(unknown + opposite, epochSeconds: 60) == -100)
        #expect(SleepRegularity.index(day, epochSeconds: 60) == nil)
        #expect(SleepRegularity.index(day + day, epochSeconds: 0) == nil)
    }

    @Test("the circadian score needs three days and is the mean of its parts")
    func score() throws {
        let two = Rhythm(days(2), epochSeconds: 60, secondOfDay: 0)
        #expect(CircadianScore.estimate(two).value == nil)
        #expect(CircadianScore.estimate(two).reason?.contains("there are 2") == true)
        let counts = days(4)
        let states = counts.map { $0 == 0 ? SleepState.asleep : .awake }
        let rhythm = try #require(Rhythm(counts, epochSeconds: 60, secondOfDay: 0, states: states))
        let score = try #require(CircadianScore.estimate(rhythm).value)
        #expect(abs(score - ((rhythm.interdailyStability ?? 0) + 2) / 3) < 1e-12)
    }

    @Test("social jet lag is the distance of the middles of sleep, over midnight")
    func jetLag() throws {
        // 2024-03-04 is a Monday.
        let monday = try #require(CivilDate(year: 2024, month: 3, day: 4))
        let nights = (0..<7).map { (date: monday.adding(days: $0), midSleep: $0 >= 5 ? 1.5 : 23.5) }
        let lag = try #require(SocialJetLag(nights))
        #expect(lag.hours == 2 && lag.workMidSleep == -0.5 && lag.freeMidSleep == 1.5)
        #expect(SocialJetLag(Array(nights.prefix(5))) == nil)
        #expect(SocialJetLag([]) == nil)
    }

    @Test("bouts end at holes without a transition")
    func bouts() {
        let bouts = Bouts(of: .active, in: [5, 5, .nan, 5, 0, 0, 5], threshold: 0)
        #expect(bouts.lengths == [2, 1, 1] && bouts.transitions == 1 && bouts.transitionProbability == 0.25)
        let none = Bouts(of: .active, in: [0.0], threshold: 0)
        #expect(none.transitionProbability == nil && none.gini == nil && none.averageHazard == nil)
    }
}
