package import Signals

/// Streams that say the same of a body, so that of two devices one is believed.
package enum StreamGroup: String, Hashable, Sendable, CaseIterable {
    /// Beats and heart rate.
    case heart
    /// Acceleration.
    case motion

    /// The group of a channel; nil for one that is of no group.
    package init?(_ channel: Channel) {
        switch channel {
        case .rrInterval, .heartRate: self = .heart
        case .acceleration: self = .motion
        default: return nil
        }
    }
}
