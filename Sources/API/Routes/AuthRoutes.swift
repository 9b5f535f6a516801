import Accounts
import Documents
import Gateway
import Runtime
import Signals
import Store

/// Signing in and out, and the account of whoever asks.
enum AuthRoutes {
    private static let registration: Set = [
        "email", "password", "display_name", "role", "person", "first_name", "last_name", "phone_number",
        "terms_accepted", "privacy_policy_accepted", "device_info",
    ]

    static func add(to router: inout Router, gateway: Gateway) {
        let accounts = gateway.accounts
        router.get("/api/v1/auth/health", access: .everybody, .authHealth) { request in
            let isWell = gateway.storeFault == nil
            return .json { json in
                json.field("status", isWell ? "healthy" : "degraded")
                json.field("service", "authentication")
                if request.isKnown { json.field("version", Version.current) }
                json.field("registered", accounts.owner != nil)
                json.field("password_required", accounts.isPasswordAsked || !request.isFromThisMachine)
                json.field("refusal", request.origin.refusal)
            }
        }
        router.post("/api/v1/auth/register", access: .everybody, .register) { try await register($0, accounts) }
        router.post("/api/v1/auth/login", access: .everybody, .login) { request in
            let (_, grant) = try await accounts.signIn(try attempt(request))
            return .json { AccountDocument.grant(grant, &$0) }
        }
        router.post("/api/v1/auth/refresh", access: .everybody, .refresh) { request in
            let token = try RequestContent(request, fields: ["refresh_token"]).text("refresh_token")
            guard let token, !token.isEmpty else {
                throw HTTPProblem.field(
                    "refresh_token", "“refresh_token” is missing; it came with the access token.", code: "missing")
            }
            do {
                let grant = try accounts.refresh(token)
                return .json { AccountDocument.grant(grant, &$0) }
            } catch AccountError.invalidToken { throw HTTPProblem.badRefreshToken }
        }
        router.post("/api/v1/auth/logout", access: .everybody, .logout) { try logout($0, accounts) }
        router.immediate("/api/v1/auth/me", .me) { request in
            let account = try account(request, accounts)
            return .json { AccountDocument.me(account, &$0) }
        }
        router.on(.put, "/api/v1/auth/me", .changeMe) { request in
            let account = try account(request, accounts)
            let content = try RequestContent(request, fields: ["email", "display_name"])
            guard content.has("email") || content.has("display_name") else {
                throw HTTPProblem.fields(
                    ["display_name", "email"], "Nothing to change: send “display_name”, “email” or both.",
                    code: "missing"
                ).asBadRequest
            }
            let changed = try bad {
                try accounts.change(
                    account.id, email: try content.text("email"), displayName: try content.text("display_name"))
            }
            return .json { json in
                json.field("user_id", "\(changed.id)")
                json.field("email", changed.email)
                json.field("display_name", changed.displayName)
                json.field("updated", true)
            }
        }
        SessionRoutes.add(to: &router, accounts: accounts)
        PeopleRoutes.add(to: &router, gateway: gateway)
    }

    /// The account of whoever asks.
    /// - Throws: a 401 where nothing says who that is.
    static func account(_ request: HTTPRequest, _ accounts: AccountRegister) throws -> Account {
        if let identity = request.identity { return identity.account }
        guard let person = request.caller.person, let account = accounts.account(person.rawValue) else {
            throw HTTPProblem.noToken
        }
        return account
    }

    /// What somebody who signs in sends.
    static func attempt(_ request: HTTPRequest) throws -> AccountRegister.Attempt {
        let content = try RequestContent(
            request, fields: ["email", "password", "remember_me", "device_info", "client"])
        let (email, password) = try credentials(content, "“email” and “password” are both needed to sign in.")
        var attempt = AccountRegister.Attempt(email: email, password: password)
        attempt.isRemembered = try content.flag("remember_me") ?? false
        attempt.device = device(content, request)
        attempt.source = request.source
        return attempt
    }

    private static func register(_ request: HTTPRequest, _ accounts: AccountRegister) async throws -> HTTPResponse {
        let account = try await entered(request, accounts)
        var attempt = AccountRegister.Attempt(email: account.email, password: "")
        attempt.device = request.headers["User-Agent"] ?? ""
        let grant = try accounts.grant(account, attempt)
        return .json { AccountDocument.grant(grant, &$0) }
    }

