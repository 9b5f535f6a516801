import Documents
import Gateway
import Signals

extension NightChannelsDocument {
    /// The channels of a night.
    init(_ channels: NightChannels) {
        self.init()
        (start, epoch) = (channels.start, NightChannels.seconds)
        tracks = channels.tracks.map { found in
            var track = Track()
            (track.channel, track.unit, track.axes) = (found.channel.rawValue, found.unit.rawValue, found.axes)
            return track
        }
    }
}
