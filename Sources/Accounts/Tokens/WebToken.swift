package import Documents
import Runtime

/// A signed token in its compact form (RFC 7515 section 7.1), taken apart and not yet believed.
package struct WebToken: Sendable {
    /// The longest token that is looked at, in bytes.
    static let longest = 8192

    /// The JOSE header, which is not trusted until the signature is checked.
    package let header: [String: JSONValue]
    /// The signed bytes: header and claims as they were sent.
    package let signed: [UInt8]
    /// The claims; trusted only after the signature is checked.
    package let claims: [String: JSONValue]
    /// The signature, decoded from base64url.
    package let signature: [UInt8]

    /// Splits and decodes a token; nil when it is malformed or too long. The signature is not checked.
    package init?(_ text: String) {
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

    /// The `alg` of the header.
    package var algorithm: String? { header["alg"]?.string }

    /// A claim that is a time in seconds since 1970; nil when it is not there or no time.
    func time(_ name: String) -> Double? { claims[name]?.number }

    private static func object(_ part: Substring) -> [String: JSONValue]? {
        Base64.url.decode(part).flatMap { try? JSONValue(parsing: $0) }?.object
    }
}
