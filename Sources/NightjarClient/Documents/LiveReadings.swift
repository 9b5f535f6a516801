#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// A reading of the heart.
public struct HeartReading: Sendable, Hashable, Codable {
    /// The device.
    public var device: String
    /// When.
    public var time: Date
    /// Beats per minute of the last window.
    public var rate: Double?
    /// Why there is no rate.
    public var reason: String?
    /// The device's own figure.
    public var deviceRate: Double?
    /// RMSSD, ms.
    public var rmssd: Double?
    /// SDNN, ms.
    public var sdnn: Double?
    /// The beats since the last reading.
    public var beats: [Beat]
    /// Whether the device touches skin.
    public var contact: Bool?

    enum CodingKeys: String, CodingKey {
        case device, reason, contact
        case time = "t_s"
        case rate = "bpm"
        case deviceRate = "device_bpm"
        case rmssd = "rmssd_ms"
        case sdnn = "sdnn_ms"
        case beats = "rr"
    }
}

/// A reading of the load index: how the body is doing compared with the person's own baseline. No diagnosis.
public struct LoadReading: Sendable, Hashable, Codable {
    /// The device.
    public var device: String
    /// When.
    public var time: Date
    /// 0 to 1; nil when it cannot be known.
    public var load: Double?
    /// When that value was true.
    public var loadTime: Date?
    /// `underload`, `optimal` or `overload`.
    public var state: String?
    /// Whether the word outlasts its number: "still optimal"; nil from a gateway that does not tell.
    public var isStateHeld: Bool?
    /// 0 to 1.
    public var confidence: Double?
    /// The probability behind it, 0 to 1.
    public var p: Double?
    /// What heart rate alone would say, 0 to 1.
    public var heartRateLoad: Double?
    /// Which figure to believe now: `index`, `heart_rate` or `neither`.
    public var believed: String?
    /// Why.
    public var believedBecause: String?
    /// Beats per minute.
    public var rate: Estimate
    /// RMSSD, ms.
    public var rmssd: Estimate
    /// SDNN, ms.
    public var sdnn: Estimate
    /// Movement, g.
    public var motion: Double?
    /// Whether the value is an older one.
    public var isStale: Bool
    /// Whether an exercise holds the index back.
    public var isMuted: Bool
    /// Whether there is no value because the wearer refuses the heart.
    public var isRefused: Bool?
    /// Whether a new value was reckoned for this reading.
    public var isAssessment: Bool
    /// Why there is no value, or why it is less sure.
    public var reasons: [String]
    /// What made it.
    public var method: Method

    enum CodingKeys: String, CodingKey {
        case device, load, state, confidence, p, reasons, method
        case isStateHeld = "state_held"
        case time = "t_s"
        case loadTime = "load_t_s"
        case heartRateLoad = "load_heart_rate"
        case believed
        case believedBecause = "believed_because"
        case rate = "heart_rate"
        case rmssd = "rmssd_ms"
        case sdnn = "sdnn_ms"
        case motion = "motion_g"
        case isStale = "stale"
        case isMuted = "muted"
        case isRefused = "refused"
        case isAssessment = "assessment"
    }
}

/// Movement of one epoch.
public struct MotionReading: Sendable, Hashable, Codable {
    /// The device.
    public var device: String
    /// The epoch's begin.
    public var time: Date
    /// Euclidean norm minus one, thousandths of g.
    public var enmo: Double?
    /// Mean amplitude deviation, thousandths of g.
    public var mad: Double?
    /// The arm's angle, degrees.
    public var angle: Double?
    /// How many samples went in.
    public var samples: Int?

    enum CodingKeys: String, CodingKey {
        case device, samples
        case time = "t_s"
        case enmo = "enmo_mg"
        case mad = "mad_mg"
        case angle = "angle_z_deg"
    }
}

/// Beats that are judged anew.
public struct Relabelled: Sendable, Hashable, Codable {
    /// The device.
    public var device: String
    /// The beats with their new labels.
    public var beats: [Beat]

    enum CodingKeys: String, CodingKey {
        case device
        case beats = "rr"
    }
}
