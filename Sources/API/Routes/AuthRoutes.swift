import Accounts
import Documents
import Gateway
import Runtime
import Signals
import Store

/// Signing in and out, and the account of whoever asks.
enum AuthRoutes {
    static func add(to router: inout Router, gateway: Gateway) {
        let accounts = gateway.accounts
        router.on(.authHealth) { _, request in
            var health = AuthHealthDocument()
            health.status = gateway.storeFault == nil ? .healthy : .degraded
            health.service = "authentication"
            health.version = request.isKnown ? Version.current : nil
            health.isRegistered = accounts.owner != nil
            health.isPasswordRequired = accounts.isPasswordAsked || !request.isFromThisMachine
            health.refusal = request.origin.refusal
            return health
        }
        router.on(.register) { asked, request in
            let account = try await entered(asked, request, accounts)
            var attempt = AccountRegistry.Attempt(email: account.email, password: "")
            attempt.device = request.headers["User-Agent"] ?? ""
            return TokensDocument(try accounts.grant(account, attempt))
        }
        router.on(.login) { asked, request in
            let (_, grant) = try await accounts.signIn(attempt(asked, request))
            return TokensDocument(grant)
        }
        router.on(.refresh) { asked, _ in
            do {
                return TokensDocument(try accounts.refresh(asked.refreshToken.text))
            } catch AccountError.invalidToken { throw HTTPProblem.badRefreshToken }
        }
        router.answer(.logout) { try logout($0, $1, accounts) }
        router.immediate(.me) { AccountDocument(try account($1, accounts)) }
        router.on(.changeMe) { asked, request in
            let account = try account(request, accounts)
            let changed = try accounts.change(account.id, email: asked.email, displayName: asked.displayName)
            var document = ChangedAccountDocument()
            document.userID = "\(changed.id)"
            (document.email, document.displayName, document.isUpdated) = (changed.email, changed.displayName, true)
            return document
        }
        SessionRoutes.add(to: &router, accounts: accounts)
        PeopleRoutes.add(to: &router, gateway: gateway)
    }

    /// The account of whoever asks.
    /// - Throws: a 401 where nothing says who that is.
    static func account(_ request: HTTPRequest, _ accounts: AccountRegistry) throws -> Account {
        if let identity = request.identity { return identity.account }
        guard let person = request.caller.person, let account = accounts.account(person.rawValue) else {
            throw HTTPProblem.noToken
        }
        return account
    }

    /// What somebody who signs in sends.
    static func attempt(_ asked: LoginRequest, _ request: HTTPRequest) -> AccountRegistry.Attempt {
        var attempt = AccountRegistry.Attempt(email: asked.email, password: asked.password.text)
        attempt.isRemembered = asked.isRemembered
        let words = ["device_name", "name", "model", "platform", "os_version"]
            .compactMap { asked.deviceInfo?[$0]?.string }
        attempt.device = words.isEmpty ? request.headers["User-Agent"] ?? "" : words.joined(separator: ", ")
        attempt.source = request.source
        return attempt
    }

    /// Enters the account that a request describes.
    static func entered(
        _ asked: RegisterRequest, _ request: HTTPRequest, _ accounts: AccountRegistry
    ) async throws -> Account {
        let isFirst = accounts.accounts.isEmpty
        // The first may be entered from this machine alone: whoever comes over the network is not yet known.
        guard !isFirst || request.isFromThisMachine else {
            let reason = request.origin.refusal.map { " " + $0 } ?? ""
            throw AccountError.notPermitted(
                "The owner is entered on the box itself: nightjar account add EMAIL\(reason.isEmpty ? "" : "." + reason)"
            )
        }
        do {
            return try await accounts.register(
                application(asked), byOwner: request.caller.role == .admin && !isFirst)
        } catch let failure as Failure {
            let problem = HTTPProblem(failure as any Error)
            if problem.status == 503 { throw problem }
            throw HTTPProblem(
                status: 500, kind: "registration_error", title: "Registration Error",
                detail: "The account could not be kept; the gateway's log has more under the trace_id.", cause: failure)
        }
    }

    private static func application(_ asked: RegisterRequest) -> AccountRegistry.Application {
        var application = AccountRegistry.Application(email: asked.email, password: asked.password.text)
        let names = [asked.firstName, asked.lastName].compactMap(\.self)
        application.displayName = asked.displayName ?? (names.isEmpty ? nil : names.joined(separator: " "))
        application.person = asked.person.map(Int64.init)
        if let role = asked.role { application.role = role }
        return application
    }

    private static func logout(
        _ asked: LogoutRequest, _ request: HTTPRequest, _ accounts: AccountRegistry
    ) throws -> HTTPResponse {
        if let token = asked.refreshToken {
            do { try accounts.signOut(refreshToken: token.text) } catch AccountError.invalidToken {
                throw HTTPProblem.badRefreshToken
            }
        } else if let session = request.identity?.session {
            try accounts.signOut(session)
        } else if request.headers["Authorization"] != nil || request.cookie(AccessControl.cookie) != nil {
            throw HTTPProblem.badToken
        } else {
            throw HTTPProblem.invalid([
                FieldFault(
                    "refresh_token", "Say which session ends: by the access token, or by “refresh_token”.",
                    code: "missing")
            ])
        }
        var answer = HTTPResponse.document(MessageDocument("Successfully logged out"))
        for name in [AccessControl.cookie, AccessControl.pageCookie] where request.cookie(name) != nil {
            answer.setCookie(name, "", seconds: 0, isHidden: name == AccessControl.cookie, for: request)
        }
        return answer
    }
}

extension HTTPProblem {
    /// 401: a refresh token that is not good.
    static let badRefreshToken = HTTPProblem(
        status: 401, kind: "authentication-required", title: "Sign in again", detail: "Invalid refresh token")
}
