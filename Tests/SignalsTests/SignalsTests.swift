import Signals
import Testing

@Suite struct CivilDateTests {
    @Test("agrees with the calendar over leap years and centuries")
    func calendar() throws {
        #expect(CivilDate("1970-01-01")?.daysSince1970 == 0)
        #expect(CivilDate("2000-02-29")?.daysSince1970 == 11_016)
        #expect(CivilDate("0001-01-01")?.daysSince1970 == -719_162)
        #expect(CivilDate("9999-12-31")?.daysSince1970 == 2_932_896)
        for days in stride(from: -719_162, through: 2_932_896, by: 97) {
            let date = CivilDate(daysSince1970: days)
            #expect(CivilDate(date.description) == date)
        }
    }

    @Test(
        "refuses days that do not exist",
        arguments: ["1900-02-29", "2023-02-29", "2024-04-31", "2024-13-01", "2024-00-10", "2024-1-1", "", "+024-01-01"])
    func refuses(text: String) { #expect(CivilDate(text) == nil) }

    @Test("splits a wall time before 1970 without losing the fraction")
    func wallTime() throws {
        let time = CivilTime(nanoseconds: -500_000_000)
        #expect(time.date.description == "1969-12-31")
        #expect(time.secondOfDay == 86_399)
        #expect(time.nanosecond == 500_000_000)
        #expect(time.description == "1969-12-31T23:59:59.5")
    }
}

@Suite struct InstantTests {
    @Test("saturates rather than wrap")
    func saturation() {
        let end = Instant(nanoseconds: .max)
        #expect(end.advanced(byNanoseconds: 1) == end)
        #expect(Instant(nanoseconds: .min).advanced(byNanoseconds: -1) == Instant(nanoseconds: .min))
        #expect(end.nanoseconds(since: Instant(nanoseconds: .min)) == .max)
        #expect(end.advanced(bySeconds: 1e300) == end)
    }

    @Test("refuses seconds that do not fit", arguments: [1e10, -1e10, .nan, .infinity])
    func seconds(value: Double) { #expect(Instant(secondsSince1970: value) == nil) }
}

@Suite struct SampleBatchTests {
    @Test("a slice has the same values at the same instants")
    func slices() throws {
        let line = try #require(Timeline(origin: Instant(nanoseconds: 17), hertz: 98.7))
        let values = (0..<300).map { Float($0) }
        let stamps = (0..<100).map { line.instant(at: $0).nanoseconds }
        for times in [SampleTimes.uniform(line), .stamped(stamps)] {
            let whole = SampleBatch(
                device: DeviceID(rawValue: "d"), channel: .acceleration, unit: .standardGravity, axes: 3,
                values: values, times: times, received: Instant(nanoseconds: 0))
            for range in [0..<100, 0..<0, 13..<14, 40..<100] {
                let part = whole.slice(range)
                #expect(part.count == range.count)
                #expect(part.values == Array(values[(range.lowerBound * 3)..<(range.upperBound * 3)]))
                for index in range {
                    #expect(part.times.instant(at: index - range.lowerBound) == whole.times.instant(at: index))
                }
            }
        }
    }
}
