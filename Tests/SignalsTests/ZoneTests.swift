import Signals
import Testing

@Suite struct ZoneTests {
    /// Central Europe in 2024: summer time from 31 March 01:00 UTC to 27 October 01:00 UTC.
    private let berlin = Zone(
        name: "Europe/Berlin", firstOffset: 3600, transitions: [1_711_846_800, 1_729_990_800], offsets: [7200, 3600])

    private func wall(_ year: Int, _ month: Int, _ day: Int, _ hour: Int, _ minute: Int = 0) throws -> CivilTime {
        try #require(CivilTime(CivilDate(year: year, month: month, day: day), hour: hour, minute: minute))
    }

    @Test("finds an ordinary wall time on both sides of a change")
    func ordinary() throws {
        #expect(berlin.instant(of: try wall(2024, 3, 31, 1, 59)).nanoseconds == 1_711_846_740_000_000_000)
        #expect(berlin.instant(of: try wall(2024, 3, 31, 3)).nanoseconds == 1_711_846_800_000_000_000)
        #expect(berlin.instant(of: try wall(2024, 7, 1, 12)).nanoseconds == 1_719_828_000_000_000_000)
        #expect(berlin.instant(of: try wall(2024, 12, 1, 12)).nanoseconds == 1_733_050_800_000_000_000)
    }

    @Test("takes the moment of the change for a wall time that is skipped")
    func skipped() throws {
        for minute in [0, 1, 30, 59] {
            #expect(berlin.instant(of: try wall(2024, 3, 31, 2, minute)).nanoseconds == 1_711_846_800_000_000_000)
        }
    }

    @Test("takes the first of two instants for a wall time that is shown twice")
    func doubled() throws {
        #expect(berlin.instant(of: try wall(2024, 10, 27, 2)).nanoseconds == 1_729_987_200_000_000_000)
        #expect(berlin.instant(of: try wall(2024, 10, 27, 2, 59)).nanoseconds == 1_729_990_740_000_000_000)
        #expect(berlin.instant(of: try wall(2024, 10, 27, 3)).nanoseconds == 1_729_994_400_000_000_000)
    }

    @Test("skips the day that Samoa skipped")
    func samoa() throws {
        // 2011-12-30 does not exist: from UTC-10 to UTC+14 at 10:00 UTC.
        let apia = Zone(name: "Pacific/Apia", firstOffset: -36_000, transitions: [1_325_239_200], offsets: [50_400])
        let change = Instant(nanoseconds: 1_325_239_200_000_000_000)
        #expect(apia.instant(of: try wall(2011, 12, 29, 23, 59)).nanoseconds == change.nanoseconds - 60_000_000_000)
        #expect(apia.instant(of: try wall(2011, 12, 30, 0)) == change)
        #expect(apia.instant(of: try wall(2011, 12, 30, 23, 59)) == change)
        #expect(apia.instant(of: try wall(2011, 12, 31, 0)) == change)
        #expect(apia.instant(of: try wall(2011, 12, 31, 0, 1)).nanoseconds == change.nanoseconds + 60_000_000_000)
    }

    @Test("reads the wall before 1970 with whole seconds and fractions")
    func before1970() throws {
        let time = berlin.civilTime(at: Instant(nanoseconds: -1))
        #expect(time.description == "1970-01-01T00:59:59.999999999")
        let west = Zone(name: "west", firstOffset: -3600)
        #expect(west.civilTime(at: Instant(nanoseconds: 0)).description == "1969-12-31T23:00:00")
        #expect(west.instant(of: try wall(1969, 12, 31, 23)).nanoseconds == 0)
        #expect(west.instant(of: try wall(1900, 1, 1, 0)).nanoseconds == (-25_567 * 86_400 + 3600) * 1_000_000_000)
    }

    @Test("a wall time found from an instant leads back to it, except in the doubled hour")
    func roundTrip() {
        for hour in stride(from: Int64(1_711_000_000), to: 1_731_000_000, by: 1800) {
            let instant = Instant(nanoseconds: hour * 1_000_000_000)
            let back = berlin.instant(of: berlin.civilTime(at: instant))
            let isSecondPass = (1_729_990_800..<1_729_994_400).contains(hour)
            #expect(back.nanoseconds == instant.nanoseconds - (isSecondPass ? 3_600_000_000_000 : 0))
        }
    }

    @Test("does not trap at the ends of the time line")
    func extremes() {
        for nanoseconds in [Int64.min, .min + 1, .max - 1, .max] {
            _ = berlin.civilTime(at: Instant(nanoseconds: nanoseconds))
            _ = berlin.instant(of: CivilTime(nanoseconds: nanoseconds))
            _ = berlin.offset(at: Instant(nanoseconds: nanoseconds))
        }
    }

    @Test("a day starts at its first midnight and has its noon on the wall")
    func days() throws {
        let date = try #require(CivilDate("2024-03-31"))
        let length = berlin.start(of: date.adding(days: 1)).seconds(since: berlin.start(of: date))
        #expect(length == 23 * 3600)
        #expect(berlin.civilTime(at: berlin.noon(of: date)).description == "2024-03-31T12:00:00")
        let autumn = try #require(CivilDate("2024-10-27"))
        #expect(berlin.start(of: autumn.adding(days: 1)).seconds(since: berlin.start(of: autumn)) == 25 * 3600)
    }
}
