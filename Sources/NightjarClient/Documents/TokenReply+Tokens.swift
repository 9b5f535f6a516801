#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

extension TokenReply {
    /// The tokens, which came at `now`.
    func tokens(at now: Date) -> AuthTokens {
        AuthTokens(accessToken: accessToken, refreshToken: refreshToken, expiresIn: expiresIn, obtained: now)
    }
}
