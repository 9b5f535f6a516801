import Signals
import Store

/// The recordings under way, under the lock of their owner.
struct RecorderState {
    /// A device of a recording of which nothing has come yet, since the recording or the gateway began.
    struct Hole {
        var recording: NightRecording.ID
        /// The last that is kept of it, or the start of the recording.
        var from: Instant
        /// Whether the gateway was not there for a part of it.
        var isRestart: Bool
        /// When the gateway was last alive before its start.
        var alive: Instant
    }

    var open: [NightRecording.ID: NightRecording] = [:]
    var watch = NightMonitor()
    var holes: [DeviceID: Hole] = [:]
    var batteries: [DeviceID: BatteryUse] = [:]
    var zones: [String: Zone] = [:]
}
