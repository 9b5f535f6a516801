/// What must hold once a device can be asked, so that one that only looks alike is left alone.
public enum Confirmation: Hashable, Sendable {
    /// It has the characteristic.
    case characteristic(String)
    /// A text that it can be asked for fits the pattern, such as the model number 0x2A24.
    case text(characteristic: String, pattern: NamePattern)
    /// The first bytes that make a frame of this name decode without an error.
    case firstFrame(String)
}
