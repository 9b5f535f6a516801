package import Signals

/// Beats that arrived together, placed in time.
package struct BeatBatch: Hashable, Sendable {
    /// The device that sent them.
    package var device: DeviceID
    /// The beats, in order; labels say no more than the device and the clock can tell (`normal`, `afterGap`,
    /// `implausible`) and all are provisional.
    package var beats: [Beat]
    /// When the host received the last of them.
    package var received: Instant

    /// Memberwise.
    package init(device: DeviceID, beats: [Beat], received: Instant) {
        self.device = device
        self.beats = beats
        self.received = received
    }
}
