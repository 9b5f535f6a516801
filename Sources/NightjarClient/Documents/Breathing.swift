#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// A breathing exercise and what it did.
public struct Breathing: Sendable, Hashable, Codable, Identifiable {
    /// Its number.
    public var id: Int
    /// Seconds in and out, such as `4-6`.
    public var pattern: String
    /// How long it is, in seconds.
    public var seconds: Int
    /// When it began.
    public var started: Date
    /// When it ended.
    public var ended: Date?
    /// Whether it was done to its end.
    public var isComplete: Bool
    /// Until when the load is silent.
    public var mutedUntil: Date?
    /// Figures of the breath and the heart during it, by name.
    public var report: [String: Double]?
    /// The same before it.
    public var before: [String: Double]?
    /// What it did, for a person.
    public var summary: String?
    /// Why there are no figures.
    public var reason: String?

    enum CodingKeys: String, CodingKey {
        case id, pattern, seconds, report, before, summary, reason
        case started = "started_s"
        case ended = "ended_s"
        case isComplete = "completed"
        case mutedUntil = "load_muted_until_s"
    }
}
