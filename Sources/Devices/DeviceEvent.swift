package import Signals

/// Something that happened to a device or to its link.
package enum DeviceEvent: Hashable, Sendable {
    /// The state of the link changed.
    case link(LinkState)
    /// Skin contact was found or lost; nil when the device cannot tell.
    case contact(Bool?)
    /// Battery charge, 0 ... 100 %.
    case battery(percent: Int)
    /// The battery's state in words, such as “good, 2.9 V”.
    case batteryNote(String)
    /// How far the session has come, with why and what a person can do where that helps.
    case stage(DeviceStage, reason: String?, nextStep: String?)
    /// What the device says of itself, once it could be asked; its name here stays.
    case identified(DeviceIdentity)
    /// Signal strength in dBm.
    case signal(rssi: Int)
    /// Data are missing or were dropped.
    case loss(Loss)
}
