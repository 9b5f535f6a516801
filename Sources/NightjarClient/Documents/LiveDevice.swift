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
    /// Its battery in words, or why nothing is known of it; nil when the percent say all.
    public var batteryNote: String?
    /// `worn`, `not_worn` or `unknown`.
    public var wear: String
    /// Whether it touches skin.
    public var contact: Bool?
    /// What was lost today.
    public var losses: DeviceLosses
    /// What it measures.
    public var channels: [String]
    /// The channels that an owner does not allow on it.
    public var switchedOff: [String]?
    /// The channels that its wearer refuses: nothing is told of them.
    public var refused: [String]?

    enum CodingKeys: String, CodingKey {
        case id, name, maker, model, serial, firmware, kind, stage, reason, link, wear, contact, channels
        case isSynthetic = "synthetic"
        case isPreview = "preview"
        case nextStep = "next_step"
        case rssi = "rssi_dbm"
        case battery = "battery_percent"
        case batteryNote = "battery_note"
        case losses = "losses_today"
        case switchedOff = "switched_off_streams"
        case refused = "refused_streams"
    }
}
