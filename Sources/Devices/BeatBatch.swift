public import Signals

/// Beats that arrived together, placed in time.
public struct BeatBatch: Hashable, Sendable {
    /// The device that sent them.
    public var device: DeviceID
    /// The beats, in order; labels say no more than the device and the clock can tell (`normal`, `afterGap`,
    /// `implausible`) and all are provisional.
    public var beats: [Beat]
    /// When the host received the last of them.
    public var received: Instant

    /// Memberwise.
    public init(device: DeviceID, beats: [Beat], received: Instant) {
        self.device = device
        self.beats = beats
        self.received = received
    }
}
