import Signals
import Testing

@testable import Runtime

@Suite struct ZoneRuleTests {
    private func changes(_ text: String, in year: Int) throws -> [String] {
        let rule = try #require(ZoneRule(text))
        let daylight = try #require(rule.daylight)
        return [
            daylight.start.second(in: year, offset: rule.standardOffset),
            daylight.end.second(in: year, offset: daylight.offset),
        ].map { CivilTime(nanoseconds: $0 * 1_000_000_000).description }
    }

    @Test("finds the changes of rules in use")
    func inUse() throws {
        #expect(try changes("CET-1CEST,M3.5.0,M10.5.0/3", in: 2024) == ["2024-03-31T01:00:00", "2024-10-27T01:00:00"])
        #expect(try changes("EST5EDT,M3.2.0,M11.1.0", in: 2025) == ["2025-03-09T07:00:00", "2025-11-02T06:00:00"])
        #expect(
            try changes("<-02>2<-01>,M3.5.0/-1,M10.5.0/0", in: 2024) == ["2024-03-31T01:00:00", "2024-10-27T01:00:00"])
        #expect(
            try changes("<+1030>-10:30<+11>-11,M10.1.0,M4.1.0", in: 2024) == [
                "2024-10-05T15:30:00", "2024-04-06T15:00:00",
            ])
        #expect(try changes("IST-2IDT,M3.4.4/26,M10.5.0", in: 2024) == ["2024-03-29T00:00:00", "2024-10-26T23:00:00"])
    }

    @Test("counts days with and without 29 February")
    func days() throws {
        #expect(try changes("AAA0BBB,J60/0,60/0", in: 2024) == ["2024-03-01T00:00:00", "2024-02-29T23:00:00"])
        #expect(try changes("AAA0BBB,J60/0,60/0", in: 2023) == ["2023-03-01T00:00:00", "2023-03-01T23:00:00"])
    }

    @Test("reads offsets east and west, with minutes and seconds")
    func offsets() {
        #expect(ZoneRule("UTC0")?.standardOffset == 0)
        #expect(ZoneRule("EST5")?.standardOffset == -18_000)
        #expect(ZoneRule("<+0545>-5:45")?.standardOffset == 20_700)
        #expect(ZoneRule("LMT0:44:30")?.standardOffset == -2670)
    }

    @Test("daylight saving all year is one offset for ever")
    func allYear() {
        var table = ZoneTable(firstOffset: -18_000, transitions: [0], offsets: [-14_400])
        if let rule = ZoneRule("XXX5EDT4,0/0,J365/25") { table.append(rule) }
        #expect(table.transitions == [0])
    }

    @Test(
        "refuses what is no rule",
        arguments: [
            "", "C", "CET", "CE-1", "CET-1CEST", "CET-1CEST,", "CET-1CEST,M3.5.0", "CET-1CEST,M13.5.0,M10.5.0",
            "CET-1CEST,M3.6.0,M10.5.0", "CET-1CEST,M3.5.7,M10.5.0", "CET-1CEST,J0,J365", "CET-1CEST,J366,J1",
            "CET-25", "<C>-1", "<CET-1", "CET-1CEST,M3.5.0,M10.5.0/168", "CET-1CEST,M3.5.0,M10.5.0x", "CET-99999999999",
        ])
    func refuses(text: String) { #expect(ZoneRule(text) == nil) }
}
