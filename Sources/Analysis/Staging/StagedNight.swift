public import Signals

/// The stages of a night, 30 s each.
public struct StagedNight: Hashable, Sendable {
    /// What data the stages are based on.
    public enum Tier: String, Hashable, Sendable {
        /// Heart rate with motion.
        case heartRate = "heart-rate"
        /// Heart rate worked out of beat-to-beat intervals, with motion; not validated against polysomnography.
        case intervals = "rr-derived-heart-rate"
        /// Motion alone: asleep or awake.
        case motion = "motion"
        /// Nothing could be told.
        case none = "none"

        /// Whether the model was held against polysomnography with such signals.
        public var isValidated: Bool { self == .heartRate || self == .motion }
    }

    /// One epoch.
    public struct Epoch: Hashable, Sendable {
        /// The reported stage: the most likely one, with awake, deep and REM weighted as the model card describes.
        public var stage: SleepStage
        /// Probability of being awake, 0 ... 1; nil when nothing can be told.
        public var awake: Double?
        /// Probability of light sleep (N1 and N2); nil where motion alone speaks.
        public var light: Double?
        /// Probability of deep sleep (N3); nil where motion alone speaks.
        public var deep: Double?
        /// Probability of REM sleep; nil where motion alone speaks.
        public var rem: Double?

        /// An epoch of which nothing is known.
        public static let unknown = Self(stage: .unknown)

        /// The probability of ``stage``; nil when nothing can be told.
        public var certainty: Double? {
            switch stage {
            case .unknown: nil
            case .awake: awake
            case .light: light
            case .deep: deep
            case .rem: rem
            case .asleep: awake.map { 1 - $0 }
            }
        }
    }

    /// The start of the first epoch, in seconds on the clock of the samples.
    public var start: Double
    /// The epochs, in order and without holes.
    public var epochs: [Epoch]
    /// What most of the epochs that could be told were made of.
    public var tier: Tier
    /// The model and version that staged the night.
    public var method: Method

    /// The length of an epoch, in seconds.
    public static let epochSeconds = 30.0
}

extension StagedNight {
    /// Which kind of sleep an epoch that another method scored as sleep most likely is, where both lie on one clock of
    /// seconds since 1970.
    /// - Returns: light, deep or REM of the epoch in which the middle of `interval` lies; nil where no kind is told.
    public func kind(during interval: Range<Instant>) -> SleepStage? {
        let middle = (interval.lowerBound.secondsSince1970 + interval.upperBound.secondsSince1970) / 2
        let place = ((middle - start) / Self.epochSeconds).rounded(.down)
        guard place >= 0, place < Double(epochs.count) else { return nil }
        let epoch = epochs[Int(place)]
        guard let light = epoch.light, let deep = epoch.deep, let rem = epoch.rem else { return nil }
        let weights = SleepStaging.stageWeights
        let kinds = [(SleepStage.light, light * weights[1]), (.deep, deep * weights[2]), (.rem, rem * weights[3])]
        return kinds.max { $0.1 < $1.1 }?.0
    }
}

extension StagedNight {
    /// The figures of the night, in minutes; nil where they cannot be known.
    public struct Measures: Hashable, Sendable {
        /// Minutes asleep from lights out, or from the first epoch, on.
        public var totalSleepTime: Double
        /// Minutes from lights out to the first epoch of sleep; nil without lights out or without sleep.
        public var sleepOnsetLatency: Double?
        /// Minutes awake between the first and the last epoch of sleep; nil without sleep.
        public var wakeAfterSleepOnset: Double?
        /// Minutes asleep per minutes from lights out, or from the first epoch, to the end, without what is unknown, in
        /// percent; nil when nothing is known.
        public var sleepEfficiency: Double?
        /// Minutes of each stage that occurs.
        public var minutes: [SleepStage: Double]
    }

    /// Measures the night.
    /// - Parameter lightsOut: in seconds on the clock of ``start``; nil where it is not known.
    public func measures(lightsOut: Double? = nil) -> Measures {
        let first = lightsOut.map { max(0, Int((($0 - start) / Self.epochSeconds).rounded(.down))) } ?? 0
        let stages = epochs.dropFirst(first).map(\.stage)
        let minute = Self.epochSeconds / 60
        let asleep = stages.indices.filter { stages[$0].isAsleep == true }
        let known = stages.count { $0 != .unknown }
        let onset = asleep.first.map { start + Double(first + $0) * Self.epochSeconds }
        let within = asleep.first.flatMap { first in asleep.last.map { stages[first...$0] } }
        return Measures(
            totalSleepTime: Double(asleep.count) * minute,
            sleepOnsetLatency: lightsOut.flatMap { lightsOut in onset.map { max(0, $0 - lightsOut) / 60 } },
            wakeAfterSleepOnset: within.map { Double($0.count { $0 == .awake }) * minute },
            sleepEfficiency: known > 0 ? 100 * Double(asleep.count) / Double(known) : nil,
            minutes: Dictionary(grouping: stages) { $0 }.mapValues { Double($0.count) * minute })
    }

    /// How far the night can be trusted, as a product of parts that are 0 ... 1 each.
    public struct Confidence: Hashable, Sendable {
        /// The share of epochs of which anything can be told.
        public var completeness: Double
        /// The share of those with heart rate; 1 where motion alone was asked.
        public var heartRate: Double
        /// The mean calibrated probability of the stages that were given: the expected agreement with polysomnography.
        public var agreement: Double

        /// The greatest confidence: stages from heart rate and wrist movement are an estimate, however certain the
        /// model is.
        public static let limit = 0.6

        /// The product of the parts, at most ``limit``.
        public var value: Double { min(Self.limit, completeness * heartRate * agreement) }
    }

    /// The confidence that the night deserves, by its parts.
    public var confidence: Confidence {
        let certainties = epochs.compactMap(\.certainty)
        let known = Double(max(1, certainties.count))
        let staged = epochs.count { $0.light != nil }
        return Confidence(
            completeness: Double(certainties.count) / Double(max(1, epochs.count)),
            heartRate: tier == .motion ? 1 : Double(staged) / known,
            agreement: certainties.reduce(0, +) / known)
    }
}
