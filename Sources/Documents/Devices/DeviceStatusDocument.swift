public import Signals

/// A device in use as the live page shows it.
public struct DeviceStatusDocument: Document, Identifiable {
    /// The number under which its samples are kept.
    public var id = ""
    /// What it is called.
    public var name = ""
    /// Who made it.
    public var maker = ""
    /// What it is.
    public var model = ""
    /// Its serial number.
    public var serial = ""
    /// The version of its firmware.
    public var firmware: String?
    /// What sort of device it is: `strap`, `watch`, `synthetic`, `replay` and so on.
    public var kind = ""
    /// Whether there is no body behind it.
    public var isSynthetic = false
    /// Whether support for it is not finished.
    public var isPreview = false
    /// How far it has come: `connected`, `streaming` and so on; nil for a source without stages.
    public var stage: String?
    /// Why, for people.
    public var reason: String?
    /// What to do about it, for people.
    public var nextStep: String?
    /// How well it is heard, in dBm.
    public var rssi: Int?
    /// The connection.
    public var link = DeviceLinkDocument()
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
    /// What it measures.
    public var channels: [String] = []
    /// The channels that an owner does not allow on it.
    public var switchedOff: [String] = []
    /// The channels that its wearer refuses: nothing is told of them.
    public var refused: [String] = []

    public init() {}

    public mutating func fields(_ fields: inout some FieldVisitor) {
        fields.field("id", &id)
        fields.field("name", &name)
        fields.field("maker", &maker)
        fields.field("model", &model)
        fields.field("serial", &serial)
        fields.field("firmware", &firmware)
        fields.field("kind", &kind)
        fields.field("synthetic", &isSynthetic)
        fields.field("preview", &isPreview)
        fields.field("stage", &stage)
        fields.field("reason", &reason)
        fields.field("next_step", &nextStep)
        fields.field("rssi_dbm", &rssi)
        fields.field("link", &link)
        fields.field("battery_percent", &battery)
        fields.field("battery_note", &batteryNote)
        fields.word("wear", &wear)
        fields.field("contact", &contact)
        fields.field("losses_today", &losses)
        fields.field("channels", &channels)
        fields.field("switched_off_streams", &switchedOff)
        fields.field("refused_streams", &refused)
    }
}

/// The connection to a device.
public struct DeviceLinkDocument: Document {
    /// `connecting`, `streaming`, `silent` or `gone`.
    public var state = ""
    /// Why, for people.
    public var reason: String?
    /// Since when.
    public var since = Instant.zero
    /// The newest sample; nil before the first.
    public var lastSample: Instant?

    public init() {}

    public mutating func fields(_ fields: inout some FieldVisitor) {
        fields.field("state", &state)
        fields.field("reason", &reason)
        fields.field("since_s", &since)
        fields.field("last_sample_s", &lastSample)
    }
}

/// What was lost of a device's data.
public struct DeviceLossesDocument: Document {
    /// How often, whatever the cause.
    public var count = 0
    /// How often, by cause.
    public var byCause: [String: Int] = [:]

    public init() {}

    public mutating func fields(_ fields: inout some FieldVisitor) {
        fields.field("count", &count)
        fields.field("by_cause", &byCause)
    }
}

/// Whether a device is worn.
public enum DeviceWear: String, Word {
    /// It touches skin.
    case worn
    /// It does not.
    case notWorn = "not_worn"
    /// It cannot tell.
    case unknown
}

/// How devices are reached.
public enum DeviceBus: String, Word {
    /// Bluetooth Low Energy.
    case bluetooth
    /// A USB cable.
    case usb
    /// An ANT+ stick.
    case ant
    /// A mounted volume.
    case volume
}

/// A group of streams in which one of several devices speaks for whoever wears them.
public enum DeviceStreamGroup: String, Word {
    /// Beats and heart rate.
    case heart
    /// Movement.
    case motion
}

/// One way to reach devices.
public struct BusDocument: Document {
    /// Which.
    public var bus: DeviceBus? = .bluetooth
    /// Why it does not work and what to do, for people; nil where it works.
    public var obstacle: String?

    public init() {}

    public mutating func fields(_ fields: inout some FieldVisitor) {
        fields.word("bus", &bus)
        fields.field("obstacle", &obstacle)
    }
}
