import Signals
import Testing

@testable import Analysis

/// What is in doubt of a night.
extension SleepNightTests {
    @Test("takes no mark of more than two hours before sleep for lights-out, and says so")
    func earlyMark() throws {
        let window = NightWindow(endingOn: try #require(CivilDate("2024-02-02")), in: .utc).interval
        let bed = window.lowerBound.advanced(bySeconds: 11 * 3600)
        let asleep = bed..<bed.advanced(bySeconds: 8 * 3600)
        let marks = [bed.advanced(bySeconds: -3 * 3600)]
        let night = try #require(
            try NightAnalysis.nights(angleZ: angles(from: window, asleep: asleep), zone: .utc, lightsOut: marks).first)
        #expect(night.measures.sleepOnsetLatency.value == nil && night.measures.timeInBed.value == nil)
        let reason = try #require(night.measures.sleepOnsetLatency.reason)
        #expect(reason.contains("the last mark was") && reason.contains("too early"))
    }

    @Test("doubts wake where the counts of a night are too still to find any")
    func silentCounts() throws {
        let window = NightWindow(endingOn: try #require(CivilDate("2024-02-02")), in: .utc).interval
        func night(every minutes: Int) throws -> Night {
            var epochs = try #require(CountEpochs(axes: ["zcm"], epochSeconds: 60))
            for minute in 0..<1440 {
                let sleeps = (660..<1140).contains(minute)
                let count: Double = sleeps ? minute.isMultiple(of: minutes) ? 8 : 0 : 120
                epochs.append(start: window.lowerBound.advanced(bySeconds: Double(minute) * 60), count: count)
            }
            return try #require(try NightAnalysis.nights(counts: epochs, zone: .utc).first)
        }
        let usual = try night(every: 6)
        #expect(usual.wakeDoubt == nil && usual.doubts.isEmpty)
        let silent = try night(every: 60)
        #expect(silent.wakeDoubt?.contains("98 %") == true && silent.doubts.count == 3)
        #expect(silent.confidence.agreement < usual.confidence.agreement)
        #expect(silent.measures.wakeAfterSleepOnset.value != nil && silent.measures.wakeAfterSleepOnset.confidence == 0)
        let insights = ActigraphyAnalysis(rhythm: nil, nights: [silent]).insights(silent)
        #expect(insights.first?.contains("not to be relied on") == true)
        let bounds = NightBounds(sleepPeriod: try #require(silent.sleepPeriod))
        #expect(try silent.measured(within: bounds, zone: .utc).wakeDoubt == silent.wakeDoubt)
    }
}
