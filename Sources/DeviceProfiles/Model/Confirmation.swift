/// What must hold once a device can be asked, so that one that only looks alike is left alone.
package enum Confirmation: Hashable, Sendable {
    /// The device must have this characteristic.
    case characteristic(String)
    /// A text that it can be asked for fits the pattern, such as the model number 0x2A24.
    case text(characteristic: String, pattern: NamePattern)
    /// One of the first three notified values decodes as the frame of this name; until then no data are accepted.
    case firstFrame(String)
}
