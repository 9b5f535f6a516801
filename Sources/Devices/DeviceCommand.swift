/// Something that a device can be told; never a side effect of reading.
package enum DeviceCommand: Hashable, Sendable {
    /// Vibrate for this long.
    case vibrate(seconds: Double)

    /// The name of a command, without parameters.
    package enum Name: String, Hashable, Sendable, CaseIterable {
        case vibrate
    }

    /// The name of the command.
    package var name: Name {
        switch self {
        case .vibrate: .vibrate
        }
    }
}
