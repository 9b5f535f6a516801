import Signals
import Testing

@testable import Analysis

@Suite("Days by activity, light and chronotype")
struct DayTests {
    private let date = CivilDate("2024-02-01") ?? CivilDate(daysSince1970: 0)

    private func series(_ values: [Double], asleep: Range<Int> = 0..<0) -> WallClockSeries {
        let states = values.indices.map { asleep.contains($0) ? SleepState.asleep : .awake }
        let start = Zone.utc.instant(of: CivilTime(date, secondsFromMidnight: 0))
        return WallClockSeries(start: start, epochSeconds: 60, values: values, states: states, zone: .utc)
    }

    @Test("sum up minutes awake by intensity; sleep and what was not worn are none")
    func intensities() throws {
        var values = [Double](repeating: 10, count: 1440)
        for minute in 600..<620 { values[minute] = 150 }
        for minute in 700..<705 { values[minute] = 500 }
        for minute in 800..<830 { values[minute] = 60 }
        for minute in 900..<1000 { values[minute] = .nan }
        let set = try #require(CutPoints.named("hildebrand-adult-wrist-actigraph"))
        let days = ActivityDay.days(series(values, asleep: 0..<420), cutPoints: set)
        let day = try #require(days.first)
        #expect(days.count == 1 && day.date == date && day.isValid && day.sleepMinutes == 420)
        #expect(day.minutes == [.sedentary: 865, .light: 30, .moderate: 20, .vigorous: 5])
        #expect(day.moderateToVigorous == 25 && abs(day.wornHours - 1340.0 / 60) < 1e-9)
        #expect(day.activeBouts.map(\.count) == [0, 1, 1] && day.activeBouts.map(\.minutes) == [0, 5, 20])
        #expect(try #require(CutPoints.named("migueles-older-wrist-actigraph")).intensity(1000) == .moderate)
    }

    @Test("are valid from as many worn hours as are asked for")
    func valid() throws {
        let set = try #require(CutPoints.named("troiano-adult-hip"))
        let values = (0..<2000).map { $0 < 1440 ? $0 < 959 ? 5.0 : .nan : 5 }
        let days = ActivityDay.days(series(values), cutPoints: set)
        #expect(days.map(\.isValid) == [false, false] && days.map(\.date) == [date, date.adding(days: 1)])
        #expect(ActivityDay.days(series(values), cutPoints: set, validHours: 9).map(\.isValid) == [true, true])
        #expect(ActivityDay.days(series([]), cutPoints: set).isEmpty)
    }

    @Test("have bouts with short pauses, of at least four fifths, each epoch in one")
    func bouts() {
        func sums(_ text: String, seconds: Int = 60) -> [Int] {
            let kinds = text.map { $0 == "?" ? nil : $0 == "x" }
            return ActivityBouts.moderateToVigorous.sums(kinds, epochSeconds: seconds).map(\.count)
        }
        #expect(sums("xxxx.xxxx.xx") == [0, 0, 1], "twelve minutes with two pauses of one")
        #expect(sums("xxxxx..xxxxx") == [0, 2, 0], "a pause of two minutes parts them")
        #expect(sums("x.x.x.x.x.x") == [6, 0, 0], "half is not four fifths")
        #expect(sums("xxxxx?xxxxx") == [0, 2, 0], "what is not known parts them")
        #expect(sums("xxxxxxxxxxx", seconds: 30) == [0, 1, 0])
        #expect(sums("") == [0, 0, 0])
    }

    @Test("tell time in light above levels, the darkest and the brightest hours")
    func light() throws {
        let values = (0..<2880).map { minute -> Double in
            switch minute % 1440 {
            case 0..<420: 0
            case 420..<480: 10
            case 480..<600: 300
            case 600..<660: 5000
            default: 100
            }
        }
        let exposure = LightExposure(series(values))
        let day = try #require(exposure.days.first)
        #expect(exposure.days.count == 2 && day.minutesAbove == [960, 180, 60] && day.knownMinutes == 1440)
        #expect(day.geometricMean > 10 && day.geometricMean < 300)
        #expect(exposure.leastMost?.l5 == 0 && exposure.leastMost?.l5Onset == 0)
        #expect(exposure.leastMost?.m10Onset == 480 * 60)
        #expect(LightExposure(series([.nan, .nan])).days.isEmpty)
    }

    @Test("have a chronotype that takes back what work days cost, and none without both kinds of days")
    func chronotype() throws {
        // 2024-02-02 is a Friday.
        let nights = (0..<7).map { day -> (date: CivilDate, midSleep: Double, hours: Double) in
            let date = date.adding(days: day)
            return SocialJetLag.isWeekend(date) ? (date, 5, 9) : (date, 3, 6.5)
        }
        let found = try #require(Chronotype(nights))
        #expect(found.workNights == 5 && found.freeNights == 2 && found.freeMidSleep == 5)
        let week = (5 * 6.5 + 2 * 9) / 7
        #expect(abs(found.corrected - (5 - (9 - week) / 2)) < 1e-12)
        let rested = try #require(Chronotype(nights.map { ($0.date, $0.midSleep, 15.5 - $0.hours) }))
        #expect(rested.corrected == rested.freeMidSleep, "who sleeps longer on work days owes nothing")
        #expect(Chronotype(nights.filter { SocialJetLag.isWeekend($0.date) }) == nil)
        #expect(Chronotype(nights.map { ($0.date, .nan, $0.hours) }) == nil)
    }
}
