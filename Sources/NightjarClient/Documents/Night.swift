#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// A night.
public struct Night: Sendable, Hashable, Codable {
    /// The local day of waking up, YYYY-MM-DD.
    public var date: String
    /// The time zone of that day.
    public var zone: String
    /// From when which offset from UTC holds: pairs of UTC seconds and seconds of offset.
    public var offsets: [[Double]]
    /// From noon to noon.
    public var window: Span
    /// The device.
    public var device: NightDevice
    /// Who wore it.
    public var wearer: String?
    /// Whether there is no body behind it.
    public var isSynthetic: Bool
    /// `live` or `import`.
    public var source: String
    /// From falling asleep to waking up; nil when no sleep was found.
    public var sleepPeriod: Span?
    /// Why none was found.
    public var sleepPeriodReason: String?
    /// When a person corrected it.
    public var edited: Date?
    /// The figures.
    public var measures: Measures
    /// How sure the figures are.
    public var confidence: Confidence
    /// What was found epoch by epoch.
    public var states: States
    /// Kinds of sleep; nil for a night without them.
    public var staging: Staging?
    /// Sleep outside of the period.
    public var naps: [Span]
    /// What was measured, on one even grid.
    public var tracks: Tracks
    /// Stretches without data.
    public var gaps: [Gap]
    /// What was lost.
    public var losses: [Loss]
    /// What made it.
    public var methods: [Maker]
    /// Other devices that have this night.
    public var otherDevices: [NightDevice]
    /// The night before.
    public var previous: String?
    /// The night after.
    public var next: String?

    enum CodingKeys: String, CodingKey {
        case date, zone, window, device, wearer, source, measures, confidence, states, staging, naps, tracks, gaps
        case losses, methods, previous, next
        case offsets = "utc_offset_transitions"
        case isSynthetic = "synthetic"
        case sleepPeriod = "sleep_period"
        case sleepPeriodReason = "sleep_period_reason"
        case edited = "edited_s"
        case otherDevices = "other_devices"
    }
}
