#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

extension TokensDocument {
    /// The tokens, which came at `now`.
    func tokens(at now: Date) -> AuthTokens {
        AuthTokens(
            accessToken: accessToken.text, refreshToken: refreshToken.text, expiresIn: Double(expiresIn), obtained: now)
    }
}
