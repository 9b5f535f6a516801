public import Analysis
public import Signals

/// A person's word on a night, beside what is scored: no version of an algorithm takes it away.
public struct NightEdit: Hashable, Sendable {
    /// The device that recorded the night.
    public var device: DeviceID
    /// The local day on which the night ended.
    public var date: CivilDate
    /// The bounds that were entered.
    public var bounds: NightBounds
    /// When they were entered.
    public var made: Instant
}
