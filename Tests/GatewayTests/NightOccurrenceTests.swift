import Runtime
import Signals
import Store
import Testing

@testable import Gateway

@Suite("Nights of a schedule")
struct NightOccurrenceTests {
    private let zone: Zone

    init() throws { zone = try Zone.named("Europe/Berlin") }

    private func schedule(_ from: Int, _ to: Int, days: Set<Int> = Set(1...7)) -> NightSchedule {
        NightSchedule(from: from, to: to, days: days, zone: "Europe/Berlin")
    }

    /// An instant by its UTC date and time; 1970 for a text that is none.
    private func utc(_ text: String) -> Instant {
        let parts = text.split(separator: "T")
        let clock = parts[1].split(separator: ":").compactMap { Int($0) }
        let time = CivilTime(CivilDate(parts[0]), hour: clock[0], minute: clock[1])
        return Instant(nanoseconds: time?.nanoseconds ?? 0)
    }

    private func night(_ schedule: NightSchedule, _ date: String) throws -> NightOccurrence? {
        NightOccurrence(schedule, on: try #require(CivilDate(date)), in: zone)
    }

    @Test("go over midnight, an hour shorter when summer begins and an hour longer when it ends")
    func changes() throws {
        let nightly = schedule(22 * 60, 7 * 60)
        let plain = try #require(try night(nightly, "2026-02-10"))
        #expect(plain.start == utc("2026-02-10T21:00") && plain.end == utc("2026-02-11T06:00"))
        let spring = try #require(try night(nightly, "2026-03-28"))
        #expect(spring.start == utc("2026-03-28T21:00") && spring.end == utc("2026-03-29T05:00"))
        let autumn = try #require(try night(nightly, "2026-10-24"))
        #expect(autumn.start == utc("2026-10-24T20:00") && autumn.end == utc("2026-10-25T06:00"))
    }

    @Test("begin at the change where the wall skips their time, and at the first of two equal times")
    func skipped() throws {
        let skipped = try #require(try night(schedule(150, 300), "2026-03-29"))
        #expect(skipped.start == utc("2026-03-29T01:00") && skipped.end == utc("2026-03-29T03:00"))
        let twice = try #require(try night(schedule(150, 300), "2026-10-25"))
        #expect(twice.start == utc("2026-10-25T00:30") && twice.end == utc("2026-10-25T04:00"))
        // Both ends in the hour that is skipped: there is no such night.
        #expect(try night(schedule(125, 170), "2026-03-29") == nil)
    }

    @Test("begin on their days only, and a day is meant by its evening")
    func days() throws {
        // 2026-11-20 is a Friday.
        let weekend = schedule(22 * 60, 7 * 60, days: [5, 6])
        #expect(try night(weekend, "2026-11-20") != nil)
        #expect(try night(weekend, "2026-11-21") != nil)
        #expect(try night(weekend, "2026-11-22") == nil)
        let sunday = NightOccurrence.around(utc("2026-11-22T03:00"), of: weekend, in: zone)
        #expect(sunday?.start == utc("2026-11-21T21:00"))
        #expect(NightOccurrence.around(utc("2026-11-22T22:00"), of: weekend, in: zone) == nil)
    }

    @Test("are found from an hour before on, when asked for, and not after their end")
    func around() throws {
        let nightly = schedule(22 * 60, 7 * 60)
        let before = utc("2026-02-10T20:30")
        #expect(NightOccurrence.around(before, of: nightly, in: zone) == nil)
        #expect(
            NightOccurrence.around(before, of: nightly, in: zone, ahead: 3600)?.start == utc("2026-02-10T21:00"))
        #expect(NightOccurrence.around(utc("2026-02-11T06:00"), of: nightly, in: zone) == nil)
    }
}
