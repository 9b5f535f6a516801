/// The source of a client's tokens: all that the client needs for signing in.
public protocol TokenProvider: Sendable {
    /// The token to send; nil when nobody is signed in.
    /// - Throws: ``APIError`` when there should be one and none can be had.
    func token() async throws -> String?
    /// A token in place of one that the gateway refused; nil when there is none any more.
    func replacement(for refused: String) async throws -> String?
    /// The number of the account that is signed in, empty for nobody, nil where that cannot be told; asks no gateway.
    func account() async -> String?
}

extension TokenProvider {
    /// Nil: it cannot be told.
    public func account() async -> String? { nil }
}

/// One token for as long as the client lives, such as one that was given to a program.
public struct FixedToken: TokenProvider {
    private let value: String

    /// Sends `token` with every request.
    public init(_ token: String) { value = token }

    /// The token to send; nil when nobody is signed in.
    public func token() async throws -> String? { value }
    /// A token in place of one that the gateway refused; nil when there is none any more.
    public func replacement(for refused: String) async throws -> String? { nil }
    /// The account that the token names.
    public func account() async -> String? { AuthTokens.account(of: value) }
}
