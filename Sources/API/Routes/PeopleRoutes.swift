import Accounts
import Gateway
import Runtime
import Signals

/// The people of the box, for its owners.
enum PeopleRoutes {
    static func add(to router: inout Router, gateway: Gateway) {
        let accounts = gateway.accounts
        router.immediate("/api/v1/auth/people") { _ in
            .json { json in
                json.array("people") { json in
                    for account in accounts.accounts { json.object { AccountDocument.person(account, &$0) } }
                }
            }
        }
        router.post("/api/v1/auth/people") { request in
            let account = try await AuthRoutes.entered(request, accounts)
            return .json(status: 201) { AccountDocument.person(account, &$0) }
        }
        router.on(.patch, "/api/v1/auth/people/{id}") { request in
            let person = try request.number("id")
            let content = try RequestContent(request, fields: ["role", "display_name", "email"])
            var account = try accounts.change(
                person, email: try content.text("email"), displayName: try content.text("display_name"))
            if let word = try content.text("role") {
                guard let role = Role(rawValue: word) else {
                    throw Failure(.usage, "“role” must be patient, clinician, researcher or admin.")
                }
                account = try accounts.change(person, role: role)
            }
            return .json { AccountDocument.person(account, &$0) }
        }
        router.post("/api/v1/auth/people/{id}/reset") { request in
            let content = try RequestContent(request, fields: ["password"])
            guard let password = try content.password("password") else {
                throw Failure(.usage, "“password” is missing: the new one.")
            }
            try await accounts.reset(try request.number("id"), password: password)
            return .empty()
        }
        router.on(.put, "/api/v1/auth/access") { request in
            let word = try RequestContent(request, fields: ["password"]).text("password")
            guard let word, ["on", "off"].contains(word) else {
                throw Failure(.usage, "“password” must be on or off.")
            }
            try accounts.askForPassword(word == "on")
            return .json { $0.field("password_required", accounts.isPasswordAsked) }
        }
    }
}
