/// What must hold once a device can be asked, so that one that only looks alike is left alone.
public enum Confirmation: Hashable, Sendable {
    /// The device must have this characteristic.
    case characteristic(String)
    /// A text that it can be asked for fits the pattern, such as the model number 0x2A24.
    case text(characteristic: String, pattern: NamePattern)
    /// What it sends by itself as the frame of this name can be decoded: one of the first three values, before which
    /// nothing is taken from it.
    case firstFrame(String)
}
