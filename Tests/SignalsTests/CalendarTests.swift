import Signals
import Testing

@Suite("Times beyond the calendar")
struct CalendarTests {
    private static let berlin = Zone(
        name: "Europe/Berlin", firstOffset: 3600, transitions: [1_700_000_000], offsets: [7200])

    @Test(
        "dates that no instant holds stand at the ends",
        arguments: ["0001-01-01", "1677-09-20", "2262-04-12", "9999-12-31"])
    func ends(text: String) throws {
        let date = try #require(CivilDate(text))
        for zone in [Zone.utc, Self.berlin] {
            let (start, noon) = (zone.start(of: date), zone.noon(of: date))
            #expect(start <= noon)
            #expect(date.year < 1970 ? noon < Instant.calendar.lowerBound : start > Instant.calendar.upperBound)
        }
        #expect(date.adding(days: .max) > date && date.adding(days: .min) < date)
    }

    @Test("instants at the ends have a day, a text and a place on the wall", arguments: [Int64.min, .min + 1, .max])
    func extremes(nanoseconds: Int64) {
        let instant = Instant(nanoseconds: nanoseconds)
        #expect(instant.rfc3339.hasPrefix(nanoseconds < 0 ? "1677-09-21" : "2262-04-11"))
        let wall = Self.berlin.civilTime(at: instant)
        #expect([1677, 2262].contains(wall.date.year))
        #expect(Instant.calendar.contains(instant.inCalendar))
    }

    @Test("clocks and certificates of other ages stop at the end of the calendar")
    func clamped() {
        #expect(Instant(clampingSeconds: 253_402_300_799) == Instant.calendar.upperBound)
        #expect(Instant(clampingSeconds: .max, nanoseconds: .max) == Instant.calendar.upperBound)
        #expect(Instant(clampingSeconds: .min) == Instant.calendar.lowerBound)
        #expect(Instant(clampingSeconds: 5, nanoseconds: 7).nanoseconds == 5_000_000_007)
        #expect(Instant.calendar.upperBound.rfc3339 == "2261-01-01T00:00:00Z")
        #expect(Instant.calendar.lowerBound.rfc3339 == "1680-01-01T00:00:00Z")
    }
}
