import Documents
import Runtime
import Signals

/// An OpenID provider whose ID tokens are believed, as the owner wrote it into `openid.json` beside the store:
///
/// ```json
/// {"providers": [{"issuer": "https://securetoken.google.com/PROJECT", "audience": "PROJECT",
///   "keys": "https://www.googleapis.com/service_accounts/v1/jwk/securetoken@system.gserviceaccount.com",
///   "people": {"SUBJECT": "ada@example.org"}}]}
/// ```
package struct OpenIDProvider: Sendable {
    /// The `iss` of its tokens.
    package var issuer: String
    /// The `aud` that its tokens must name: what the provider calls this gateway's programs.
    package var audience: String
    /// Where its keys are: an address that begins with `https://`, or a file.
    package var keys: String
    /// The addresses of the accounts of its people, by their `sub`, or by an address that it has proven.
    package var people: [String: String]

    /// The providers of a file's text.
    /// - Throws: `Failure` that says what is wrong with it.
    package static func providers(_ bytes: [UInt8]) throws -> [OpenIDProvider] {
        guard case .array(let values)? = (try? JSONValue(parsing: bytes))?.object?["providers"] else {
            throw Failure(.usage, "openid.json must hold an object with a list of “providers”.")
        }
        return try values.map { value in
            let fields = value.object ?? [:]
            guard let issuer = fields["issuer"]?.string, let audience = fields["audience"]?.string,
                let keys = fields["keys"]?.string, !issuer.isEmpty, !audience.isEmpty
            else { throw Failure(.usage, "Each provider of openid.json needs “issuer”, “audience” and “keys”.") }
            guard keys.hasPrefix("https://") || keys.hasPrefix("/") else {
                throw Failure(.usage, "“keys” of \(issuer) must be an https:// address or the full path of a file.")
            }
            let people = (fields["people"]?.object ?? [:]).compactMapValues { $0.string?.lowercased() }
            return OpenIDProvider(issuer: issuer, audience: audience, keys: keys, people: people)
        }
    }

    /// Whether the claims of a token are meant for us and now; a minute of difference between clocks is forgiven.
    func accepts(_ token: WebToken, at now: Double) -> Bool {
        let leeway = 60.0
        let audiences: [String] =
            switch token.claims["aud"] {
            case .string(let one): [one]
            case .array(let several): several.compactMap(\.string)
            default: []
            }
        // One that is for several must say for whom it was made (OpenID Connect Core 3.1.3.7).
        guard token.claims["iss"]?.string == issuer, audiences.contains(audience),
            audiences.count == 1 || token.claims["azp"]?.string == audience
        else { return false }
        guard let end = token.time("exp"), now < end + leeway, let subject = token.claims["sub"]?.string,
            !subject.isEmpty
        else { return false }
        if let start = token.time("nbf"), now + leeway < start { return false }
        if let made = token.time("iat"), now + leeway < made { return false }
        return true
    }

    /// The address of the account that a believed token stands for; nil where the owner mapped none to it.
    func email(of token: WebToken) -> String? {
        if let subject = token.claims["sub"]?.string, let email = people[subject] { return email }
        guard let email = token.claims["email"]?.string, token.claims["email_verified"]?.bool == true else {
            return nil
        }
        return people[email.lowercased()]
    }
}
