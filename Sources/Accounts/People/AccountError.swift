/// Why something with accounts was refused. None carries a password or a token.
package enum AccountError: Error, Hashable, Sendable {
    /// The address or the password is wrong; which of them is not said.
    case invalidCredentials
    /// An account with that address exists already.
    case exists
    /// A field of the request is invalid: its name, and why.
    case invalid(field: String, String)
    /// Only an owner may do that.
    case notPermitted(String)
    /// There is no such account or session.
    case notFound(String)
    /// It would leave the gateway without an owner.
    case lastOwner
    /// Too many attempts; the number says after how many seconds the next is heard.
    case tooMany(retryAfter: Int)
    /// More passwords wait to be checked than is reasonable.
    case busy
    /// The token is not one of ours, has expired, or was revoked.
    case invalidToken
}
