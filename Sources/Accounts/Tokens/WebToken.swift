public import Documents
import Runtime

/// A signed token in its compact form (RFC 7515 section 7.1), taken apart and not yet believed.
public struct WebToken: Sendable {
    /// The longest token that is looked at, in bytes.
    static let longest = 8192

    /// What the signer says of the signature.
    public let header: [String: JSONValue]
    /// What is signed: header and claims as they were sent.
    public let signed: [UInt8]
    /// The claims.
    public let claims: [String: JSONValue]
    /// The signature.
    public let signature: [UInt8]

    /// Takes a token apart; nil for what is none.
    public init?(_ text: String) {
        guard text.utf8.count <= Self.longest else { return nil }
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 3, let header = Self.object(parts[0]), let claims = Self.object(parts[1]),
            let signature = Base64.url.decode(parts[2])
        else { return nil }
        self.header = header
        self.claims = claims
        self.signature = signature
        signed = Array("\(parts[0]).\(parts[1])".utf8)
    }

    /// The algorithm, as the signer says.
    public var algorithm: String? { header["alg"]?.string }

    /// A claim that is a time in seconds since 1970; nil when it is not there or no time.
    func time(_ name: String) -> Double? { claims[name]?.number }

    private static func object(_ part: Substring) -> [String: JSONValue]? {
        Base64.url.decode(part).flatMap { try? JSONValue(parsing: $0) }?.object
    }
}
