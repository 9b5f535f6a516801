#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// What a reading session's load was found to be: every 30 s and at its begin.
public struct ReadingAssessment: Sendable, Hashable, Codable {
    /// A breathing exercise that is offered.
    public struct Offer: Sendable, Hashable, Codable {
        /// Seconds in and out, such as `4-6`.
        public var pattern: String
        /// How long, in seconds.
        public var seconds: Double
    }

    /// The algorithm.
    public struct Maker: Sendable, Hashable, Codable {
        /// Its name.
        public var name: String
        /// Its version.
        public var version: Int
    }

    /// The number of the session.
    public var session: Int
    /// Whose.
    public var person: Int
    /// When.
    public var time: Date
    /// 0 to 1; nil when it cannot be known, with ``reasons``.
    public var load: Double?
    /// `underload`, `optimal` or `overload`; nil without a load.
    public var state: String?
    /// Whether the word outlasts its number: "still optimal"; nil from a gateway that does not tell.
    public var isStateHeld: Bool?
    /// The state before.
    public var previousState: String?
    /// How much to trust the load, 0 to 1.
    public var confidence: Double
    /// Whether the load is an earlier one.
    public var isStale: Bool
    /// Whether the index is silent: exercise, or breathing.
    public var isMuted: Bool
    /// Words per minute in the last minute.
    public var speed: Double?
    /// Share of mistakes in the last minute, 0 to 1.
    public var errors: Double?
    /// Pauses in the last minute.
    public var pauses: Double?
    /// Beats per minute.
    public var heartRate: Double?
    /// SDNN of the last minute, in ms.
    public var variability: Double?
    /// What the load was made from: `heart`, `reading`.
    public var basis: [String]
    /// What limits it, for a person to read.
    public var reasons: [String]
    /// The device that the heart was heard from.
    public var device: String?
    /// Whether there is no body behind that device.
    public var isSynthetic: Bool
    /// Breathing that is offered: the load has risen to overload.
    public var breathing: Offer?
    /// The algorithm.
    public var method: Maker

    enum CodingKeys: String, CodingKey {
        case session, person, state, confidence, basis, reasons, device, breathing, method
        case isStateHeld = "state_held"
        case time = "t_s"
        case load = "cognitive_load"
        case previousState = "previous_state"
        case isStale = "stale"
        case isMuted = "muted"
        case speed = "reading_speed"
        case errors = "error_rate"
        case pauses = "pause_frequency"
        case heartRate = "heart_rate"
        case variability = "heart_rate_variability"
        case isSynthetic = "synthetic"
    }
}
