import Accounts
import Runtime
import Signals

extension GatewayClient {
    private struct Grant: Decodable {
        var access: String
        var refresh: String

        enum CodingKeys: String, CodingKey {
            case access = "access_token"
            case refresh = "refresh_token"
        }
    }

    /// The tokens kept for this gateway; nil over the socket, which needs none.
    var kept: SignedIn.Tokens? {
        guard case .address(let url) = endpoint else { return nil }
        return (try? SignedIn())?.tokens[url]
    }

    /// Signs in and keeps the tokens.
    /// - Throws: `Failure` with what the gateway says.
    func signIn(email: String, password: String, authority: String?) throws {
        guard case .address(let url) = endpoint else { return }
        var json = JSONText()
        json.object { json in
            json.field("email", email)
            json.field("password", password)
            json.field("remember_me", true)
            json.object("device_info") { $0.field("name", "nightjar command line") }
        }
        let grant = try Self.decode(Grant.self, try body("POST", "/api/v1/auth/login", json: json.bytes))
        var signedIn = try SignedIn()
        try signedIn.keep(.init(access: grant.access, refresh: grant.refresh, authority: authority), of: url)
    }

    /// Gets the next tokens for those that have expired.
    /// - Returns: false when the session is over; then the tokens are forgotten.
    func renew() throws -> Bool {
        guard case .address(let url) = endpoint, let old = kept else { return false }
        var json = JSONText()
        json.object { $0.field("refresh_token", old.refresh) }
        let reply = try exchange("POST", "/api/v1/auth/refresh", json: json.bytes, token: nil)
        var signedIn = try SignedIn()
        guard reply.status == 200 else {
            if reply.status == 401 { try signedIn.keep(nil, of: url) }
            return false
        }
        let grant = try Self.decode(Grant.self, reply.body)
        try signedIn.keep(.init(access: grant.access, refresh: grant.refresh, authority: old.authority), of: url)
        return true
    }
}
