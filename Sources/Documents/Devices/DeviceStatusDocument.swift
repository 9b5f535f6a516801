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
    /// The adapters of this machine; nil where the bus has none.
    public var adapters: [AdapterDocument]?

    public init() {}

    public mutating func fields(_ fields: inout some FieldVisitor) {
        fields.word("bus", &bus)
        fields.field("obstacle", &obstacle)
        fields.optional("adapters", &adapters)
    }
}

/// A Bluetooth adapter of the gateway's machine.
public struct AdapterDocument: Document {
    public static var title: String? { "Adapter" }

    /// The kernel's name, such as `hci0`.
    public var name = ""
    /// Its address; nil while it has none.
    public var address: String?
    /// Whether it is switched on.
    public var isPowered = false
    /// How many links it carries or is making.
    public var links = 0
    /// What keeps it from working and what to do, for people; nil when it works.
    public var problem: String?
    /// The part of the time, 0 to 1, in which it asked devices for answers rather than listening; nil before the first scan.
    public var activeScanShare: Double?
    /// How often it was switched off and on because it answered nothing.
    public var powerCycles = 0
    /// How often the port that it is plugged into was reset for the same reason.
    public var portResets = 0

    public init() {}

    public mutating func fields(_ fields: inout some FieldVisitor) {
        fields.field("name", &name)
        fields.field("address", &address)
        fields.field("powered", &isPowered)
        fields.field("links", &links)
        fields.field("problem", &problem)
        fields.field("active_scan_share", &activeScanShare)
        fields.field("power_cycles", &powerCycles)
        fields.field("port_resets", &portResets)
    }
}
