#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// Keeps pieces of data by name, for the cache, the offline queue and the tokens. An app may put the tokens into its
/// system's key chain instead.
public protocol BlobStore: Sendable {
    /// The data stored under a name; nil for none.
    func read(_ name: String) throws -> Data?
    /// Stores data under a name, whole or not at all.
    func write(_ name: String, _ data: Data) throws
    /// Removes what is stored under a name.
    func remove(_ name: String) throws
}
