#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// A request that waits to be sent.
public struct QueuedRequest: Sendable, Hashable, Codable, Identifiable {
    /// How it stands.
    public enum State: String, Sendable, Hashable, Codable {
        /// It will be tried, by itself.
        case waiting
        /// It was tried as often as it is without the gateway answering; ``OfflineQueue/flush()`` tries it again.
        case unreached
        /// The gateway refused it; only ``OfflineQueue/retry(_:)`` tries it again.
        case refused
    }

    /// Its own name, which goes along as `Idempotency-Key`: however often it is sent, the gateway does it once.
    public var id: UUID
    /// What it is, for a person.
    public var title: String
    /// The method.
    public var method: String
    /// Path and query, percent-encoded.
    public var target: String
    /// The JSON that it carries.
    public var body: Data
    /// When it came into the queue.
    public var created: Date
    /// How often it was tried since it came, or since it was last asked to be tried again.
    public var tries = 0
    /// When it was last tried.
    public var lastTried: Date?
    /// What a person is told of the last try.
    public var problem: String?
    /// How it stands.
    public var state = State.waiting

    /// A request that was not tried yet.
    public init(id: UUID = UUID(), title: String, method: String, target: String, body: Data, created: Date) {
        self.id = id
        self.title = title
        self.method = method
        self.target = target
        self.body = body
        self.created = created
    }
}
