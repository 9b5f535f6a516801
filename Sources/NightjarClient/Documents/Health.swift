#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// Whether a gateway works.
public struct GatewayHealth: Sendable, Hashable, Codable {
    /// The store of a gateway.
    public struct Store: Sendable, Hashable, Codable {
        /// `ok` or `degraded`.
        public var state: String
        /// Why it is degraded.
        public var reason: String?
        /// Since when it is as it is.
        public var since: Date?
        /// Bytes that wait to be written.
        public var pendingBytes: Int
        /// Samples that could not be kept.
        public var droppedSamples: Int
        /// What happened to the store that somebody should know.
        public var notices: [String]

        enum CodingKeys: String, CodingKey {
            case state, reason, notices
            case since = "since_s"
            case pendingBytes = "pending_bytes"
            case droppedSamples = "dropped_samples"
        }
    }

    /// `ok`, or `degraded` while nothing can be stored; `up` is all that somebody elsewhere learns before signing in.
    public var status: String
    /// The gateway's version.
    public var version: String?
    /// Seconds since it began.
    public var uptime: Double?
    /// The time zone by which its nights are days, such as `Europe/Berlin`.
    public var zone: String?
    /// Its store.
    public var store: Store?

    enum CodingKeys: String, CodingKey {
        case status, version, zone, store
        case uptime = "uptime_s"
    }
}
