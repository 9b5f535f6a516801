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
        router.immediate(.people) { _, _ in
            var list = AccountListDocument()
            list.people = accounts.accounts.map { AccountDocument($0, isForOwner: true) }
            return list
        }
        router.on(.addPerson) { asked, request in
            AccountDocument(try await AuthRoutes.entered(asked, request, accounts), isForOwner: true)
        }
        router.on(.changePerson) { asked, _ in
            let account = try accounts.change(
                asked.id.rawValue, email: asked.email, displayName: asked.displayName, role: asked.role)
            return AccountDocument(account, isForOwner: true)
        }
        router.on(.resetPassword) { asked, _ in
            try await accounts.reset(asked.id.rawValue, password: asked.password.text)
            return Nothing()
        }
        router.on(.invite) { asked, _ in
            guard let port = gateway.configuration.networkPort else {
                throw HTTPProblem.noNetwork(
                    "Other machines do not reach this gateway: say `nightjar lan on` and start `nightjar serve` again.")
            }
            guard let host = NetworkInterface.addresses.first else {
                throw HTTPProblem.noNetwork("This machine has no address on a network just now; connect it first.")
            }
            let token = try accounts.invite(asked.id.rawValue)
            // Behind the #, which a browser sends to nobody and which no log ever sees.
            let url = "https://\(host):\(port)/login#invite=\(token)"
            var invitation = InvitationDocument()
            (invitation.url, invitation.expiresIn) = (SecretText(url), 600)
            invitation.picture = QRCode(url).map { SecretText($0.svg) }
            return invitation
        }
        addLeaving(to: &router, gateway: gateway)
        router.on(.setLocalPassword) { asked, _ in
            try accounts.askForPassword(asked.password == .on)
            var document = LocalPasswordDocument()
            document.isRequired = accounts.isPasswordAsked
            return document
        }
        router.on(.storeLoss) { StoreLossDocument(gateway, for: $1) }
        router.on(.acceptStoreLoss) { _, request in
            try await gateway.acceptLoss()
            return StoreLossDocument(gateway, for: request)
        }
    }

    /// Taking everything home and leaving, for oneself and by an owner.
    private static func addLeaving(to router: inout Router, gateway: Gateway) {
        let accounts = gateway.accounts
        router.answer(.exportMe) { _, request in
            try await export(Person.ID(rawValue: try AuthRoutes.account(request, accounts).id), request, gateway)
        }
        router.on(.deleteMe) { asked, request in
            let account = try AuthRoutes.account(request, accounts)
            if !request.isFromUnixSocket, account.passwordHash != nil {
                guard let password = asked.password, try await accounts.isPassword(password.text, of: account.id)
                else { throw AccountError.invalidCredentials }
            }
            return LeavingDocument(try await gateway.delete(Person.ID(rawValue: account.id)))
        }
        // Whoever runs the box can read its disk; over the network nobody takes home what is another's.
        router.answer(.exportPerson) { asked, request in
            let person = Person.ID(rawValue: asked.id.rawValue)
            guard request.isFromUnixSocket || request.visibility(gateway).sees(person) else {
                throw Failure(.notFound, "There is no person \(person.rawValue) of whom you may take everything.")
            }
            return try await export(person, request, gateway)
        }
        router.on(.deletePerson) { asked, _ in
            let person = asked.id.rawValue
            guard asked.data == .delete else {
                try accounts.remove(person)
                var document = LeavingDocument()
                document.userID = "\(person)"
                return document
            }
            return LeavingDocument(try await gateway.delete(Person.ID(rawValue: person)))
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
            let visibility = gateway.visibility(of: now.person, isOwner: now.role == .admin)
            return (isFromUnixSocket || visibility.sees(person)) && gateway.holds(right, toAllOf: person)
        }
        guard isAllowed() else { throw Gateway.changed }
        return try ExportRoutes.answer(archive.made, in: place).whileAllowed(isAllowed)
    }
}

extension HTTPProblem {
    /// 409: nobody could follow an invitation.
    fileprivate static func noNetwork(_ detail: String) -> HTTPProblem {
        HTTPProblem(status: 409, kind: "resource-conflict", title: "No network", detail: detail)
    }
}
