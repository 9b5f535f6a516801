public import Analysis
public import Signals
public import Store

/// Everything that a night page or an export shows.
public struct NightView: Sendable {
    /// The night as it was scored, between the bounds that a person gave it where one did.
    public var night: Night
    /// What a person said of the night; nil when nobody did.
    public var edit: NightEdit?
    /// The device that recorded it.
    public var device: StoredDevice
    /// Who wore it for most of the night, as is believed now; nil when that was not said.
    public var wearer: Person?
    /// Whether it was found in an imported recording.
    public var isImported: Bool
    /// Other devices with the same night.
    public var others: [StoredDevice]
    /// The zone of ``night``.
    public var zone: Zone
    /// Epochs of 30 s with movement or heart rate; of 60 s where the recorder has counts only.
    public var epochs: [Epoch]
    /// The recorder's own counts, by the start of their epochs; empty for others.
    public var counts: [(start: Instant, count: Double)]
    /// Beats with their labels.
    public var beats: [Beat]
    /// Load readings.
    public var readings: [LoadReading]
    /// Gaps and doubts in the window of the night.
    public var losses: [Loss]
    /// The stages of the main sleep; nil where heart rate or movement is missing for most of it.
    public var stages: StagedNight?
    /// The day of the night before that is in the store.
    public var previous: CivilDate?
    /// The day of the night after that is in the store.
    public var next: CivilDate?
}
