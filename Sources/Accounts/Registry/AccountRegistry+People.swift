import Documents
import Runtime
import Signals
import Synchronization

extension AccountRegistry {
    /// The fields of an account to be made.
    package struct Application: Sendable {
        /// The address to sign in with.
        package var email: String
        /// The password.
        package var password: String
        /// What to call the person; nil for the part of the address before the @.
        package var displayName: String?
        /// What they may do; the first is always an owner.
        package var role = Role.patient
        /// The existing person whom it is for; nil for a new person.
        package var person: Int64?

        /// An application with an address and a password.
        package init(email: String, password: String) {
            self.email = email
            self.password = password
        }
    }

    /// Enters an account.
    /// - Parameters:
    ///   - application: what it is to be.
    ///   - byOwner: whether an owner asks; else it must be the first.
    /// - Throws: ``AccountError``: `invalid`, `exists`, `notPermitted`, `busy`.
    package func register(_ application: Application, byOwner: Bool) async throws -> Account {
        var account = Account(
            email: try Account.checked(email: application.email),
            displayName: "", role: application.role, created: clock.now)
        account.displayName = try Account.checked(
            displayName: application.displayName ?? String(account.email.prefix { $0 != "@" }))
        try Account.check(password: application.password)
        try check(account, byOwner: byOwner)
        account.passwordHash = try await hasher.hash(application.password, for: account.email)
        return try enter(account, person: application.person, byOwner: byOwner)
    }

    /// Enters an account whose owner signs in elsewhere.
    /// - Throws: ``AccountError``: `invalid`, `exists`.
    package func register(external: Account.External, email: String, displayName: String?, role: Role) throws -> Account
    {
        let email = try Account.checked(email: email)
        let name = try Account.checked(displayName: displayName ?? String(email.prefix { $0 != "@" }))
        let account = Account(
            email: email, displayName: name, role: role, external: external, created: clock.now)
        return try enter(account, person: nil, byOwner: true)
    }

    /// Changes what a person is called, the address they sign in with, and what they may do: all of it or, when it throws,
    /// nothing.
    /// - Throws: ``AccountError``: `invalid`, `exists`, `notFound`, `lastOwner`.
    package func change(
        _ person: Int64, email: String? = nil, displayName: String? = nil, role: Role? = nil
    ) throws -> Account {
        let email = try email.map(Account.checked(email:))
        let name = try displayName.map(Account.checked(displayName:))
        return try change(person) { account, state in
            if let email, let other = state.account(ofEmail: email), other.id != person { throw AccountError.exists }
            if let role, role != .admin, account.role == .admin {
                let others = state.accounts.values.filter { $0.role == .admin && $0.id != person }
                guard !others.isEmpty else { throw AccountError.lastOwner }
            }
            account.email = email ?? account.email
            account.displayName = name ?? account.displayName
            account.role = role ?? account.role
        }
    }

    /// Gives a person a new password and ends their sessions, but for the one in which they changed it themselves.
    /// - Throws: ``AccountError``: `notFound`, `invalid`, `busy`.
    package func reset(_ person: Int64, password: String, keeping session: String? = nil) async throws {
        try Account.check(password: password)
        let hash = try await hasher.hash(password, for: account(person)?.email ?? "")
        let account = try change(person) { account, _ in account.passwordHash = hash }
        try endSessions(of: person, except: session)
        limits.withLock { $0.clear(account.email) }
    }

    /// Whether a password is that of a person; what they type again before something that cannot be taken back.
    /// - Throws: ``AccountError``: `tooMany`, `busy`.
    package func isPassword(_ password: String, of person: Int64) async throws -> Bool {
        guard let account = account(person) else { return false }
        return try await isRight(password, of: account, account.email, from: AttemptLimits.session)
    }

    /// Takes away that a person can sign in; their data stay.
    /// - Throws: ``AccountError``: `notFound`, `lastOwner` while others still need an owner.
    package func remove(_ person: Int64) throws {
        guard account(person) != nil else { throw AccountError.notFound("There is no such account.") }
        try leave(person) { try storage.removeAccount(person) }
    }

    /// Takes away that a person can sign in, with what `body` takes away on the disk: while it runs nobody is let in as
    /// them, and when it throws they are as before. Somebody without an account is taken for one who has left.
    /// - Throws: ``AccountError/lastOwner`` while others still need an owner; what `body` throws.
    package func leave<Value>(_ person: Int64, _ body: () throws -> Value) throws -> Value {
        try mark(person)
        defer { admit(person) }
        return try changing.withLock { _ in
            let value = try body()
            state.withLock { $0.remove(person) }
            // They are gone whatever becomes of this, which is settled again at the next start.
            if let first = firstOwner?.id {
                Log.attempt("Who comes after the first owner could not be kept.") { try settle(first: first) }
            }
            return value
        }
    }

    /// Lets nobody in as a person who is about to leave, and ends what they have open, until ``admit(_:)``.
    /// - Throws: ``AccountError/lastOwner`` while others still need an owner.
    package func bar(_ person: Int64) throws {
        try mark(person)
        tellChange()
    }

    private func mark(_ person: Int64) throws {
        try state.withLock { state in
            let others = state.accounts.values.filter { $0.id != person }
            let isNeeded = state.accounts[person]?.role == .admin && !others.isEmpty
            guard !isNeeded || others.contains(where: { $0.role == .admin }) else { throw AccountError.lastOwner }
            state.bar(person)
        }
    }

    /// Lets a person sign in again after ``bar(_:)``.
    package func admit(_ person: Int64) {
        state.withLock { $0.admit(person) }
        tellChange()
    }

    private func check(_ account: Account, byOwner: Bool) throws {
        try state.withLock { state in
            guard byOwner || state.accounts.isEmpty else {
                throw AccountError.notPermitted("This box has an owner; only an owner enters further people.")
            }
            guard state.account(ofEmail: account.email) == nil else { throw AccountError.exists }
        }
    }

    private func enter(_ account: Account, person: Int64?, byOwner: Bool) throws -> Account {
        defer { tellChange() }
        return try changing.withLock { _ in
            try check(account, byOwner: byOwner)
            var account = account
            let accounts = state.withLock(\.accounts)
            if let person, accounts[person] != nil { throw AccountError.exists }
            if accounts.isEmpty { account.role = .admin }
            let entered = try storage.add(account, person: person)
            state.withLock { $0.put(entered) }
            if accounts.isEmpty { try settle(first: entered.id) }
            return entered
        }
    }

    private func change(
        _ person: Int64, _ body: (inout Account, AccountRegistryState) throws -> Void
    ) throws -> Account {
        defer { tellChange() }
        return try changing.withLock { _ in
            let account = try state.withLock { state in
                guard var account = state.accounts[person] else {
                    throw AccountError.notFound("There is no such account.")
                }
                try body(&account, state)
                return account
            }
            try storage.change(account)
            state.withLock { $0.put(account) }
            return account
        }
    }
}
