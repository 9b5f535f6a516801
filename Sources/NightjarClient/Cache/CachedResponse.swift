#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// An answer as it was kept.
public struct CachedResponse: Sendable, Hashable {
    /// The gateway's name for this state of the resource; nil when it gave none.
    public var etag: String?
    /// The body.
    public var body: Data
    /// When the gateway said so, or last said that it still holds.
    public var asOf: Date

    /// An answer from its parts.
    public init(etag: String?, body: Data, asOf: Date) {
        self.etag = etag
        self.body = body
        self.asOf = asOf
    }
}
