/// How far a session with a device has come, in this order.
package enum DeviceStage: String, Hashable, Sendable, CaseIterable {
    /// The device is near or plugged in.
    case discovered
    /// A profile matches it.
    case matched
    /// Its services confirm that it is the device of its profile.
    case confirmed
    /// There is a link.
    case connected
    /// It has accepted its settings.
    case configured
    /// Data are arriving.
    case streaming
    /// The link was lost or nothing comes; it will be tried again.
    case interrupted
    /// Data are arriving again after an interruption.
    case resumed
    /// The session was stopped, or has finished.
    case stopped
}
