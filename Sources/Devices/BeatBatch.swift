public import Signals

/// Beats that arrived together, placed in time.
public struct BeatBatch: Hashable, Sendable {
    /// Which device.
    public var device: DeviceID
    /// The beats, in order; labels say no more than the device and the clock can tell (`normal`, `afterGap`,
    /// `implausible`) and all are provisional.
    public var beats: [Beat]
    /// When the host received them.
    public var received: Instant

    /// A batch from its parts.
    public init(device: DeviceID, beats: [Beat], received: Instant) {
        self.device = device
        self.beats = beats
        self.received = received
    }
}
