public import Analysis
public import Signals

/// A person's word on a night, beside what is scored: no version of an algorithm takes it away.
public struct NightEdit: Hashable, Sendable {
    /// Whose night.
    public var device: DeviceID
    /// The local day on which the night ended.
    public var date: CivilDate
    /// What was said.
    public var bounds: NightBounds
    /// When it was said.
    public var made: Instant
}
