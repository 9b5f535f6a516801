/// The source of a client's tokens: all that the client needs for signing in.
public protocol TokenProvider: Sendable {
    /// The token to send; nil when nobody is signed in.
    /// - Throws: ``APIError`` when there should be one and none can be had.
    func token() async throws -> String?
    /// A token in place of one that the gateway refused; nil when there is none any more.
    func replacement(for refused: String) async throws -> String?
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
}
