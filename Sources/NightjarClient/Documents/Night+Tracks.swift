#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

extension Night {
    /// What was found epoch by epoch.
    public struct States: Sendable, Hashable, Codable {
        /// The first epoch's begin.
        public var start: Date
        /// Seconds of an epoch.
        public var epoch: Double
        /// One letter each: A awake, S asleep, L light, D deep, R REM, N not worn, ? unknown.
        public var values: String

        enum CodingKeys: String, CodingKey {
            case values
            case start = "start_s"
            case epoch = "epoch_s"
        }
    }

    /// Probabilities of the kinds of sleep, epoch by epoch.
    public struct Staging: Sendable, Hashable, Codable {
        /// What made them.
        public var method: String
        /// Its version.
        public var version: Int
        /// On which signals they rest.
        public var tier: String
        /// Whether the model was held against polysomnography with such signals.
        public var isValidated: Bool
        /// 0 to 1.
        public var confidence: Double?
        /// The first epoch's begin.
        public var start: Date
        /// Seconds of an epoch.
        public var epoch: Double
        /// Awake.
        public var awake: [Double?]
        /// Light sleep.
        public var light: [Double?]
        /// Deep sleep.
        public var deep: [Double?]
        /// REM sleep.
        public var rem: [Double?]

        enum CodingKeys: String, CodingKey {
            case method, version, tier, confidence
            case isValidated = "validated"
            case start = "start_s"
            case epoch = "epoch_s"
            case awake = "p_wake"
            case light = "p_light"
            case deep = "p_deep"
            case rem = "p_rem"
        }
    }

    /// What was measured, one value per epoch; a track without any value is nil.
    public struct Tracks: Sendable, Hashable, Codable {
        /// The first epoch's begin.
        public var start: Date
        /// Seconds of an epoch.
        public var epoch: Double
        /// Movement, thousandths of g.
        public var enmo: [Double?]?
        /// The arm's angle, degrees.
        public var angle: [Double?]?
        /// Beats per minute.
        public var rate: [Double?]?
        /// Activity counts per minute.
        public var counts: [Double?]?
        /// Load, 0 to 1.
        public var load: [Double?]?
        /// 1 worn, 0 not.
        public var wear: [Double?]?

        enum CodingKeys: String, CodingKey {
            case counts, load, wear
            case start = "start_s"
            case epoch = "epoch_s"
            case enmo = "enmo_mg"
            case angle = "angle_z_deg"
            case rate = "heart_rate"
        }
    }

    /// A stretch without data.
    public struct Gap: Sendable, Hashable, Codable {
        /// From when.
        public var start: Date
        /// Until when.
        public var end: Date
        /// What was to blame.
        public var cause: String
        /// What more is known.
        public var detail: String?

        enum CodingKeys: String, CodingKey {
            case cause, detail
            case start = "start_s"
            case end = "end_s"
        }
    }
}
