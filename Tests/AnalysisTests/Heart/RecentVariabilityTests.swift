import Signals
import Testing

@testable import Analysis

@Suite("Variability of the last five minutes")
struct RecentVariabilityTests {
    private func beats(_ count: Int, from second: Double = 0, label: Beat.Label = .normal) -> [Beat] {
        (0..<count).map { index in
            Beat(
                time: Instant(nanoseconds: 0).advanced(bySeconds: second + Double(index + 1)),
                rr: index % 2 == 0 ? 990 : 1010, label: label)
        }
    }

    @Test("is of five minutes, not of all that is known")
    func window() throws {
        // An hour of another rhythm, then five minutes and a bit of this.
        let before = (0..<3000).map { index in
            Beat(time: Instant(nanoseconds: 0).advanced(bySeconds: Double(index) * 0.6), rr: 600)
        }
        let found = try #require(RecentVariability(before + beats(320, from: 1800)))
        #expect(found.window.lowerBound == Instant(nanoseconds: 0).advanced(bySeconds: 1820))
        #expect(abs(found.cleanSeconds - 300) < 1)
        #expect(abs((found.sdnn.value ?? 0) - 10) < 0.1 && abs((found.rmssd.value ?? 0) - 20) < 0.1)
        #expect(abs((found.heartRate.value ?? 0) - 60) < 0.1)
        #expect(found.sdnn.method.parameters["window_s"] == 300)
    }

    @Test("needs sixty seconds of clean beats, and takes no difference over a hole")
    func least() throws {
        #expect(RecentVariability([]) == nil)
        let short = try #require(RecentVariability(beats(59)))
        #expect(short.sdnn.value == nil && short.sdnn.reason?.contains("60 s") == true)
        #expect(try #require(RecentVariability(beats(61))).sdnn.value != nil)
        // Artefacts are no clean beats.
        let spoilt = try #require(RecentVariability(beats(50) + beats(40, from: 50, label: .ectopic)))
        #expect(spoilt.sdnn.value == nil && abs(spoilt.cleanSeconds - 50) < 1)
        // Each beat after the other, but never two in a row.
        let lonely = (0..<140).map { index in
            Beat(
                time: Instant(nanoseconds: 0).advanced(bySeconds: Double(index) * 2), rr: 1000,
                label: index % 2 == 0 ? .normal : .missed)
        }
        let alone = try #require(RecentVariability(lonely))
        #expect(alone.sdnn.value == 0 && alone.rmssd.value == nil)
    }
}
