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
