import Glibc
import Signals

/// Stages a night from motion and heart rate. Pure: the same input gives the same stages, bit for bit.
///
/// Where heart rate is there, a model of ours tells awake, light, deep and REM; where only motion is there, one tells
/// awake and asleep and nothing finer; elsewhere the stage is unknown. The models were fitted on people in a sleep
/// laboratory; `docs/staging-model-card.md` says how far they can be trusted.
public enum SleepStaging {
    /// The longest night, in epochs of 30 s: two days.
    static let longest = 5760

    /// Stages a night.
    /// - Parameters:
    ///   - counts: activity of each epoch of 30 s, of any kind and scale; NaN where there is none. At most two days.
    ///   - start: when the first epoch starts, in seconds on the clock of the samples.
    ///   - heartRate: heart rate samples in any order and at any interval; others than those of the night are ignored.
    ///   - lightsOut: when the night began, in seconds on that clock; nil takes the first epoch for it.
    ///   - isFromIntervals: whether `heartRate` was worked out of beat-to-beat intervals.
    /// - Returns: an epoch for each count; nil for a night that is longer than two days, and from a program whose
    ///   models were damaged.
    public static func stage(
        counts: [Double], start: Double, heartRate: [HeartRateSample], lightsOut: Double? = nil,
        isFromIntervals: Bool = false
    ) -> StagedNight? {
        guard counts.count <= longest, let heartRateModel = StagingModel.heartRate,
            let motionModel = StagingModel.motion
        else { return nil }
        let motion = MotionFeatures(counts: counts)
        let heart = HeartFeatures(heartRate, start: start, count: counts.count)
        let moves = GaussianWindow(5).mean(motion.level)
        let beats = GaussianWindow(5, least: 0.3).mean(heart.epochs)
        let origin = lightsOut.map { ($0 - start) / StagedNight.epochSeconds } ?? 0
        var columns = motion.columns()
        columns.merge(clock(count: counts.count, origin: origin)) { own, _ in own }
        let hasHeart = beats.contains { !$0.isNaN }
        if hasHeart { columns.merge(heart.columns()) { own, _ in own } }
        let all = StagingRows(columns, heartRateModel)
        let motions = StagingRows(columns, motionModel)
        let epochs = counts.indices.map { place -> StagedNight.Epoch in
            guard !moves[place].isNaN else { return .unknown }
            return beats[place].isNaN ? motionAlone(motions.probabilities(place)) : staged(all.probabilities(place))
        }
        return StagedNight(
            start: start, epochs: epochs, tier: tier(epochs, isFromIntervals: isFromIntervals), method: method)
    }

    /// The models and the people they were fitted on.
    static let method = Method("nightjar-staging", parameters: ["epoch_s": 30, "people": 23])

    /// What the probabilities of awake, light, deep and REM are multiplied by before the largest tells the stage: the most
    /// likely stage alone would take rare ones for common ones and tell too much sleep.
    static let stageWeights = [2, 1, 1.2, 1.2]
    /// The weight of awake where motion alone is known.
    static let motionWeight = 3.0

    /// Hours since lights out, and the phase of a sleep cycle that began with them.
    private static func clock(count: Int, origin: Double) -> [String: [Double]] {
        let hours = (0..<count).map { (Double($0) - origin) * 30 / 3600 }
        return [
            "t": hours.map { min(max($0, -1), 9) },
            "c1": hours.map { cos(2 * .pi * $0 / 1.6) }, "s1": hours.map { sin(2 * .pi * $0 / 1.6) },
        ]
    }

    private static func staged(_ p: [Double]) -> StagedNight.Epoch {
        let stages: [SleepStage] = [.awake, .light, .deep, .rem]
        let best = p.indices.max { p[$0] * stageWeights[$0] < p[$1] * stageWeights[$1] } ?? 0
        return StagedNight.Epoch(stage: stages[best], awake: p[0], light: p[1], deep: p[2], rem: p[3])
    }

    private static func motionAlone(_ p: [Double]) -> StagedNight.Epoch {
        StagedNight.Epoch(stage: p[0] * motionWeight > p[1] ? .awake : .asleep, awake: p[0])
    }

    private static func tier(_ epochs: [StagedNight.Epoch], isFromIntervals: Bool) -> StagedNight.Tier {
        let staged = epochs.count { $0.light != nil }
        let known = epochs.count { $0.stage != .unknown }
        guard known > 0 else { return .none }
        guard 2 * staged >= known else { return .motion }
        return isFromIntervals ? .intervals : .heartRate
    }
}
