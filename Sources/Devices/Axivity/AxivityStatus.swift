public import Signals

/// How a recorder is.
public struct AxivityStatus: Hashable, Sendable {
    /// The recording on its volume.
    public struct Recording: Hashable, Sendable {
        /// Bytes of the file.
        public var bytes: Int
        /// Blocks of data; nothing was recorded when there are none.
        public var blocks: Int
        /// When the recorder was set up, on its own wall.
        public var setUp: CivilTime?
        /// Notes by key.
        public var notes: [String: String]
    }

    /// What it says of itself.
    public var identity: AxivityIdentity
    /// Whether its four witnesses agree.
    public var identification: AxivityIdentification
    /// Battery charge; nil when it does not say.
    public var battery: AxivityBattery?
    /// Age of the battery.
    public var batteryHealth: AxivityBatteryHealth?
    /// Wear of the memory.
    public var memory: AxivityMemory?
    /// Its clock beside ours.
    public var clock: AxivityClockReading?
    /// Rate and range.
    public var rate: AxivityRate?
    /// When it is to begin.
    public var start: AxivitySchedule?
    /// When it is to end.
    public var stop: AxivitySchedule?
    /// The newest error in its log; nil when there is none.
    public var lastError: AxivityLogEntry?
    /// What is on its volume; nil when the volume cannot be read.
    public var recording: Recording?
    /// What could not be found out and why, and what a person should know.
    public var remarks: [String] = []

    /// Seconds per day that its clock gains since it was set up; nil when that cannot be told.
    public func drift(in zone: Zone) -> Double? {
        guard let clock, let setUp = recording?.setUp else { return nil }
        return clock.drift(in: zone, since: zone.instant(of: setUp))
    }
}
