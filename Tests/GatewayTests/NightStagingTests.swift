import Analysis
import Signals
import Testing

@testable import Gateway

struct NightStagingTests {
    private static let start = Instant(nanoseconds: 1_792_839_600_000_000_000)

    /// Seven hours of sleep that begins nine hours after noon.
    private static let night: Night = {
        let nothing = Estimate(unknown: "made up", method: Method("test"))
        let period = start.advanced(bySeconds: 9 * 3600)..<start.advanced(bySeconds: 16 * 3600)
        return Night(
            date: NightWindow(containing: start, in: .utc).date, zone: "UTC",
            window: start..<start.advanced(bySeconds: 86_400), sleepPeriod: period, statesStart: start,
            epochSeconds: 30, states: [SleepState](repeating: .asleep, count: 2880),
            measures: SleepMeasures(
                totalSleepTime: nothing, sleepOnsetLatency: nothing, wakeAfterSleepOnset: nothing,
                sleepEfficiency: nothing, awakenings: nothing, sleepPeriod: nothing, timeInBed: nothing,
                midSleep: nothing),
            confidence: NightConfidence(completeness: 1, wear: 1, agreement: 0.8), periodMethod: Method("test"),
            scoringMethod: Method("test"))
    }()

    private static func epochs(hasHeart: Bool, beats: Int = 0) -> [Epoch] {
        (0..<2880).map { index in
            let isTurn = index % 41 == 0
            return Epoch(
                start: start.advanced(bySeconds: Double(index) * 30), seconds: 30,
                motion: Epoch.Motion(samples: 1500, enmo: 0, mad: isTurn ? 0.08 : 0.002, angleZ: 10),
                heart: hasHeart ? Epoch.Heart(beats: beats, rate: 56 + Double(index * 13 % 7)) : nil)
        }
    }

    @Test func `a night with heart rate has stages around its main sleep`() throws {
        let staged = try #require(NightStaging.stage(Self.night, Self.epochs(hasHeart: true)))
        #expect(staged.tier == .heartRate)
        #expect(staged.start == Self.start.secondsSince1970 + 8.5 * 3600)
        #expect(staged.epochs.count == 8 * 120)
        let middle = Self.start.advanced(bySeconds: 12 * 3600)
        #expect(staged.kind(during: middle..<middle.advanced(bySeconds: 30)) != nil)
        let noon = Self.start..<Self.start.advanced(bySeconds: 30)
        #expect(staged.kind(during: noon) == nil)
    }

    @Test func `stages from a strap's intervals say that nothing was held against them`() throws {
        let staged = try #require(NightStaging.stage(Self.night, Self.epochs(hasHeart: true, beats: 29)))
        #expect(staged.tier == .intervals && !staged.tier.isValidated)
        let rates = try #require(NightStaging.stage(Self.night, Self.epochs(hasHeart: true)))
        #expect(rates.tier.isValidated && rates.epochs == staged.epochs)
    }

    @Test func `a night of movement alone stays asleep and awake`() {
        #expect(NightStaging.stage(Self.night, Self.epochs(hasHeart: false)) == nil)
        #expect(NightStaging.stage(Self.night, []) == nil)
    }
}
