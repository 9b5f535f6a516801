#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// Metrics that are sent, 1 to 100 at a time.
public struct HealthUpload: Sendable, Hashable, Codable {
    /// Whose they are: one's own id, or nil.
    public var userID: String?
    /// The metrics.
    public var metrics: [HealthMetric]
    /// What sends them.
    public var uploadSource: String
    /// When it sends them.
    public var clientTimestamp: Date
    /// What the sender calls this state.
    public var syncToken: String?

    /// A value from its parts.
    public init(
        userID: String? = nil, metrics: [HealthMetric], uploadSource: String, clientTimestamp: Date,
        syncToken: String? = nil
    ) {
        self.userID = userID
        self.metrics = metrics
        self.uploadSource = uploadSource
        self.clientTimestamp = clientTimestamp
        self.syncToken = syncToken
    }

    enum CodingKeys: String, CodingKey {
        case metrics
        case userID = "user_id"
        case uploadSource = "upload_source"
        case clientTimestamp = "client_timestamp"
        case syncToken = "sync_token"
    }
}
