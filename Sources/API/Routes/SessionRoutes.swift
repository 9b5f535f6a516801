import Accounts
import Documents
import Runtime
import Signals

/// Sessions of whoever asks: in browsers, and all of them to look through and to end.
enum SessionRoutes {
    static func add(to router: inout Router, accounts: AccountRegistry) {
        router.answer(.beginSession) { asked, request in
            let attempt = AuthRoutes.attempt(asked, request)
            let (identity, cookie) = try await accounts.signInBrowser(attempt)
            return begun(identity, cookie, isRemembered: attempt.isRemembered, request, accounts)
        }
        router.answer(.acceptInvitation) { asked, request in
            do {
                let (identity, cookie) = try accounts.accept(
                    asked.token.text, device: request.headers["User-Agent"] ?? "", source: request.source)
                return begun(identity, cookie, isRemembered: true, request, accounts)
            } catch AccountError.invalidToken {
                throw HTTPProblem(
                    status: 401, kind: "authentication-required", title: "Ask for a new code",
                    detail: "This code was used already or is older than ten minutes; sign in, or ask for a new one.")
            }
        }
        router.on(.externalLogin) { asked, request in
            let (_, grant) = try await accounts.signIn(
                idToken: asked.idToken.text, device: request.headers["User-Agent"] ?? "")
            return TokensDocument(grant)
        }
        router.immediate(.authSessions) { _, request in
            let account = try AuthRoutes.account(request, accounts)
            var list = AuthSessionListDocument()
            list.sessions = accounts.sessions(of: account.id)
                .map { .init($0, isCurrent: $0.id == request.identity?.session?.id) }
            return list
        }
        router.on(.endAuthSession) { asked, request in
            try accounts.endSession(asked.id, of: try AuthRoutes.account(request, accounts).id)
            return Nothing()
        }
        router.on(.changePassword) { asked, request in
            let account = try AuthRoutes.account(request, accounts)
            // Whoever comes over the unix socket owns the box and its files anyway.
            if !request.isFromUnixSocket {
                guard let old = asked.current, try await accounts.isPassword(old.text, of: account.id) else {
                    throw AccountError.invalidCredentials
                }
            }
            try await accounts.reset(account.id, password: asked.new.text, keeping: request.identity?.session?.id)
            return Nothing()
        }
    }

    /// The answer that begins a session in a browser.
    static func begun(
        _ identity: AccountRegistry.Identity, _ cookie: String, isRemembered: Bool, _ request: HTTPRequest,
        _ accounts: AccountRegistry
    ) -> HTTPResponse {
        var answer = HTTPResponse.document(AccountDocument(identity.account))
        guard let session = identity.session else { return answer }
        let seconds = isRemembered ? 60 * 86_400 : nil
        answer.setCookie(AccessControl.cookie, cookie, seconds: seconds, isHidden: true, for: request)
        answer.setCookie(
            AccessControl.pageCookie, accounts.pageToken(of: session), seconds: seconds, isHidden: false, for: request)
        return answer
    }
}
