#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// A night in the list of nights.
public struct NightSummary: Sendable, Hashable, Codable {
    /// The local day of waking up, YYYY-MM-DD.
    public var date: String
    /// The device.
    public var device: String
    /// What it is.
    public var deviceName: String
    /// Who wore it.
    public var wearer: String?
    /// Whether there is no body behind it.
    public var isSynthetic: Bool
    /// `live` or `import`.
    public var source: String
    /// Whether sleep was found.
    public var hasSleepPeriod: Bool
    /// Minutes asleep.
    public var totalSleep: Double?
    /// Time asleep in percent of the sleep period.
    public var efficiency: Double?
    /// 0 to 1.
    public var confidence: Double?

    enum CodingKeys: String, CodingKey {
        case date, device, wearer, source, confidence
        case deviceName = "device_name"
        case isSynthetic = "synthetic"
        case hasSleepPeriod = "has_sleep_period"
        case totalSleep = "total_sleep_min"
        case efficiency = "efficiency_percent"
    }
}

/// Nights, the latest first.
public struct NightList: Sendable, Hashable, Codable {
    /// The nights.
    public var nights: [NightSummary]
}

/// A stretch of time.
public struct Span: Sendable, Hashable, Codable {
    /// From when.
    public var start: Date
    /// Until when.
    public var end: Date

    enum CodingKeys: String, CodingKey {
        case start = "start_s"
        case end = "end_s"
    }
}
