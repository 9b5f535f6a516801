import CCrypto
import Documents
import Runtime

/// A public key of an OpenID provider (RFC 7517): RSA for RS256 or P-256 for ES256.
struct JSONWebKey: Sendable {
    enum Material: Sendable {
        case rsa(n: [UInt8], e: [UInt8])
        case p256(x: [UInt8], y: [UInt8])
    }

    /// The `kid` that tokens name; nil for a key without one.
    var id: String?
    var material: Material

    /// A key of a set; nil for one of another kind or use.
    init?(_ value: JSONValue) {
        guard let fields = value.object, fields["use"]?.string ?? "sig" == "sig" else { return nil }
        let bytes = { (name: String) in fields[name]?.string.flatMap { Base64.url.decode($0) } }
        let algorithm = fields["alg"]?.string
        switch fields["kty"]?.string {
        case "RSA":
            guard algorithm ?? "RS256" == "RS256", let n = bytes("n"), let e = bytes("e") else { return nil }
            material = .rsa(n: n, e: e)
        case "EC":
            guard algorithm ?? "ES256" == "ES256", fields["crv"]?.string == "P-256", let x = bytes("x"),
                let y = bytes("y"), x.count == 32, y.count == 32
            else { return nil }
            material = .p256(x: x, y: y)
        default: return nil
        }
        id = fields["kid"]?.string
    }

    /// The keys of a set that can be used; nil for what is no set.
    static func set(_ bytes: [UInt8]) -> [JSONWebKey]? {
        guard case .array(let keys)? = (try? JSONValue(parsing: bytes))?.object?["keys"] else { return nil }
        return keys.prefix(64).compactMap(JSONWebKey.init)
    }

    /// Whether the key signed a token. The kind of the key decides how, and the token must say the same.
    func hasSigned(_ token: WebToken) -> Bool {
        switch material {
        case .rsa(let n, let e):
            token.algorithm == "RS256"
                && nj_crypto_verify_rs256(
                    n, n.count, e, e.count, token.signed, token.signed.count, token.signature, token.signature.count)
                    == 1
        case .p256(let x, let y):
            token.algorithm == "ES256" && token.signature.count == 64
                && nj_crypto_verify_es256(x, y, token.signed, token.signed.count, token.signature) == 1
        }
    }
}
