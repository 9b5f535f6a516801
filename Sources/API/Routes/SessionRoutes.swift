import Accounts
import Documents
import Runtime
import Signals

/// Sessions of whoever asks: in browsers, and all of them to look through and to end.
enum SessionRoutes {
    static func add(to router: inout Router, accounts: AccountRegister) {
        router.post("/api/v1/auth/session", access: .everybody, .beginSession) { request in
            let attempt = try AuthRoutes.attempt(request)
            let (identity, cookie) = try await accounts.signInBrowser(attempt)
            return begun(identity, cookie, isRemembered: attempt.isRemembered, request, accounts)
        }
        router.post("/api/v1/auth/invitation", access: .everybody, .acceptInvitation) { request in
            let token = try RequestContent(request, fields: ["token"]).text("token")
            guard let token else { throw HTTPProblem.field("token", "“token” is missing.", code: "missing") }
            do {
                let (identity, cookie) = try accounts.accept(
                    token, device: request.headers["User-Agent"] ?? "", source: request.source)
                return begun(identity, cookie, isRemembered: true, request, accounts)
            } catch AccountError.invalidToken {
                throw HTTPProblem(
                    status: 401, kind: "authentication-required", title: "Ask for a new code",
                    detail: "This code was used already or is older than ten minutes; sign in, or ask for a new one.")
            }
        }
        router.post("/api/v1/auth/external", access: .everybody, .external) { request in
            let token = try RequestContent(request, fields: ["id_token", "device_info"]).password("id_token")
            guard let token else { throw HTTPProblem.field("id_token", "“id_token” is missing.", code: "missing") }
            let (_, grant) = try await accounts.signIn(
                idToken: token, device: request.headers["User-Agent"] ?? "")
            return .json { AccountDocument.grant(grant, &$0) }
        }
        router.immediate("/api/v1/auth/sessions", .sessions) { request in
            let account = try AuthRoutes.account(request, accounts)
            return .json { json in
                json.array("sessions") { json in
                    for session in accounts.sessions(of: account.id) {
                        AccountDocument.session(
                            session, isCurrent: session.id == request.identity?.session?.id, &json)
                    }
                }
            }
        }
        router.on(.delete, "/api/v1/auth/sessions/{id}", .endSession) { request in
            let account = try AuthRoutes.account(request, accounts)
            try accounts.endSession(try request.parameter("id"), of: account.id)
            return .empty()
        }
        router.on(.put, "/api/v1/auth/password", .changePassword) { request in
            let account = try AuthRoutes.account(request, accounts)
            let content = try RequestContent(request, fields: ["current_password", "new_password"])
            guard let new = try content.password("new_password") else {
                throw HTTPProblem.field("new_password", "“new_password” is missing.", code: "missing")
            }
            // Whoever comes over the unix socket owns the box and its files anyway.
            if !request.isFromUnixSocket {
                guard let old = try content.password("current_password"),
                    try await accounts.isPassword(old, of: account.id)
                else { throw AccountError.invalidCredentials }
            }
            try await accounts.reset(account.id, password: new, keeping: request.identity?.session?.id)
            return .empty()
        }
    }

    /// The answer that begins a session in a browser.
    static func begun(
        _ identity: AccountRegister.Identity, _ cookie: String, isRemembered: Bool, _ request: HTTPRequest,
        _ accounts: AccountRegister
    ) -> HTTPResponse {
        var answer = HTTPResponse.json { AccountDocument.me(identity.account, &$0) }
        guard let session = identity.session else { return answer }
        let seconds = isRemembered ? 60 * 86_400 : nil
        answer.setCookie(Door.cookie, cookie, seconds: seconds, isHidden: true, for: request)
        answer.setCookie(
            Door.pageCookie, accounts.pageToken(of: session), seconds: seconds, isHidden: false, for: request)
        return answer
    }
}
