import Testing

@testable import Analysis

@Suite("Oxygen nights")
struct OxygenNightTests {
    /// An hour of 96 % with dips of so many points for so many seconds, every ten minutes.
    private func hour(_ points: Double, _ seconds: Int, dips: Int = 5) -> [Double] {
        var values = [Double](repeating: 96, count: 3600)
        for dip in 0..<dips { for second in 0..<seconds { values[600 * (dip + 1) + second] = 96 - points } }
        return values
    }

    @Test("count desaturations of three and of four points that last ten seconds")
    func dips() throws {
        let three = try #require(OxygenNight(hour(3, 20)))
        #expect(three.odi3 == 5 && three.odi4 == 0 && three.nadir == 93 && three.minutesBelow90 == 0)
        let four = try #require(OxygenNight(hour(4, 10)))
        #expect(four.odi3 == 5 && four.odi4 == 5)
        #expect(try #require(OxygenNight(hour(8, 9))).odi3 == 0)
        #expect(try #require(OxygenNight(hour(2, 60))).odi3 == 0)
        let deep = try #require(OxygenNight(hour(10, 30)))
        #expect(deep.odi4 == 5 && abs(deep.minutesBelow90 - 2.5) < 1e-12 && deep.nadir == 86)
    }

    @Test("take one slow fall for one, and a new level for at most one")
    func levels() throws {
        let level = [Double](repeating: 96, count: 1800) + [Double](repeating: 91, count: 1800)
        #expect(try #require(OxygenNight(level)).desaturations3 == 1)
        var slow = [Double](repeating: 96, count: 3600)
        for second in 0..<60 { slow[1000 + second] = 96 - Double(min(second, 59 - second)) / 5 }
        #expect(try #require(OxygenNight(slow)).desaturations3 == 1)
    }

    @Test("believe no zeros and need half an hour")
    func unknown() throws {
        var values = hour(0, 1)
        for second in 100..<200 { values[second] = 0 }
        values[300] = 127
        values[2000] = 70
        let night = try #require(OxygenNight(values))
        #expect(night.desaturations3 == 0 && abs(night.recordedHours * 3600 - 3499) < 1e-6)
        #expect(night.nadir == 96, "a single second is no nadir")
        #expect(OxygenNight([Double](repeating: 96, count: 1799)) == nil)
        #expect(OxygenNight([]) == nil && OxygenNight([Double](repeating: .nan, count: 4000)) == nil)
    }

    @Test("hold a sample until the next, for a minute at most")
    func samples() throws {
        let found = try #require(OxygenNight.seconds([(10, 96), (14, 95), (100, 94)]))
        #expect(found.count == 91 && found[0..<4].allSatisfy { $0 == 96 } && found[4] == 95 && found[5].isNaN)
        #expect(found[90] == 94)
        #expect(OxygenNight.seconds([]) == nil && OxygenNight.seconds([(0, 96), (1e12, 96)]) == nil)
    }
}
