import Signals
import Testing

@testable import Analysis

struct StagingTests {
    @Test func `the model says what its fitting script says`() throws {
        let vectors = try StagingVectors()
        let night = try #require(SleepStaging.stage(counts: vectors.counts, start: 0, heartRate: vectors.heart))
        var (staged, motion) = (0, 0)
        for (place, epoch) in night.epochs.enumerated() {
            if let light = epoch.light, let deep = epoch.deep, let rem = epoch.rem, let awake = epoch.awake {
                for (own, theirs) in zip([awake, light, deep, rem], vectors.staged[place]) {
                    #expect(abs(own - theirs) < 1e-4, "epoch \(place)")
                }
                staged += 1
            } else if let awake = epoch.awake {
                #expect(abs(awake - vectors.motion[place]) < 1e-4, "epoch \(place)")
                motion += 1
            }
        }
        #expect(staged > 200)
        #expect(motion > 20)
    }

    @Test(arguments: [0.1, 0.3, 2.0, 10.0]) func `the scale of the counts changes nothing`(scale: Double) throws {
        let vectors = try StagingVectors()
        let own = SleepStaging.stage(counts: vectors.counts, start: 0, heartRate: vectors.heart)
        let scaled = SleepStaging.stage(
            counts: vectors.counts.map { $0 * scale }, start: 0, heartRate: vectors.heart)
        #expect(own == scaled)
    }

    @Test func `without heart rate there are no stages, and without motion there is nothing`() throws {
        let vectors = try StagingVectors()
        let night = try #require(SleepStaging.stage(counts: vectors.counts, start: 0, heartRate: []))
        #expect(night.tier == .motion)
        #expect(night.epochs.allSatisfy { $0.light == nil && $0.deep == nil && $0.rem == nil })
        #expect(Set(night.epochs.prefix(290).map(\.stage)) == [.awake, .asleep])
        // The last half hour of the vectors has no counts.
        #expect(night.epochs.suffix(30).allSatisfy { $0 == .unknown })
    }

    @Test func `heart rate that is missing for an hour leaves asleep and awake there and stages elsewhere`() throws {
        let vectors = try StagingVectors()
        let hole = 4500.0..<8100
        let heart = vectors.heart.filter { !hole.contains($0.seconds) }
        let night = try #require(SleepStaging.stage(counts: vectors.counts, start: 0, heartRate: heart))
        #expect(night.epochs[170..<250].allSatisfy { $0.light == nil && $0.stage != .unknown })
        #expect(night.epochs[20..<100].allSatisfy { $0.light != nil })
        #expect(night.confidence.heartRate < 0.8)
    }

    @Test func `however sure the model is, stages are told with 0.6 at most`() throws {
        let sure = StagedNight.Epoch(stage: .deep, awake: 0.01, light: 0.02, deep: 0.95, rem: 0.02)
        let night = StagedNight(
            start: 0, epochs: Array(repeating: sure, count: 900), tier: .heartRate, method: Method("test"))
        #expect(abs(night.confidence.agreement - 0.95) < 1e-9 && night.confidence.value == 0.6)
        let holes = Array(repeating: sure, count: 300) + Array(repeating: .unknown, count: 600)
        #expect(StagedNight(start: 0, epochs: holes, tier: .heartRate, method: Method("test")).confidence.value < 0.35)
    }

    @Test func `heart rate of other days and impossible rates are ignored`() throws {
        let vectors = try StagingVectors()
        let more =
            vectors.heart + [HeartRateSample(seconds: -90_000, beatsPerMinute: 120)]
            + [HeartRateSample(seconds: 1e17, beatsPerMinute: 70), HeartRateSample(seconds: 3000, beatsPerMinute: 400)]
        #expect(
            SleepStaging.stage(counts: vectors.counts, start: 0, heartRate: more)
                == SleepStaging.stage(counts: vectors.counts, start: 0, heartRate: vectors.heart))
    }

    @Test func `nothing, stillness and days without end are answered`() throws {
        #expect(SleepStaging.stage(counts: [], start: 0, heartRate: [])?.epochs.isEmpty == true)
        let still = try #require(
            SleepStaging.stage(counts: [Double](repeating: 0, count: 50), start: 0, heartRate: []))
        #expect(still.epochs.allSatisfy { $0.awake != nil })
        #expect(SleepStaging.stage(counts: [Double](repeating: 1, count: 5761), start: 0, heartRate: []) == nil)
    }
}
