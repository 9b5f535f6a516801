package import Signals

/// The state of a recorder.
package struct AxivityStatus: Hashable, Sendable {
    /// The recording on its volume.
    package struct Recording: Hashable, Sendable {
        /// Bytes of the file, its header included.
        package var bytes: Int
        /// Blocks of data; nothing was recorded when there are none.
        package var blocks: Int
        /// When the recorder was set up, by its own clock.
        package var setUp: CivilTime?
        /// Notes of the header, by key.
        package var notes: [String: String]
    }

    /// The recorder's own statement of model and number.
    package var identity: AxivityIdentity
    /// Whether the places that state its number agree.
    package var identification: AxivityIdentification
    /// Battery charge; nil when it does not report it.
    package var battery: AxivityBattery?
    /// The age of the battery; nil when it does not report it.
    package var batteryHealth: AxivityBatteryHealth?
    /// The wear of the memory; nil when it does not report it.
    package var memory: AxivityMemory?
    /// Its clock compared with the host's; nil when it does not report it.
    package var clock: AxivityClockReading?
    /// Sample rate and range of the next recording; nil when it does not report them.
    package var rate: AxivityRate?
    /// When the next recording begins; nil when it does not report it.
    package var start: AxivitySchedule?
    /// When the next recording ends; nil when it does not report it.
    package var stop: AxivitySchedule?
    /// The newest error in its log; nil when there is none.
    package var lastError: AxivityLogEntry?
    /// The recording on its volume; nil when the volume cannot be read.
    package var recording: Recording?
    /// What could not be found out and why, and what a person should know.
    package var remarks: [String] = []

    /// Seconds per day that its clock gains since it was set up; nil when that cannot be told.
    package func drift(in zone: Zone) -> Double? {
        guard let clock, let setUp = recording?.setUp else { return nil }
        return clock.drift(in: zone, since: zone.instant(of: setUp))
    }
}
