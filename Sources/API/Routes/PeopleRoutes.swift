import Accounts
import Documents
import Gateway
import Runtime
import Signals
import Store

/// The people of the box, for its owners.
enum PeopleRoutes {
    static func add(to router: inout Router, gateway: Gateway) {
        let accounts = gateway.accounts
        router.immediate("/api/v1/auth/people", access: .owner, .people) { _ in
            .json { json in
                json.array("people") { json in
                    for account in accounts.accounts { json.object { AccountDocument.person(account, &$0) } }
                }
            }
        }
        router.post("/api/v1/auth/people", access: .owner, .addPerson) { request in
            let account = try await AuthRoutes.entered(request, accounts)
            return .json(status: 201) { AccountDocument.person(account, &$0) }
        }
        router.on(.patch, "/api/v1/auth/people/{id}", access: .owner, .changePerson) { request in
            let person = try request.number("id")
            let content = try RequestContent(request, fields: ["role", "display_name", "email"])
            var account = try accounts.change(
                person, email: try content.text("email"), displayName: try content.text("display_name"))
            if let word = try content.text("role") {
                guard let role = Role(rawValue: word) else {
                    throw HTTPProblem.field("role", "“role” must be patient, clinician, researcher or admin.")
                }
                account = try accounts.change(person, role: role)
            }
            return .json { AccountDocument.person(account, &$0) }
        }
        router.post("/api/v1/auth/people/{id}/reset", access: .owner, .resetPassword) { request in
            let content = try RequestContent(request, fields: ["password"])
            guard let password = try content.password("password") else {
                throw HTTPProblem.field("password", "“password” is missing: the new one.", code: "missing")
            }
            try await accounts.reset(try request.number("id"), password: password)
            return .empty()
        }
        router.post("/api/v1/auth/people/{id}/invitation", access: .owner, .invite) { request in
            guard let port = gateway.configuration.networkPort else {
                throw HTTPProblem.noNetwork(
                    "Other machines do not reach this gateway: say `nightjar lan on` and start `nightjar serve` again.")
            }
            guard let host = NetworkInterface.addresses.first else {
                throw HTTPProblem.noNetwork("This machine has no address on a network just now; connect it first.")
            }
            let token = try accounts.invite(try request.number("id"))
            // Behind the #, which a browser sends to nobody and which no log ever sees.
            let url = "https://\(host):\(port)/login#invite=\(token)"
            return .json(status: 201) { json in
                json.field("url", url)
                json.field("expires_in", 600)
                json.field("qr_svg", QRCode(url)?.svg)
            }
        }
        addLeaving(to: &router, gateway: gateway)
        router.on(.put, "/api/v1/auth/access", access: .owner, .setAccess) { request in
            let word = try RequestContent(request, fields: ["password"]).text("password")
            guard let word, ["on", "off"].contains(word) else {
                throw HTTPProblem.field("password", "“password” must be on or off.")
            }
            try accounts.askForPassword(word == "on")
            return .json { $0.field("password_required", accounts.isPasswordAsked) }
        }
        router.get("/api/v1/auth/access/loss", access: .owner, .loss) { request in
            .json { write(gateway, for: request, &$0) }
        }
        router.on(.delete, "/api/v1/auth/access/loss", access: .owner, .acceptLoss) { request in
            try await gateway.acceptLoss()
            return .json { write(gateway, for: request, &$0) }
        }
    }

    /// What may have been lost of accounts and refusals.
    private static func write(_ gateway: Gateway, for request: HTTPRequest, _ json: inout JSONText) {
        let tell = { request.isFromUnixSocket ? $0 : Failure.withoutFolders($0) }
        let loss = gateway.store.loss
        json.field("lost", loss != nil)
        json.field("reason", loss.map { tell($0.reason) })
        json.field("trouble", (gateway.storeTrouble ?? gateway.storeFault).map(tell))
        json.field("since_s", loss?.since)
        json.field("had_accounts", loss?.hadAccounts ?? false)
        json.field("accounts", gateway.accounts.accounts.count)
        json.field("people", gateway.household.people.count)
    }

