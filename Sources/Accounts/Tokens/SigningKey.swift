import CSodium
package import Documents
import Glibc
import Runtime
import Signals

/// The secret with which this gateway signs its access tokens: HMAC with SHA-256, `HS256` of RFC 7518 section 3.2.
package struct SigningKey: Sendable {
    private let secret: [UInt8]

    /// A key of the given bytes; a token signed by a key of fewer than 32 is refused by RFC 7518.
    package init(secret: [UInt8]) { self.secret = secret }

    /// A new key of 32 random bytes.
    package static func random() -> SigningKey { SigningKey(secret: Secret.random(32)) }

    /// The key in the file at `path`, made when there is none; only its owner may read it.
    /// - Throws: `Failure` when it cannot be read or made, or when others may read it.
    package static func kept(at path: String) throws -> SigningKey {
        if let bytes = try SystemFile.read(path, limit: 4096) {
            var status = stat()
            guard stat(path, &status) == 0, status.st_mode & 0o077 == 0 else {
                throw Failure(
                    .notPermitted,
                    "\(path) signs the tokens of this box and others may read it. Say: chmod 600 \(path)")
            }
            guard bytes.count == 32 else {
                throw Failure(.failed, "\(path) is damaged. Remove it; everybody has to sign in again then.")
            }
            return SigningKey(secret: bytes)
        }
        let bytes = Secret.random(32)
        try Secret.write(bytes, to: path)
        return SigningKey(secret: bytes)
    }

    /// The 32 bytes that only a holder of the key can make of `message`.
    package func code(_ message: [UInt8]) -> [UInt8] {
        var state = crypto_auth_hmacsha256_state()
        var code = [UInt8](repeating: 0, count: 32)
        crypto_auth_hmacsha256_init(&state, secret, secret.count)
        crypto_auth_hmacsha256_update(&state, message, UInt64(message.count))
        crypto_auth_hmacsha256_final(&state, &code)
        return code
    }

    /// A token with these claims, in its compact form.
    package func sign(_ claims: (inout JSONText) -> Void) -> String {
        var json = JSONText()
        json.object(claims)
        let head = #"{"alg":"HS256","typ":"JWT"}"#
        let signed = "\(Base64.url.encode(Array(head.utf8))).\(Base64.url.encode(json.bytes))"
        return "\(signed).\(Base64.url.encode(code(Array(signed.utf8))))"
    }

    /// Whether a token was signed with this key: by this algorithm alone, whatever the token says, and compared in a
    /// time that does not tell how much of it is right.
    package func hasSigned(_ token: WebToken) -> Bool {
        guard token.algorithm == "HS256" else { return false }
        return Secret.same(code(token.signed), token.signature)
    }
}
