package import Accounts
import Documents
package import Gateway
import Store

/// Decides who a request comes from and whether they may ask this, before its body is read.
///
/// A token or a cookie says who asks. The unix socket is the owner's. On a loopback address nothing is asked of the accounts
/// in ``LocalUsers`` while nobody can sign in or the owner switched the password off; from other machines and other
/// accounts of this one a token is always needed.
package struct AccessControl: Sendable {
    /// What the check of a request decides.
    enum Outcome: Sendable {
        /// The route answers, with this caller.
        case allow
        /// The problem is the answer; the route is not called.
        case refuse(HTTPProblem)
        /// A browser is sent to another page.
        case redirect(String)
        /// This page is the answer; the route is not called.
        case answer(HTTPResponse)
    }

    /// The name of the cookie that stands for a session.
    static let cookie = "nightjar_session"
    /// The name of the cookie that pages read and send back as a header field.
    static let pageCookie = "nightjar_csrf"

    let accounts: AccountRegistry
    /// Why nobody may come in but at the machine; nil while all is as it was left.
    let closed: @Sendable () -> String?

    /// An access check for the accounts of `accounts`.
    /// - Parameters:
    ///   - accounts: who may sign in.
    ///   - closed: why only the unix socket is answered, and what to do; nil when everybody is.
    package init(_ accounts: AccountRegistry, closed: @escaping @Sendable () -> String? = { nil }) {
        self.accounts = accounts
        self.closed = closed
    }

    /// Fills in who asks.
    /// - Parameters:
    ///   - request: the head of the request.
    ///   - access: who may use the route that it asks for.
    func admit(_ request: inout HTTPRequest, _ access: Access) -> Outcome {
        if !request.isFromUnixSocket, let reason = refusal(of: request) { return reason }
        do {
            request.identity = try identity(of: request, isSocket: access == .socket)
        } catch {
            guard access == .everybody || access == .socket else { return .refuse(.badToken) }
            request.caller = .nobody
            return .allow
        }
        if let identity = request.identity {
            request.caller = Caller(identity.account)
            if identity.session?.kind == .cookie, !request.method.isSafe, !isFromOwnPage(request) {
                return .refuse(.noPageToken)
            }
        } else if request.isFromThisMachine && (request.isFromUnixSocket || !accounts.isPasswordAsked) {
            request.caller = accounts.owner.map(Caller.init) ?? .local
        } else {
            request.caller = .nobody
            switch access {
            case .everybody, .socket: return .allow
            case .page:
                let page = request.path.hasPrefix("/") && !request.path.hasPrefix("//") ? request.path : "/"
                return .redirect("/login?next=" + page)
            case .person, .owner: return .refuse(.noToken(request.origin))
            }
        }
        if access == .owner, request.caller.role != .admin { return .refuse(.ownersOnly) }
        return .allow
    }

    /// Nobody from elsewhere is answered while it is not known who may, nor from another machine while nobody can sign in.
    private func refusal(of request: HTTPRequest) -> Outcome? {
        var reason = closed()
        if reason == nil, request.origin == .network, accounts.owner == nil {
            reason = "Nobody can sign in here. Enter the owner at the machine: nightjar account add EMAIL"
        }
        guard let reason else { return nil }
        guard request.headers["Accept"]?.contains("text/html") == true else { return .refuse(.closed(reason)) }
        return .answer(ClosedPage.response(reason))
    }

    private func identity(
        of request: HTTPRequest, isSocket: Bool
    ) throws(AccountError) -> AccountRegistry.Identity? {
        if let field = request.headers["Authorization"] {
            let parts = field.split(separator: " ", maxSplits: 1)
            guard parts.count == 2, parts[0].lowercased() == "bearer" else { throw .invalidToken }
            return try accounts.identity(ofToken: parts[1].trimmed())
        }
        // Browsers can send no field with a WebSocket.
        if isSocket, let token = request.query["token"] { return try accounts.identity(ofToken: token) }
        return request.cookie(Self.cookie).flatMap { accounts.identity(ofCookie: $0) }
    }

    /// Whether a change in the session of a cookie comes from a page of ours: a browser says so in `Origin`, which was
    /// compared with ours before, or the page sends what only it can read.
    private func isFromOwnPage(_ request: HTTPRequest) -> Bool {
        if request.headers["Origin"] != nil { return true }
        guard let session = request.identity?.session, let sent = request.headers["X-CSRF-Token"] else { return false }
        return Secret.same(sent, accounts.pageToken(of: session))
    }
}

extension AccessControl {
    /// The access check of a gateway: closed to all but this machine while accounts or refusals may have been lost.
    package init(_ gateway: Gateway) {
        // What exactly happened, and where the store lies, is for the machine: the socket, the doctor and the log.
        let told =
            "The store of this gateway was damaged, or all or a part of it is missing. Nobody from elsewhere is answered "
            + "and nothing is recorded until its owner says at the machine: nightjar account recover"
        self.init(gateway.accounts) { [weak gateway] in gateway?.store.loss == nil ? nil : told }
    }
}

extension Caller {
    /// Somebody who has not said who they are; no row is theirs.
    static let nobody = Caller(person: Person.ID(rawValue: -1), role: .patient)

    /// The person of an account.
    init(_ account: Account) {
        self.init(person: Person.ID(rawValue: account.id), role: Role(rawValue: account.role.rawValue) ?? .patient)
    }
}
