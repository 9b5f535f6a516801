import Accounts
import Documents

extension HTTPProblem {
    private static let challenge = HTTPHeaders([("WWW-Authenticate", "Bearer realm=\"nightjar\"")])

    /// 401: the request carries neither a token nor a session's cookie.
    static let noToken = HTTPProblem(
        status: 401, kind: "authentication-required", title: "Sign in first",
        detail: "This needs an access token: POST /api/v1/auth/login gives one, to be sent as Authorization: Bearer.",
        headers: challenge)

    /// 401: nothing says who asks, with the reason why somebody on this machine has to.
    static func noToken(_ origin: RequestOrigin) -> HTTPProblem {
        var problem: HTTPProblem = noToken
        if let reason = origin.refusal { problem.detail += " " + reason }
        return problem
    }

    /// 401: what says who asks is not good (any more).
    static let badToken = HTTPProblem(
        status: 401, kind: "authentication-required", title: "Sign in again",
        detail: "The access token is not valid, has expired, or its session was ended; refresh it or sign in again.",
        headers: HTTPHeaders([("WWW-Authenticate", "Bearer realm=\"nightjar\", error=\"invalid_token\"")]))

    /// 403: a change with a cookie that no page of ours asked for.
    static let noPageToken = HTTPProblem(
        status: 403, kind: "authorization-denied", title: "Not permitted",
        detail: "A change in a browser's session must carry the value of the cookie nightjar_csrf as X-CSRF-Token.")

    /// 403: for owners.
    static let ownersOnly = HTTPProblem(
        status: 403, kind: "authorization-denied", title: "Not permitted",
        detail: "Only an owner of this box may do that; ask one, or let one give you the role admin.")

    /// 503: only requests from this machine are answered.
    static func closed(_ reason: String) -> HTTPProblem {
        HTTPProblem(
            status: 503, kind: "service-unavailable", title: "Closed until its owner was at the machine", detail: reason
        )
    }

    /// The problem that a refusal of the register is.
    init(_ error: AccountError) {
        switch error {
        case .invalidCredentials:
            self.init(
                status: 401, kind: "invalid_credentials", title: "Invalid Credentials",
                detail: "Invalid email or password.", headers: Self.challenge)
        case .exists:
            self.init(
                status: 409, kind: "resource-conflict", title: "Account exists",
                detail: "There is an account of that address or person already; sign in, or use another.")
        case .invalid(let field, let reason):
            self.init(
                status: 400, kind: "validation-error", title: "Bad request", detail: reason,
                errors: [FieldFault(field, reason, code: "invalid_value")])
        case .notPermitted(let reason):
            self.init(status: 403, kind: "authorization-denied", title: "Not permitted", detail: reason)
        case .notFound(let reason):
            self.init(status: 404, kind: "resource-not-found", title: "Not found", detail: reason)
        case .lastOwner:
            self.init(
                status: 409, kind: "resource-conflict", title: "Last owner",
                detail: "The box would be left without an owner; give somebody else the role admin first.")
        case .tooMany(let seconds):
            self.init(
                status: 429, kind: "rate-limit-exceeded", title: "Too many attempts",
                detail: "Too many wrong attempts; try again in \(seconds) s.",
                headers: HTTPHeaders([("Retry-After", "\(seconds)")]))
        case .busy:
            self.init(
                status: 503, kind: "service-unavailable", title: "Busy",
                detail: "Too many people are signing in at once; try again in a moment.",
                headers: HTTPHeaders([("Retry-After", "2")]))
        case .invalidToken: self = .badToken
        }
    }
}