    /// Taking everything home and leaving, for oneself and by an owner.
    private static func addLeaving(to router: inout Router, gateway: Gateway) {
        let accounts = gateway.accounts
        router.get("/api/v1/auth/me/export", .exportMe) { request in
            try await export(Person.ID(rawValue: try AuthRoutes.account(request, accounts).id), request, gateway)
        }
        router.on(.delete, "/api/v1/auth/me", .deleteMe) { request in
            let account = try AuthRoutes.account(request, accounts)
            let content = try RequestContent(request, fields: ["password"])
            if !request.isFromUnixSocket, account.passwordHash != nil {
                guard let password = try content.password("password"),
                    try await accounts.isPassword(password, of: account.id)
                else { throw AccountError.invalidCredentials }
            }
            return farewell(try await gateway.delete(Person.ID(rawValue: account.id)))
        }
        // Whoever runs the box can read its disk; over the network nobody takes home what is another's.
        router.get("/api/v1/auth/people/{id}/export", access: .owner, .exportPerson) { request in
            let person = Person.ID(rawValue: try request.number("id"))
            guard request.isFromUnixSocket || request.sight(gateway).sees(person) else {
                throw Failure(.notFound, "There is no person \(person.rawValue) of whom you may take everything.")
            }
            return try await export(person, request, gateway)
        }
        router.on(.delete, "/api/v1/auth/people/{id}", access: .owner, .deletePerson) { request in
            let person = try request.number("id")
            guard request.query["data"] == "delete" else {
                try accounts.remove(person)
                return .json { json in
                    json.field("user_id", "\(person)")
                    json.field("data", "kept")
                }
            }
            return farewell(try await gateway.delete(Person.ID(rawValue: person)))
        }
    }

    private static func export(
        _ person: Person.ID, _ request: HTTPRequest, _ gateway: Gateway
    ) async throws -> HTTPResponse {
        let name = "nightjar-\(person.rawValue).zip"
        // Who asks for the head alone is not worth the work.
        if request.method == .head {
            return HTTPResponse.head(contentType: "application/zip").attachment(named: name)
        }
        let reader = request.reader(gateway)
        let place = try ExportRoutes.place(for: request, gateway)
        let archive = try await gateway.archive(of: person, in: place)
        let isAllowed: @Sendable () -> Bool = {
            [weak gateway, right = archive.right, isFromUnixSocket = request.isFromUnixSocket] in
            guard let gateway, let now = reader.now else { return false }
            let sight = gateway.sight(of: now.person, isOwner: now.role == .admin)
            return (isFromUnixSocket || sight.sees(person)) && gateway.holds(right, toAllOf: person)
        }
        guard isAllowed() else { throw Gateway.changed }
        return try ExportRoutes.answer(archive.made, in: place).whileAllowed(isAllowed)
    }

    private static func farewell(_ farewell: Gateway.Farewell) -> HTTPResponse {
        .json { json in
            json.field("user_id", "\(farewell.person.id.rawValue)")
            json.field("display_name", farewell.person.name)
            json.field("data", "deleted")
            json.object("rows") { json in
                for (table, count) in farewell.rows.sorted(by: { $0.key < $1.key }) { json.field(table, count) }
            }
            json.array("recordings_kept") { json in
                for id in farewell.kept { json.value(Int(id.rawValue)) }
            }
            json.array("set_aside") { json in
                for name in farewell.setAside { json.value(name) }
            }
        }
    }
}

extension HTTPProblem {
    /// 409: nobody could follow an invitation.
    fileprivate static func noNetwork(_ detail: String) -> HTTPProblem {
        HTTPProblem(status: 409, kind: "resource-conflict", title: "No network", detail: detail)
    }
}
