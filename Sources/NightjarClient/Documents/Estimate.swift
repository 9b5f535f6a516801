#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// A figure, or why there is none.
public struct Estimate: Sendable, Hashable, Codable {
    /// The value.
    public var value: Double?
    /// Its unit.
    public var unit: String?
    /// Why there is none.
    public var reason: String?
    /// 0 to 1.
    public var confidence: Double?
    /// What made it.
    public var method: Method
}

/// What made a figure.
public struct Method: Sendable, Hashable, Codable {
    /// Its name.
    public var name: String
    /// Its version.
    public var version: Int
    /// What it was set to.
    public var parameters: [String: Double]
}

/// Data that was lost.
public struct Loss: Sendable, Hashable, Codable {
    /// The device; nil where it is the night's own.
    public var device: String?
    /// What was to blame.
    public var cause: String
    /// How much.
    public var count: Int
    /// Of what: samples, frames and so on.
    public var unit: String
    /// From when.
    public var first: Date?
    /// Until when.
    public var end: Date?
    /// Of which channel.
    public var channel: String?
    /// What more is known.
    public var detail: String?

    enum CodingKeys: String, CodingKey {
        case device, cause, count, unit, channel, detail
        case first = "first_s"
        case end = "end_s"
    }
}
