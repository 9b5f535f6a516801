import Documents

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// The tokens that a gateway gives at sign-in.
public struct AuthTokens: Sendable, Hashable, Codable {
    /// The bearer token of each request.
    public var accessToken: String
    /// What the next tokens are asked for with, once.
    public var refreshToken: String
    /// Seconds for which the access token holds from ``obtained`` on.
    public var expiresIn: Double
    /// When the tokens were received, by the client's clock.
    public var obtained: Date

    /// Memberwise.
    public init(accessToken: String, refreshToken: String, expiresIn: Double, obtained: Date) {
        self.accessToken = accessToken
        self.refreshToken = refreshToken
        self.expiresIn = expiresIn
        self.obtained = obtained
    }

    /// Whether 80 % of the access token's life are over, so that it is time for the next.
    public func isAging(at now: Date) -> Bool { age(at: now) >= 0.8 * expiresIn }

    /// Whether the access token has expired.
    public func isExpired(at now: Date) -> Bool { age(at: now) >= expiresIn }

    /// The number of the account that an access token names (RFC 7519, section 4.1.2): empty without a token, nil for one that
    /// names none. Only the gateway can tell whether it is true.
    static func account(of token: String?) -> String? {
        guard let token else { return "" }
        let parts = token.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 3 else { return nil }
        var text = parts[1].replacing("-", with: "+").replacing("_", with: "/")
        text += String(repeating: "=", count: (4 - text.utf8.count % 4) % 4)
        guard let claims = Data(base64Encoded: String(text)) else { return nil }
        return (try? JSONValue(parsing: [UInt8](claims)))?.object?["sub"]?.string
    }

    /// A clock that was set back must not make a token live for ever.
    private func age(at now: Date) -> Double {
        let age = now.timeIntervalSince(obtained)
        return age < -60 ? .infinity : age
    }
}

extension AuthTokens: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// Never the tokens themselves: this goes into logs.
    public var description: String { "tokens of \(Int(obtained.timeIntervalSince1970)), for \(Int(expiresIn)) s" }
    /// The lifetime of the tokens, without the secrets.
    public var debugDescription: String { description }
    /// The description alone, so that a dump shows no secrets.
    public var customMirror: Mirror { Mirror(self, children: ["tokens": description]) }
}
