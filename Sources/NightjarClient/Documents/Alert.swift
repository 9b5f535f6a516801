#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// What the owner must hear of.
public struct Alert: Sendable, Hashable, Codable, Identifiable {
    /// The number.
    public var id: Int
    /// When.
    public var time: Date
    /// How bad it is.
    public var severity: String
    /// What it is in one word.
    public var kind: String
    /// The device.
    public var device: String?
    /// The number of the night recording.
    public var recording: Int?
    /// What it is.
    public var message: String
    /// What to do about it.
    public var nextStep: String?
    /// When somebody saw it.
    public var acknowledged: Date?
    /// When it was over.
    public var resolved: Date?

    enum CodingKeys: String, CodingKey {
        case id, severity, kind, device, recording, message
        case time = "time_s"
        case nextStep = "next_step"
        case acknowledged = "acknowledged_s"
        case resolved = "resolved_s"
    }
}

/// What the owner must hear of.
public struct AlertList: Sendable, Hashable, Codable {
    /// The latest first.
    public var alerts: [Alert]
}
