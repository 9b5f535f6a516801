/// Something that a device can be told; never a side effect of reading.
public enum DeviceCommand: Hashable, Sendable {
    /// Buzz for the given time.
    case vibrate(seconds: Double)

    /// A command without its parameters.
    public enum Name: String, Hashable, Sendable, CaseIterable {
        case vibrate
    }

    /// Which command it is.
    public var name: Name {
        switch self {
        case .vibrate: .vibrate
        }
    }
}
