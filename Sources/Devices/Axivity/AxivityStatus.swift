public import Signals

/// The state of a recorder.
public struct AxivityStatus: Hashable, Sendable {
    /// The recording on its volume.
    public struct Recording: Hashable, Sendable {
        /// Bytes of the file, its header included.
        public var bytes: Int
        /// Blocks of data; nothing was recorded when there are none.
        public var blocks: Int
        /// When the recorder was set up, by its own clock.
        public var setUp: CivilTime?
        /// Notes of the header, by key.
        public var notes: [String: String]
    }

    /// The recorder's own statement of model and number.
    public var identity: AxivityIdentity
    /// Whether the places that state its number agree.
    public var identification: AxivityIdentification
    /// Battery charge; nil when it does not report it.
    public var battery: AxivityBattery?
    /// The age of the battery; nil when it does not report it.
    public var batteryHealth: AxivityBatteryHealth?
    /// The wear of the memory; nil when it does not report it.
    public var memory: AxivityMemory?
    /// Its clock compared with the host's; nil when it does not report it.
    public var clock: AxivityClockReading?
    /// Sample rate and range of the next recording; nil when it does not report them.
    public var rate: AxivityRate?
    /// When the next recording begins; nil when it does not report it.
    public var start: AxivitySchedule?
    /// When the next recording ends; nil when it does not report it.
    public var stop: AxivitySchedule?
    /// The newest error in its log; nil when there is none.
    public var lastError: AxivityLogEntry?
    /// The recording on its volume; nil when the volume cannot be read.
    public var recording: Recording?
    /// What could not be found out and why, and what a person should know.
    public var remarks: [String] = []

    /// Seconds per day that its clock gains since it was set up; nil when that cannot be told.
    public func drift(in zone: Zone) -> Double? {
        guard let clock, let setUp = recording?.setUp else { return nil }
        return clock.drift(in: zone, since: zone.instant(of: setUp))
    }
}
