#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// The connection to a device.
public struct DeviceLink: Sendable, Hashable, Codable {
    /// `connecting`, `streaming`, `lost` and so on.
    public var state: String
    /// Why.
    public var reason: String?
    /// Since when.
    public var since: Date?
    /// When the last sample came.
    public var lastSample: Date?

    enum CodingKeys: String, CodingKey {
        case state, reason
        case since = "since_s"
        case lastSample = "last_sample_s"
    }
}

/// What was lost of a device's data.
public struct DeviceLosses: Sendable, Hashable, Codable {
    /// All together.
    public var count: Int
    /// By what was to blame.
    public var byCause: [String: Int]

    enum CodingKeys: String, CodingKey {
        case count
        case byCause = "by_cause"
    }
}
