/// Why something with accounts was refused. None carries a password or a token.
public enum AccountError: Error, Hashable, Sendable {
    /// The address or the password is wrong; which of them is not said.
    case invalidCredentials
    /// There is an account of that address already.
    case exists
    /// A field of what was asked makes no sense.
    case invalid(field: String, String)
    /// Only an owner may do that.
    case notPermitted(String)
    /// There is no such account or session.
    case notFound(String)
    /// It would leave the box without an owner.
    case lastOwner
    /// Too many attempts; the number says after how many seconds the next is heard.
    case tooMany(retryAfter: Int)
    /// More passwords wait to be checked than is reasonable.
    case busy
    /// The token is not one of ours, has expired, or was revoked.
    case invalidToken
}
