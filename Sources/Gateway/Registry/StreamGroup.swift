public import Signals

/// Streams that say the same of a body, so that of two devices one is believed.
public enum StreamGroup: String, Hashable, Sendable, CaseIterable {
    /// Beats and heart rate.
    case heart
    /// Acceleration.
    case motion

    /// The group of a channel; nil for one that is of no group.
    public init?(_ channel: Channel) {
        switch channel {
        case .rrInterval, .heartRate: self = .heart
        case .acceleration: self = .motion
        default: return nil
        }
    }
}
