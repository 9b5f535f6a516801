import Accounts
import Documents
import Signals
import Store

/// Stores accounts and sessions in the store.
struct StoreAccountStorage: AccountStorage {
    let store: Store
    /// Called after a person was added or renamed.
    let changed: @Sendable () -> Void

    func accounts() throws -> [Account] { try store.accounts().map(Account.init(row:)) }

    func add(_ account: Account, person: Int64?) throws -> Account {
        let row = try added(AccountRow(account), to: person.map(Person.ID.init(rawValue:)))
        changed()
        return Account(row: row)
    }

    private func added(_ row: AccountRow, to person: Person.ID?) throws -> AccountRow {
        do {
            return try store.add(row, for: person)
        } catch {
            guard error.code == .notFound else { throw error }
            throw AccountError.notFound(error.message)
        }
    }

    func change(_ account: Account) throws {
        try store.change(AccountRow(account))
        changed()
    }

    func removeAccount(_ person: Int64) throws { try store.removeAccount(of: Person.ID(rawValue: person)) }

    func sessions() throws -> [(session: Session, cookie: [UInt8]?)] {
        try store.sessions().map { (Session(row: $0.session), $0.cookie) }
    }

    func add(_ session: Session, secret: [UInt8]) throws { try store.add(SessionRow(session), secret: secret) }

    func session(ofRefreshToken hash: [UInt8]) throws -> (id: String, isUsed: Bool)? {
        try store.session(ofToken: hash)
    }

    func replaceRefreshToken(_ hash: [UInt8], by next: [UInt8], of session: Session) throws -> Bool {
        try store.replaceToken(hash, by: next, of: SessionRow(session))
    }

    func touch(_ session: Session) async throws { try await store.touch(SessionRow(session)) }

    func removeSessions(_ ids: [String]) throws { try store.removeSessions(ids) }

    func accessSetting(_ name: String) throws -> String? { try store.accessSetting(name) }

    func setAccess(_ name: String, to value: String) throws { try store.setAccess(name, to: value) }
}

extension Account {
    fileprivate init(row: AccountRow) {
        var external: External?
        if let issuer = row.issuer, let subject = row.subject { external = External(issuer: issuer, subject: subject) }
        // A word of a newer program means the least.
        self.init(
            id: row.person.rawValue, email: row.email, displayName: row.name,
            role: Role(rawValue: row.role) ?? .patient, passwordHash: row.password, external: external,
            created: row.created)
    }
}

extension AccountRow {
    fileprivate init(_ account: Account) {
        self.init(
            person: Person.ID(rawValue: account.id), name: account.displayName, email: account.email,
            role: account.role.rawValue, password: account.passwordHash, issuer: account.external?.issuer,
            subject: account.external?.subject, created: account.created)
    }
}

extension Session {
    fileprivate init(row: SessionRow) {
        self.init(
            id: row.id, person: row.person.rawValue, kind: Kind(rawValue: row.kind) ?? .token, created: row.created,
            used: row.used, expires: row.expires, isRemembered: row.isRemembered, device: row.device)
    }
}

extension SessionRow {
    fileprivate init(_ session: Session) {
        self.init(
            id: session.id, person: Person.ID(rawValue: session.person), kind: session.kind.rawValue,
            created: session.created, used: session.used, expires: session.expires,
            isRemembered: session.isRemembered, device: session.device)
    }
}
