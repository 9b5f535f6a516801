import FoundationEssentials
import NightjarClient

/// The tokens of one gateway as this account of the machine keeps them.
struct KeptTokens: TokenStore {
    /// The address of the gateway.
    let url: String
    /// The file with the authority that vouches for it.
    let authority: String?

    /// What is kept for a gateway; `authority` replaces that which was kept at signing in.
    init(url: String, authority: String? = nil) {
        self.url = url
        self.authority = authority ?? (try? SignedIn())?.tokens[url]?.authority
    }

    /// When they expire is not kept: a command renews them when the gateway refuses.
    func load() async throws -> AuthTokens? {
        try SignedIn().tokens[url].map { kept in
            AuthTokens(
                accessToken: kept.access, refreshToken: kept.refresh, expiresIn: .greatestFiniteMagnitude,
                obtained: .now)
        }
    }

    func save(_ tokens: AuthTokens?) async throws {
        var signedIn = try SignedIn()
        try signedIn.keep(
            tokens.map { .init(access: $0.accessToken, refresh: $0.refreshToken, authority: authority) }, of: url)
    }
}
