#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// A device that is near, known, or both.
public struct Device: Sendable, Hashable, Codable, Identifiable {
    /// A stream of samples.
    public struct Stream: Sendable, Hashable, Codable {
        /// What is measured.
        public var channel: String
        /// In which unit.
        public var unit: String
        /// Samples per second; nil when they come as they come.
        public var rate: Double?
        /// Whether an owner allows it on this device.
        public var isAllowed: Bool
        /// Whether its wearer refuses it, so that it is not recorded, whatever is allowed on the device.
        public var isRefused: Bool?

        enum CodingKeys: String, CodingKey {
            case channel, unit
            case rate = "rate_hz"
            case isAllowed = "allowed"
            case isRefused = "refused"
        }
    }

    /// One step of a device's way.
    public struct Step: Sendable, Hashable, Codable {
        /// When.
        public var time: Date
        /// What it began to do.
        public var stage: String
        /// Why.
        public var reason: String?
        /// What to do about it.
        public var nextStep: String?

        enum CodingKeys: String, CodingKey {
            case stage, reason
            case time = "t_s"
            case nextStep = "next_step"
        }
    }

    /// The id by which routes know it.
    public var id: String
    /// The name under which its samples are kept; nil before it is used.
    public var device: String?
    /// What it is called.
    public var name: String
    /// Who made it.
    public var maker: String?
    /// What it is.
    public var model: String?
    /// Its serial number.
    public var serial: String?
    /// The version of its software.
    public var firmware: String?
    /// `strap`, `watch`, `recorder`, `synthetic`, `replay` and so on.
    public var kind: String?
    /// Whether there is no body behind it.
    public var isSynthetic: Bool
    /// Whether support for it is not finished.
    public var isPreview: Bool
    /// How it is reached: `bluetooth`, `usb`, `ant` or `volume`.
    public var bus: String?
    /// What was decided: `none`, or by what it is allowed.
    public var consent: String
    /// Whether it is within reach now.
    public var isNear: Bool
    /// When it was last seen.
    public var seen: Date?
    /// What stands in its way and what to do.
    public var obstacle: String?
    /// The device profiles that fit it.
    public var profiles: [String]
    /// The recordings that lie on it.
    public var files: [String]
    /// What its owner calls it.
    public var givenName: String?
    /// The device profile in use.
    public var profile: String?
    /// What its profile lets one set.
    public var settings: [String: String]
    /// Whether it is used as soon as it is near.
    public var connectsByItself: Bool
    /// Whether it was disconnected by hand.
    public var isPaused: Bool
    /// What it sends.
    public var streams: [Stream]
    /// In which groups of streams it speaks for its wearer.
    public var preferred: [String]
    /// Who wears it now.
    public var wearer: Wearer?
    /// What it is doing: `found`, `connecting`, `streaming` and so on.
    public var stage: String
    /// Why.
    public var reason: String?
    /// What to do about it.
    public var nextStep: String?
    /// How it came to that.
    public var steps: [Step]
    /// How well it is heard, in dBm.
    public var rssi: Int?
    /// Why that is not known; nil when it is.
    public var rssiNote: String?
    /// The connection; nil when it is not used.
    public var link: DeviceLink?
    /// Its battery in percent.
    public var battery: Int?
    /// Its battery in words, or why nothing is known of it; nil when the percent say all.
    public var batteryNote: String?
    /// `worn`, `not_worn` or `unknown`.
    public var wear: String
    /// Whether it touches skin.
    public var contact: Bool?
    /// What was lost today.
    public var losses: DeviceLosses
    /// What it can be told.
    public var commands: [String]

    enum CodingKeys: String, CodingKey {
        case id, device, name, maker, model, serial, firmware, kind, bus, consent, obstacle, profiles, files
        case profile, settings, streams, preferred, wearer, stage, reason, steps, link, wear, contact, commands
        case isSynthetic = "synthetic"
        case isPreview = "preview"
        case isNear = "near"
        case seen = "seen_s"
        case givenName = "given_name"
        case connectsByItself = "connects_by_itself"
        case isPaused = "paused"
        case nextStep = "next_step"
        case rssi = "rssi_dbm"
        case rssiNote = "rssi_note"
        case battery = "battery_percent"
        case batteryNote = "battery_note"
        case losses = "losses_today"
    }
}
