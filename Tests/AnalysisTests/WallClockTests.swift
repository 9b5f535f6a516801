import Signals
import Testing

@testable import Analysis

@Suite("Rhythm on the clock on the wall")
struct WallClockTests {
    /// Berlin in 2024: summer time from 31 March 01:00Z to 27 October 01:00Z.
    private static let berlin = Zone(
        name: "Europe/Berlin", firstOffset: 3600, transitions: [1_711_846_800, 1_729_990_800], offsets: [7200, 3600])

    /// Minutes of `days` local days from midnight of `date`, active from 8 to 22 on the wall, and their states.
    private func minutes(_ date: CivilDate, days: Int) -> (start: Instant, values: [Double], states: [SleepState]) {
        let start = Self.berlin.start(of: date)
        let end = Self.berlin.start(of: date.adding(days: days))
        let seconds = (0..<Int(end.seconds(since: start) / 60)).map { minute in
            Self.berlin.civilTime(at: start.advanced(bySeconds: Double(minute) * 60)).secondOfDay
        }
        let isUp = seconds.map { (28_800..<79_200).contains($0) }
        return (start, isUp.map { $0 ? 200 : 0 }, isUp.map { $0 ? .awake : .asleep })
    }

    @Test("days of 23 and 25 hours are days like others", arguments: [(3, 30, 23), (10, 26, 25)])
    func changes(month: Int, day: Int, hours: Int) throws {
        let date = try #require(CivilDate(year: 2024, month: month, day: day))
        let (start, values, states) = minutes(date, days: 4)
        #expect(values.count == (72 + hours) * 60)
        let wall = WallClockSeries(start: start, epochSeconds: 60, values: values, states: states, zone: Self.berlin)
        #expect(wall.values.count == 4 * 1440 && wall.secondOfDay == 0 && wall.date == date)
        #expect(wall.values.count { $0.isNaN } == (hours == 23 ? 60 : 0))
        let rhythm = try #require(Rhythm(wall.values, epochSeconds: 60, secondOfDay: 0, states: wall.states))
        #expect(rhythm.days == 4 && rhythm.sleepRegularity == 100)
        // A missing hour of sleep moves the mean of all, and with it the share.
        #expect(abs((rhythm.interdailyStability ?? 0) - 1) < (hours == 23 ? 0.01 : 1e-9))
    }

    @Test("counts and the arm's angle give the same regularity of the same days")
    func both() throws {
        let date = try #require(CivilDate(year: 2024, month: 3, day: 29))
        let (start, values, _) = minutes(date, days: 4)
        var counts = try #require(CountEpochs(axes: ["activity"], epochSeconds: 60))
        var epochs: [Epoch] = []
        for (minute, value) in values.enumerated() {
            let instant = start.advanced(bySeconds: Double(minute) * 60)
            counts.append(start: instant, count: value)
            for part in 0..<12 {
                // A turn of the sleeper every few minutes, far more than a recorder on a table shows.
                let turn = Double((minute * 12 + part) / 200 % 5) * 30
                let angle = value > 0 ? Double((minute * 12 + part) * 37 % 150) - 75 : turn - 60
                epochs.append(
                    Epoch(
                        start: instant.advanced(bySeconds: Double(part) * 5), seconds: 5,
                        motion: .init(samples: 500, enmo: value / 2000, mad: 0.02, angleZ: angle)))
            }
        }
        let byCounts = try #require(NightAnalysis.rhythm(counts: counts, zone: Self.berlin))
        let byAngle = try #require(NightAnalysis.rhythm(angleZ: epochs.reversed(), zone: Self.berlin))
        #expect(byCounts.days == 4 && byAngle.days == 4)
        #expect((byCounts.sleepRegularity ?? 0) > 97 && (byAngle.sleepRegularity ?? 0) > 97)
        #expect(abs((byCounts.leastMostActive?.m10 ?? 0) - 200) < 1e-9)
        #expect(abs((byAngle.leastMostActive?.m10 ?? 0) - 100) < 1e-9)
        #expect(CircadianScore.estimate(byAngle).value.map { $0 > 0.95 } == true)
        #expect((byAngle.activityFragmentation ?? 1) < 0.01)
        #expect(NightAnalysis.rhythm(angleZ: [], zone: Self.berlin) == nil)
    }
}
