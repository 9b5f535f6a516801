/// How far a session with a device has come.
public enum DeviceStage: String, Hashable, Sendable, CaseIterable {
    /// It is near or plugged in.
    case discovered
    /// A profile fits.
    case matched
    /// What it offers shows that it is what its profile says.
    case confirmed
    /// There is a link.
    case connected
    /// It took its settings.
    case configured
    /// Data come.
    case streaming
    /// The link was lost or nothing comes; it will be tried again.
    case interrupted
    /// Data come again after an interruption.
    case resumed
    /// It was told to stop, or is done.
    case stopped
}
