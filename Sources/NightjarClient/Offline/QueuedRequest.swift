#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// A request in the offline queue.
public struct QueuedRequest: Sendable, Hashable, Codable, Identifiable {
    /// The state of a request.
    public enum State: String, Sendable, Hashable, Codable {
        /// It will be sent by itself.
        case waiting
        /// It was tried as often as it is without the gateway answering; ``OfflineQueue/flush()`` tries it again.
        case unreached
        /// The gateway refused it; only ``OfflineQueue/retry(_:)`` tries it again.
        case refused
    }

    /// Its own name, which goes along as `Idempotency-Key`: however often it is sent, the gateway does it once.
    public var id: UUID
    /// A title for the user.
    public var title: String
    /// The HTTP method.
    public var method: String
    /// Path and query, percent-encoded.
    public var target: String
    /// The JSON body.
    public var body: Data
    /// When it was queued.
    public var created: Date
    /// The number of the account whose it is, empty where nobody was signed in; it is sent while that account is signed in,
    /// and shown meanwhile. Nil where that is not known: of an earlier version, or without accounts; anybody may send it.
    public var account: String?
    /// How often it was tried since it came, or since it was last asked to be tried again.
    public var tries = 0
    /// When it was last tried; nil before the first try.
    public var lastTried: Date?
    /// Why the last try failed, for the user; nil otherwise.
    public var problem: String?
    /// The state of the request.
    public var state = State.waiting

    /// A request before its first try.
    public init(
        id: UUID = UUID(), title: String, method: String, target: String, body: Data, created: Date,
        account: String? = nil
    ) {
        self.id = id
        self.title = title
        self.method = method
        self.target = target
        self.body = body
        self.created = created
        self.account = account
    }

    /// Whether it may be sent while `account` is signed in.
    func isSendable(as account: String?) -> Bool { self.account == nil || self.account == account }
}
