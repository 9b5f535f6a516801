import Signals
import Testing

@testable import Analysis

@Suite("Nights between a person's bounds")
struct NightBoundsTests {
    /// A night from counts: asleep from 23:00 to 07:00 with half an hour of wake at 03:00.
    private func night() throws -> Night {
        let day = try #require(CivilDate(year: 2024, month: 6, day: 2))
        let noon = Zone.utc.noon(of: day.adding(days: -1))
        var epochs = try #require(CountEpochs(axes: ["axis1"], epochSeconds: 60))
        for minute in 0..<1440 {
            let isAsleep = (660..<1140).contains(minute) && !(900..<930).contains(minute)
            // A count now and then: whole hours of zeros would be a recorder taken off.
            let count = isAsleep ? (minute % 40 == 0 ? 12.0 : 0) : 900 + Double(minute % 7) * 100
            epochs.append(start: noon.advanced(bySeconds: Double(minute) * 60), count: count)
        }
        return try #require(try NightAnalysis.nights(counts: epochs, zone: .utc).first)
    }

    @Test("scores the same night to the same bits")
    func again() throws {
        #expect(try night() == night())
    }

    @Test("measures between the bounds and keeps the states")
    func bounds() throws {
        let night = try night()
        let start = night.window.lowerBound.advanced(bySeconds: 12 * 3600)
        let said = start..<start.advanced(bySeconds: 4 * 3600)
        let lightsOut = start.advanced(bySeconds: -1200)
        let edited = try night.measured(within: NightBounds(sleepPeriod: said, lightsOut: lightsOut), zone: .utc)
        #expect(edited.sleepPeriod == said && edited.states == night.states && edited.date == night.date)
        #expect(edited.measures.sleepPeriod.value == 240)
        #expect(edited.measures.timeInBed.value == 260 && edited.measures.sleepOnsetLatency.value == 20)
        #expect(edited.awakenings.count == 1 && (edited.measures.wakeAfterSleepOnset.value ?? 0) >= 30)
        #expect(edited.measures.totalSleepTime.method.name.contains("person"))
        let difference = NightDifference(from: night, to: edited)
        #expect(difference.changedEpochs == 0 && difference.comparedEpochs == 1440)
        #expect(difference.figures.contains { $0.name == "sleep_period_min" && $0.after == 240 })
        #expect(!difference.isNothing && NightDifference(from: night, to: night).isNothing)
    }

    @Test(
        "of event marks the one nearest to the beginning of sleep is lights-out, and none far from it or well after it")
    func marks() throws {
        let night = try night()
        let start = try #require(night.sleepPeriod?.lowerBound)
        let at = { (minutes: Double) in start.advanced(bySeconds: 60 * minutes) }
        let marked = night.measured(byMarks: [at(-300), at(-50), at(-20), at(30), at(400)])
        #expect(marked.lightsOut == at(-20) && marked.lightsOutSource == .mark)
        #expect(marked.sleepPeriod == night.sleepPeriod && marked.states == night.states)
        #expect(marked.measures.sleepOnsetLatency.value.map { $0 >= 20 } == true)
        // Another score than one without the marks, so that both are kept.
        #expect(marked.scoringMethod != night.scoringMethod && marked.scoringMethod.name == night.scoringMethod.name)
        #expect(night.measured(byMarks: [at(-61), at(16), at(200)]) == night)
        // A button pressed just after sleep was found moves no sleep.
        let late = night.measured(byMarks: [at(10)])
        #expect(
            late.sleepPeriod == night.sleepPeriod && late.measures.timeInBed.value == night.measures.sleepPeriod.value)
        // What is said later goes before it.
        let said = try marked.measured(lightsOut: at(-40), by: .diary)
        #expect(said.lightsOut == at(-40) && said.lightsOutSource == .diary)
    }

    @Test("a diary's entry holds for the night in whose window it lies")
    func diary() throws {
        let night = try night()
        let start = night.window.lowerBound.advanced(bySeconds: 11.5 * 3600)
        let entry = NightBounds(sleepPeriod: start..<start.advanced(bySeconds: 7 * 3600))
        let nap = NightBounds(sleepPeriod: night.window.lowerBound..<night.window.lowerBound.advanced(bySeconds: 1800))
        let other = NightBounds(
            sleepPeriod: night.window.upperBound..<night.window.upperBound.advanced(bySeconds: 30_000))
        let found = try NightAnalysis.within([nap, other, entry], [night], zone: .utc)
        #expect(found.count == 1 && found.first?.sleepPeriod == entry.sleepPeriod)
        #expect(try NightAnalysis.within([other], [night], zone: .utc) == [night])
    }

    @Test("refuses bounds that are not of the night")
    func outside() throws {
        let night = try night()
        let end = night.window.upperBound
        for bounds in [end..<end.advanced(bySeconds: 7200), night.window.lowerBound..<night.window.lowerBound] {
            #expect(throws: Failure.self) {
                try night.measured(within: NightBounds(sleepPeriod: bounds), zone: .utc)
            }
        }
    }
}
