import Signals
import Testing

@Suite struct TimelineTests {
    @Test("cut at any index gives the same nanosecond for the same sample", arguments: [0.1, 25, 32, 98.86, 100, 3200])
    func cuts(hertz: Double) throws {
        let line = try #require(Timeline(origin: Instant(nanoseconds: 1_700_000_000_123_456_789), hertz: hertz))
        for cut in [0, 1, 7, 1000, 123_457] {
            let rest = line.dropping(cut)
            for index in [0, 1, 99, 60_000_000] {
                #expect(rest.instant(at: index) == line.instant(at: cut + index))
            }
        }
    }

    @Test("the index at or after an instant is the first that is not before it", arguments: [0.1, 32, 98.86, 3200])
    func indexes(hertz: Double) throws {
        let line = try #require(Timeline(origin: Instant(nanoseconds: -5_000_000_000), hertz: hertz)).dropping(3)
        for step in -200...200 {
            let instant = Instant(nanoseconds: Int64(step) * 77_777_777)
            let index = line.index(atOrAfter: instant)
            // An instant is rounded down to its nanosecond, so that the index may be one late within that nanosecond.
            #expect(line.instant(at: index) >= instant)
            #expect(line.instant(at: index - 1) < instant || line.instant(at: index - 1) == instant)
        }
    }

    @Test("refuses rates that make no sense", arguments: [0, -1, 0.0009, 1_000_001, .nan, .infinity])
    func rates(hertz: Double) {
        #expect(Timeline(origin: Instant(nanoseconds: 0), hertz: hertz) == nil)
    }

    @Test("stops at the ends of the time line")
    func extremes() throws {
        let line = try #require(Timeline(origin: Instant(nanoseconds: .max - 10), hertz: 1))
        #expect(line.instant(at: 5) == Instant(nanoseconds: .max))
        #expect(line.instant(at: .max) == Instant(nanoseconds: .max))
        _ = line.index(atOrAfter: Instant(nanoseconds: .min))
    }
}
