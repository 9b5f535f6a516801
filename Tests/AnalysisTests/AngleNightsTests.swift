import Signals
import Testing

@testable import Analysis

@Suite("Nights by the arm's angle, as epochs come")
struct AngleNightsTests {
    private static let noon = Instant(nanoseconds: 1_706_788_800_000_000_000)

    /// Epochs of seconds after noon, one in 20 s: an arm that rests from 11 hours after noon on for eight.
    private func epochs(_ seconds: Range<Int>) -> [Epoch] {
        stride(from: seconds.lowerBound, to: seconds.upperBound, by: 20).map { second in
            let isBed = (11 * 3600..<19 * 3600).contains(second % 86_400)
            let angle = isBed ? Double(second / 1800 % 7) * 20 - 60 : Double(second &* 7919 % 160) - 80
            return Epoch(
                start: Self.noon.advanced(bySeconds: Double(second)), seconds: 5,
                motion: .init(samples: 5, enmo: 0.01, mad: isBed ? 0.002 : 0.05, angleZ: angle))
        }
    }

    @Test("keeps no epoch of a window that is over, however many days there are")
    func bounded() throws {
        let whole = epochs(0..<40 * 86_400)
        var arm = AngleNights(zone: .utc)
        var most = 0
        for epoch in whole {
            arm.add(epoch)
            most = max(most, arm.keptEpochs)
        }
        #expect(most > 0 && most <= 2 * 4320 + 1)
        let nights = try arm.nights()
        #expect(nights.count == 40 && arm.keptEpochs == 0 && arm.late.isEmpty)
        #expect(try nights == NightAnalysis.nights(angleZ: whole.reversed(), zone: .utc))
    }

    @Test("takes what comes out of order within a day, and tells of which windows it came too late")
    func late() throws {
        // Hours that were left out come at the end: of the last day, and of the third.
        let day = 86_400
        let parts = [0..<2 * day + 3600, 2 * day + 7200..<5 * day + 3600, 5 * day + 7200..<6 * day]
        let near = parts.flatMap(epochs) + epochs(5 * day + 3600..<5 * day + 7200)
        var arm = AngleNights(zone: .utc)
        for epoch in near { arm.add(epoch) }
        #expect(arm.late.isEmpty)
        #expect(try arm.nights() == NightAnalysis.nights(angleZ: near, zone: .utc))

        let far = near + epochs(2 * day + 3600..<2 * day + 7200)
        arm = AngleNights(zone: .utc)
        for epoch in far { arm.add(epoch) }
        #expect(arm.late.map(\.description) == ["2024-02-04"])
        var held = AngleNights(zone: .utc, holding: arm.late)
        for epoch in far { held.add(epoch) }
        #expect(held.late.isEmpty && held.keptEpochs < 4 * 4320)
        #expect(try held.nights() == NightAnalysis.nights(angleZ: far, zone: .utc))
        #expect(try arm.nights() != NightAnalysis.nights(angleZ: far, zone: .utc))
    }
}