    /// Enters the account that a request describes.
    static func entered(_ request: HTTPRequest, _ accounts: AccountRegister) async throws -> Account {
        let isFirst = accounts.accounts.isEmpty
        let wanted = try bad { try application(request) }
        // The first may be entered from this machine alone: whoever comes over the network is not yet known.
        guard !isFirst || request.isFromThisMachine else {
            let reason = request.origin.refusal.map { " " + $0 } ?? ""
            throw AccountError.notPermitted(
                "The owner is entered on the box itself: nightjar account add EMAIL\(reason.isEmpty ? "" : "." + reason)"
            )
        }
        do {
            return try await accounts.register(wanted, byOwner: request.caller.role == .admin && !isFirst)
        } catch let failure as Failure {
            let problem = HTTPProblem(failure as any Error)
            if problem.status == 503 { throw problem }
            throw HTTPProblem(
                status: 500, kind: "registration_error", title: "Registration Error",
                detail: "The account could not be kept; the gateway's log has more under the trace_id.", cause: failure)
        }
    }

    private static func application(_ request: HTTPRequest) throws -> AccountRegister.Application {
        let content = try RequestContent(request, fields: registration)
        let (email, password) = try credentials(content, "“email” and “password” are both needed.")
        var application = AccountRegister.Application(email: email, password: password)
        let names = [try content.text("first_name"), try content.text("last_name")].compactMap(\.self)
        application.displayName =
            try content.text("display_name") ?? (names.isEmpty ? nil : names.joined(separator: " "))
        application.person = try content.whole("person").map(Int64.init)
        if let word = try content.text("role") {
            guard let role = Role(rawValue: word) else {
                throw HTTPProblem.field("role", "“role” must be patient, clinician, researcher or admin.")
            }
            application.role = role
        }
        return application
    }

    private static func logout(_ request: HTTPRequest, _ accounts: AccountRegister) throws -> HTTPResponse {
        let content = try RequestContent(request, fields: ["refresh_token"])
        if let token = try content.text("refresh_token") {
            do { try accounts.signOut(refreshToken: token) } catch AccountError.invalidToken {
                throw HTTPProblem.badRefreshToken
            }
        } else if let session = request.identity?.session {
            try accounts.signOut(session)
        } else if request.headers["Authorization"] != nil || request.cookie(Door.cookie) != nil {
            throw HTTPProblem.badToken
        } else {
            throw HTTPProblem.field(
                "refresh_token", "Say which session ends: by the access token, or by “refresh_token”.", code: "missing")
        }
        var answer = HTTPResponse.json { $0.field("message", "Successfully logged out") }
        for name in [Door.cookie, Door.pageCookie] where request.cookie(name) != nil {
            answer.setCookie(name, "", seconds: 0, isHidden: name == Door.cookie, for: request)
        }
        return answer
    }

    /// What somebody signs in with; each that is missing is named.
    private static func credentials(_ content: RequestContent, _ need: String) throws -> (String, String) {
        let (email, password) = (try content.text("email"), try content.password("password"))
        guard let email, let password else {
            let missing = [email == nil ? "email" : nil, password == nil ? "password" : nil].compactMap(\.self)
            throw HTTPProblem.fields(missing, need, code: "missing")
        }
        return (email, password)
    }

    private static func device(_ content: RequestContent, _ request: HTTPRequest) -> String {
        let told = content.raw("device_info")?.object ?? [:]
        let words = ["device_name", "name", "model", "platform", "os_version"].compactMap { told[$0]?.string }
        return words.isEmpty ? request.headers["User-Agent"] ?? "" : words.joined(separator: ", ")
    }

    /// What makes no sense is a 400 here, as the contract of these routes has it.
    private static func bad<Value>(_ body: () throws -> Value) throws -> Value {
        do { return try body() } catch let problem as HTTPProblem { throw problem.asBadRequest } catch let failure
            as Failure where failure.code == .usage
        {
            throw HTTPProblem.parameter(failure.message)
        }
    }
}

extension HTTPProblem {
    /// 401: a refresh token that is not good.
    static let badRefreshToken = HTTPProblem(
        status: 401, kind: "authentication-required", title: "Sign in again", detail: "Invalid refresh token")
}

extension RequestContent {
    /// A password, as it was typed; nil when it is not there.
    func password(_ name: String) throws -> String? {
        guard let value = raw(name) else { return nil }
        guard let text = value.string, text.utf8.count <= 4096 else {
            throw HTTPProblem.field(name, "“\(name)” must be text of at most 4096 bytes.")
        }
        return text
    }
}
