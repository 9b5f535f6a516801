package import Analysis
package import Signals
package import Store

/// Everything that a night page or an export shows.
package struct NightView: Sendable {
    /// The night as it was scored, between the bounds that a person gave it where one did.
    package var night: Night
    /// What a person said of the night; nil when nobody did.
    package var edit: NightEdit?
    /// What people said of it beside that.
    package var words: NightWords
    /// The device that recorded it.
    package var device: StoredDevice
    /// Who wore it for most of the night, as is believed now; nil when that was not said.
    package var wearer: Person?
    /// The imported recording in which it was found; nil for what came in live.
    package var recording: RecordingID?
    /// Other devices with the same night.
    package var others: [StoredDevice]
    /// The zone of ``night``.
    package var zone: Zone
    /// Epochs of 30 s with movement or heart rate; of 60 s where the recorder has counts only.
    package var epochs: [Epoch]
    /// The recorder's own counts, by the start of their epochs; empty for others.
    package var counts: [(start: Instant, count: Double)]
    /// Beats with their labels.
    package var beats: [Beat]
    /// What the heart did in the sleep.
    package var heart: NightHeart
    /// What the figures of ``heart`` were in the nights before.
    package var usualHeart: [NightHeart.Figure: UsualFigure]
    /// What else was measured.
    package var channels: NightChannels
    /// Load readings.
    package var readings: [LoadReading]
    /// Gaps and doubts in the window of the night.
    package var losses: [Loss]
    /// The stages of the main sleep; nil where heart rate or movement is missing for most of it.
    package var stages: StagedNight?
    /// The states of the night, with the kinds of its sleep.
    package var hypnogram: Hypnogram
    /// The day of the night before that is in the store.
    package var previous: CivilDate?
    /// The day of the night after that is in the store.
    package var next: CivilDate?

    /// Whether it was found in an imported recording.
    package var isImported: Bool { recording != nil }
}
