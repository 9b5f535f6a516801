package import Analysis
package import Signals

/// A person's word on a night, beside what is scored: no version of an algorithm takes it away.
package struct NightEdit: Hashable, Sendable {
    /// The device that recorded the night.
    package var device: DeviceID
    /// The local day on which the night ended.
    package var date: CivilDate
    /// The bounds that were entered.
    package var bounds: NightBounds
    /// When they were entered.
    package var made: Instant
}
