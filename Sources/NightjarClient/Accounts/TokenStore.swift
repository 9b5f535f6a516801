#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Keeps the tokens between two starts of a program.
public protocol TokenStore: Sendable {
    /// The stored tokens; nil when nobody was signed in.
    func load() async throws -> AuthTokens?
    /// Keeps tokens in place of earlier ones; nil forgets them.
    func save(_ tokens: AuthTokens?) async throws
}

/// Keeps the tokens as a piece of data of a ``BlobStore``.
public struct StoredTokens: TokenStore {
    private static let name = "tokens.json"
    private let store: any BlobStore

    /// A token store that keeps tokens in `store`.
    public init(_ store: any BlobStore) { self.store = store }

    /// The stored tokens; nil when nobody was signed in.
    public func load() async throws -> AuthTokens? {
        try store.read(Self.name).flatMap { try? JSONDecoder().decode(AuthTokens.self, from: $0) }
    }

    /// Keeps tokens in place of earlier ones; nil forgets them.
    public func save(_ tokens: AuthTokens?) async throws {
        guard let tokens else { return try store.remove(Self.name) }
        try store.write(Self.name, try JSONEncoder().encode(tokens))
    }
}

/// Keeps the tokens for as long as the program runs.
public actor MemoryTokens: TokenStore {
    private var tokens: AuthTokens?

    /// A token store that holds `tokens` in memory.
    public init(_ tokens: AuthTokens? = nil) { self.tokens = tokens }

    /// The stored tokens; nil when nobody was signed in.
    public func load() async throws -> AuthTokens? { tokens }
    /// Keeps tokens in place of earlier ones; nil forgets them.
    public func save(_ tokens: AuthTokens?) async throws { self.tokens = tokens }
}
