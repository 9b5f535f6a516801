#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// A stored response.
public struct CachedResponse: Sendable, Hashable {
    /// The gateway's name for this state of the resource; nil when it gave none.
    public var etag: String?
    /// The body as received.
    public var body: Data
    /// When the gateway said so, or last said that it still holds.
    public var asOf: Date

    /// Memberwise.
    public init(etag: String?, body: Data, asOf: Date) {
        self.etag = etag
        self.body = body
        self.asOf = asOf
    }
}
