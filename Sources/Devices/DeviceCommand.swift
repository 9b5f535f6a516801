/// Something that a device can be told; never a side effect of reading.
package enum DeviceCommand: Hashable, Sendable {
    /// Vibrate for this long.
    case vibrate(seconds: Double)
    /// Forget the pairing with it, and pair anew when it next demands that.
    case pairAnew

    /// The name of a command, without parameters.
    package enum Name: String, Hashable, Sendable, CaseIterable {
        case vibrate
        case pairAnew = "pair_anew"
        /// Not told but entered: the key that opens the device.
        case enterKey = "enter_key"
    }

    /// The name of the command.
    package var name: Name {
        switch self {
        case .vibrate: .vibrate
        case .pairAnew: .pairAnew
        }
    }
}
