import Signals

extension Channel {
    /// Streams from which this one could be counted all the same: who refuses it refuses them with it.
    var sources: Set<Channel> {
        switch self {
        case .heartRate: Channel.rrInterval.sources.union([.rrInterval])
        case .rrInterval: RawHeart.channels
        default: []
        }
    }
}
