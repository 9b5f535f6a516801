public import Signals

/// A device as the list of devices shows it: found, known, or both.
public struct DeviceDocument: Document, Identifiable {
    public static var title: String? { "Device" }

    /// The id by which routes know it.
    public var id = ""
    /// The number under which its samples are kept; nil before it is used.
    public var device: String?
    /// What it is called.
    public var name = ""
    /// Who made it.
    public var maker: String?
    /// What it is.
    public var model: String?
    /// Its serial number.
    public var serial: String?
    /// The version of its firmware.
    public var firmware: String?
    /// What sort of device it is: `strap`, `watch`, `recorder`, `synthetic`, `replay` and so on.
    public var kind: String?
    /// Whether there is no body behind it.
    public var isSynthetic = false
    /// Whether support for it is not finished.
    public var isPreview = false
    /// How it is reached; nil for one that is not near.
    public var bus: DeviceBus?
    /// Who allowed it to be used.
    public var consent: Consent? = Consent.none
    /// Whether it is within reach now.
    public var isNear = false
    /// When it was last seen; nil before the first time.
    public var seen: Instant?
    /// What stands in its way and what to do, for people.
    public var obstacle: String?
    /// The ids of the device profiles that fit it, the best first.
    public var profiles: [String] = []
    /// The names of the recordings that lie on it.
    public var files: [String] = []
    /// What its owner calls it.
    public var givenName: String?
    /// The id of the device profile that was chosen; nil for the best that fits.
    public var profile: String?
    /// What was chosen of its profile's settings, by name.
    public var settings: [String: String] = [:]
    /// Whether it is used as soon as it is near.
    public var connectsByItself = false
    /// Whether it was disconnected by hand.
    public var isPaused = false
    /// What it sends.
    public var streams: [Stream] = []
    /// In which groups of streams it speaks for its wearer.
    public var preferred: [DeviceStreamGroup] = []
    /// Who wears it now; nil where nobody said.
    public var wearer: WearerDocument?
    /// How far it has come: `discovered`, `connected`, `streaming` and so on.
    public var stage = ""
    /// Why, for people.
    public var reason: String?
    /// What to do about it, for people.
    public var nextStep: String?
    /// How it came to that, the oldest first.
    public var steps: [Step] = []
    /// How well it is heard, in dBm.
    public var rssi: Int?
    /// Why that is not known; nil where it is.
    public var rssiNote: String?
    /// The connection; nil for one that is not used.
    public var link: DeviceLinkDocument?
    /// The charge of its battery, 0 to 100 percent.
    public var battery: Int?
    /// Its battery in words, or why nothing is known of it; nil where the percent say all.
    public var batteryNote: String?
    /// Whether it is worn.
    public var wear: DeviceWear? = .unknown
    /// Whether it touches skin; nil where it cannot tell.
    public var contact: Bool?
    /// What was lost since midnight.
    public var losses = DeviceLossesDocument()
    /// What it can be told, such as `vibrate`.
    public var commands: [String] = []

    public init() {}

    public mutating func fields(_ fields: inout some FieldVisitor) {
        fields.field("id", &id)
        fields.field("device", &device)
        fields.field("name", &name)
        fields.field("maker", &maker)
        fields.field("model", &model)
        fields.field("serial", &serial)
        fields.field("firmware", &firmware)
        fields.field("kind", &kind)
        fields.field("synthetic", &isSynthetic)
        fields.field("preview", &isPreview)
        fields.field("bus", &bus)
        fields.word("consent", &consent)
        fields.field("near", &isNear)
        fields.field("seen_s", &seen)
        fields.field("obstacle", &obstacle)
        fields.field("profiles", &profiles)
        fields.field("files", &files)
        fields.field("given_name", &givenName)
        fields.field("profile", &profile)
        fields.field("settings", &settings)
        fields.field("connects_by_itself", &connectsByItself)
        fields.field("paused", &isPaused)
        fields.field("streams", &streams)
        fields.field("preferred", &preferred)
        fields.field("wearer", &wearer)
        fields.field("stage", &stage)
        fields.field("reason", &reason)
        fields.field("next_step", &nextStep)
        fields.field("steps", &steps)
        fields.field("rssi_dbm", &rssi)
        fields.field("rssi_note", &rssiNote)
        fields.field("link", &link)
        fields.field("battery_percent", &battery)
        fields.field("battery_note", &batteryNote)
        fields.word("wear", &wear)
        fields.field("contact", &contact)
        fields.field("losses_today", &losses)
        fields.field("commands", &commands)
    }
}

extension DeviceDocument {
    /// Who allowed a device to be used.
    public enum Consent: String, Word {
        /// Nobody: it is only seen.
        case none
        /// An owner took it in.
        case given
        /// An owner named it on the command line: a replay or a made-up wearer.
        case commandLine = "command_line"
    }

    /// A stream of samples.
    public struct Stream: Document {
        /// What is measured.
        public var channel = ""
        /// The unit of its values, as a UCUM code.
        public var unit = ""
        /// Samples per second; nil where they come as they come.
        public var rate: Double?
        /// Whether an owner allows it on this device.
        public var isAllowed = false
        /// Whether its wearer refuses it, so that it is not recorded, whatever is allowed on the device.
        public var isRefused = false

        public init() {}

        public mutating func fields(_ fields: inout some FieldVisitor) {
            fields.field("channel", &channel)
            fields.field("unit", &unit)
            fields.field("rate_hz", &rate)
            fields.field("allowed", &isAllowed)
            fields.field("refused", &isRefused, .boolean.about("Whether whoever wears the device refuses it"))
        }
    }

    /// One step of a device's session.
    public struct Step: Document {
        /// When.
        public var time = Instant.zero
        /// How far it came.
        public var stage = ""
        /// Why, for people.
        public var reason: String?
        /// What to do about it, for people.
        public var nextStep: String?

        public init() {}

        public mutating func fields(_ fields: inout some FieldVisitor) {
            fields.field("t_s", &time)
            fields.field("stage", &stage)
            fields.field("reason", &reason)
            fields.field("next_step", &nextStep)
        }
    }
}

/// The devices that a gateway knows or sees.
public struct DeviceListDocument: Document {
    /// The devices.
    public var devices: [DeviceDocument] = []
    /// Where they are looked for.
    public var buses: [BusDocument] = []

    public init() {}

    public mutating func fields(_ fields: inout some FieldVisitor) {
        fields.field("devices", &devices)
        fields.field("buses", &buses)
    }
}
