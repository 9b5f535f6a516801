import Signals
import Testing

@testable import Analysis

@Suite("Intervals of a night's figures")
struct NightIntervalTests {
    private let window = NightWindow(endingOn: CivilDate("2024-02-02") ?? CivilDate(daysSince1970: 0), in: .utc)
        .interval

    private func night(without missing: Range<Int> = 0..<0) throws -> Night {
        var epochs = try #require(CountEpochs(axes: ["zcm"], epochSeconds: 60))
        for minute in 0..<1440 where !missing.contains(minute) {
            let count: Double = (660..<1140).contains(minute) ? minute.isMultiple(of: 6) ? 8 : 0 : 120
            epochs.append(start: window.lowerBound.advanced(bySeconds: Double(minute) * 60), count: count)
        }
        return try #require(try NightAnalysis.nights(counts: epochs, zone: .utc).first)
    }

    private func width(_ night: Night, _ figure: NightInterval.Figure) throws -> Double {
        let interval = try #require(night.intervals().first { $0.figure == figure })
        let (low, high) = (try #require(interval.low), try #require(interval.high))
        return high - low
    }

    @Test("hold the figure and are wider the more was lost")
    func widened() throws {
        let whole = try night()
        let asleep = try #require(whole.measures.totalSleepTime.value)
        let own = try #require(whole.intervals().first { $0.figure == .totalSleep })
        #expect(own.value == asleep && own.low == asleep - 29 && own.high == asleep + 29 && own.lost == 0)
        let onset = try #require(whole.intervals().first { $0.figure == .onset })
        #expect(onset.high == (whole.sleepPeriod?.lowerBound.secondsSince1970).map { $0 + 29 * 60 })
        let holes = [try night(without: 800..<820), try night(without: 800..<860), try night(without: 800..<940)]
        let widths = try [whole, holes[0], holes[1], holes[2]].map { try width($0, .totalSleep) }
        #expect(widths == widths.sorted() && Set(widths).count == 4, "\(widths)")
    }

    @Test("are not told, with a reason, where no error was learned")
    func unknown() throws {
        let whole = try night()
        let stages = whole.intervals().filter { !$0.figure.isSleep }
        #expect(stages.count == 3 && stages.allSatisfy { $0.low == nil && $0.reason?.contains("heart rate") == true })
        let period = try #require(whole.sleepPeriod)
        let said = try whole.measured(within: NightBounds(sleepPeriod: period), zone: .utc)
        #expect(said.intervals().first?.low == nil && said.intervals().first?.reason?.contains("person") == true)
        var angle = whole
        angle.scoringMethod = Method(SleepScorer.vanHees.rawValue)
        #expect(angle.intervals().first?.reason?.contains("van-hees") == true)
        var old = whole
        old.confidence.expectedError = nil
        #expect(old.intervals().first?.reason?.contains("earlier version") == true)
    }

    @Test("are of each kind of sleep where there are stages, and count what has no kind as lost")
    func kinds() throws {
        let whole = try night()
        let period = try #require(whole.sleepPeriod)
        let epochs = Int(period.upperBound.seconds(since: period.lowerBound) / 30)
        let light = StagedNight.Epoch(stage: .light, awake: 0.1, light: 0.7, deep: 0.1, rem: 0.1)
        var staged = StagedNight(
            start: period.lowerBound.secondsSince1970,
            epochs: (0..<epochs).map { $0 < epochs - 100 ? light : .unknown }, tier: .heartRate,
            method: Method("nightjar-staging"))
        let found = try #require(whole.intervals(stages: staged).first { $0.figure == .light })
        let (value, lost) = (try #require(found.value), try #require(found.lost))
        #expect(value > 300 && lost == 50 && found.high == value + 82 && found.low == value - 82)
        let rem = try #require(whole.intervals(stages: staged).first { $0.figure == .rem })
        #expect(rem.value == 0 && rem.low == 0 && rem.high == 66)
        staged.tier = .intervals
        #expect(whole.intervals(stages: staged).last?.low == nil)
    }
}
