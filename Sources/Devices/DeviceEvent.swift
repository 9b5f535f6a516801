public import Signals

/// Something that happened to a device or to its link.
public enum DeviceEvent: Hashable, Sendable {
    /// The link changed.
    case link(LinkState)
    /// Skin contact was found or lost; nil when the device cannot tell.
    case contact(Bool?)
    /// Battery charge, 0 ... 100 %.
    case battery(percent: Int)
    /// Something is missing or was dropped.
    case loss(Loss)
}
