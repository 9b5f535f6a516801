#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// A device as the live page shows it.
public struct LiveDevice: Sendable, Hashable, Codable, Identifiable {
    /// The name under which its samples are kept.
    public var id: String
    /// What it is called.
    public var name: String
    /// Who made it.
    public var maker: String
    /// What it is.
    public var model: String
    /// Its serial number.
    public var serial: String
    /// The version of its software.
    public var firmware: String?
    /// `strap`, `watch`, `synthetic`, `replay` and so on.
    public var kind: String
    /// Whether there is no body behind it.
    public var isSynthetic: Bool
    /// Whether support for it is not finished.
    public var isPreview: Bool
    /// What it is doing.
    public var stage: String?
    /// Why.
    public var reason: String?
    /// What to do about it.
    public var nextStep: String?
    /// How well it is heard, in dBm.
    public var rssi: Int?
    /// The connection.
    public var link: DeviceLink
    /// Its battery in percent.
    public var battery: Int?
    /// `worn`, `not_worn` or `unknown`.
    public var wear: String
    /// Whether it touches skin.
    public var contact: Bool?
    /// What was lost today.
    public var losses: DeviceLosses
    /// What it measures.
    public var channels: [String]

    enum CodingKeys: String, CodingKey {
        case id, name, maker, model, serial, firmware, kind, stage, reason, link, wear, contact, channels
        case isSynthetic = "synthetic"
        case isPreview = "preview"
        case nextStep = "next_step"
        case rssi = "rssi_dbm"
        case battery = "battery_percent"
        case losses = "losses_today"
    }
}

/// Everything that a page needs when it opens.
public struct LiveSnapshot: Sendable, Hashable, Codable {
    /// The last minutes of a device.
    public struct Recent: Sendable, Hashable, Codable {
        /// Heart rate, beats per minute.
        public var rates: [Point]
        /// Beats.
        public var beats: [Beat]
        /// Load readings.
        public var load: [LoadReading]
        /// Movement, in thousandths of g.
        public var motion: [Point]

        enum CodingKeys: String, CodingKey {
            case load, motion
            case rates = "hr"
            case beats = "rr"
        }
    }

    /// What time it is at the gateway.
    public var now: Date
    /// The devices in use.
    public var devices: [LiveDevice]
    /// Everything around the devices.
    public var home: Home
    /// The last minutes of each device, by the name under which its samples are kept.
    public var recent: [String: Recent]

    enum CodingKeys: String, CodingKey {
        case devices, home, recent
        case now = "now_s"
    }
}

/// Everything around the devices.
public struct Home: Sendable, Hashable, Codable {
    /// The devices that are near or known.
    public var devices: [Device]
    /// Where they are looked for.
    public var buses: [Bus]
    /// Recorders on a cable.
    public var recorders: [Recorder]
    /// Nights that are being recorded.
    public var recordings: [NightRecording]
    /// When nights are recorded by themselves.
    public var schedules: [NightSchedule]
    /// What the owner must hear of.
    public var alerts: [Alert]
    /// The people.
    public var wearers: [Wearer]
}

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
    /// 0 to 1.
    public var confidence: Double?
    /// The probability behind it, 0 to 1.
    public var p: Double?
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
    /// Whether a new value was reckoned for this reading.
    public var isAssessment: Bool
    /// Why there is no value, or why it is less sure.
    public var reasons: [String]
    /// What made it.
    public var method: Method

    enum CodingKeys: String, CodingKey {
        case device, load, state, confidence, p, reasons, method
        case time = "t_s"
        case loadTime = "load_t_s"
        case rate = "heart_rate"
        case rmssd = "rmssd_ms"
        case sdnn = "sdnn_ms"
        case motion = "motion_g"
        case isStale = "stale"
        case isMuted = "muted"
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
