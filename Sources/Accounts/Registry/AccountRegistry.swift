package import Runtime
import Signals
import Synchronization

/// The people who can sign in, their sessions, and the tokens and cookies that stand for these.
///
/// Who asks is answered from memory: a signature and a look into a table, so that the server's thread can do it for
/// each request. Everything that changes is on disk before it counts.
package final class AccountRegistry: Sendable {
    /// Seconds for which an access token can be used.
    package static let accessLifetime = 3600

    /// What a program gets when it signs in (RFC 6749 section 5.1).
    package struct Grant: Hashable, Sendable {
        /// Stands for the person in `Authorization: Bearer`.
        package var accessToken: String
        /// A token for the next grant, valid once.
        package var refreshToken: String
        /// Seconds for which the access token can be used.
        package var expiresIn = AccountRegistry.accessLifetime
    }

    /// The person behind a request.
    package struct Identity: Hashable, Sendable {
        /// The person.
        package var account: Account
        /// Their session; nil for a person vouched for elsewhere.
        package var session: Session?
    }

    let storage: any AccountStorage
    let key: SigningKey
    let clock: any HostClock
    let hasher: PasswordHasher
    let state = Mutex(AccountRegistryState())
    let limits: Mutex<AttemptLimits>
    let invitations = Mutex(Invitations())
    /// People vouched for elsewhere; nil where the owner named no provider.
    package let openID: OpenIDRegistry?
    private let observers = Mutex<[@Sendable () -> Void]>([])
    /// Changes are made one after the other, so that what two of them check still holds when they write.
    let changing = Mutex(())

    /// A register over what is kept in `storage`.
    /// - Throws: what reading throws.
    package init(
        storage: any AccountStorage, key: SigningKey, clock: any HostClock = WallClock(),
        hasher: PasswordHasher = PasswordHasher(), openID: OpenIDRegistry? = nil
    ) throws {
        self.storage = storage
        self.key = key
        self.clock = clock
        self.hasher = hasher
        self.openID = openID
        limits = Mutex(AttemptLimits())
        let (accounts, sessions) = (try storage.accounts(), try storage.sessions())
        let asked = try storage.accessSetting("password")
        let first = try storage.accessSetting(Self.first).flatMap(Int64.init)
        state.withLock { state in
            for account in accounts { state.put(account) }
            state.first = first
            for (session, cookie) in sessions { state.put(session, cookie: cookie) }
            state.isPasswordAsked = asked.map { $0 == "on" }
        }
        // A store of before this was kept says it by the owner of the lowest number.
        if let first = firstOwner?.id { try settle(first: first) }
    }

    /// The name of the setting with the number of the person who set the gateway up.
    private static let first = "first_owner"

    /// Stores who owns the data that were recorded before anybody had an account.
    func settle(first: Int64) throws {
        guard state.withLock({ $0.first }) != first else { return }
        try storage.setAccess(Self.first, to: "\(first)")
        state.withLock { $0.first = first }
    }

    /// Everybody who can sign in, in the order of their numbers.
    package var accounts: [Account] { state.withLock { $0.accounts.values.sorted { $0.id < $1.id } } }

    /// A counter that grows with each change of accounts, names and roles.
    package var revision: UInt64 { state.withLock(\.revision) }

    /// Calls `body` after every change of who may do what: an account or its role, the end of a session, whether a
    /// password is asked for. It is called on the thread that made the change and must return at once.
    package func whenChanged(_ body: @escaping @Sendable () -> Void) { observers.withLock { $0.append(body) } }

    func tellChange() { for body in observers.withLock({ $0 }) { body() } }

    /// One account; nil for a person who cannot sign in.
    package func account(_ person: Int64) -> Account? { state.withLock { $0.accounts[person] } }

    /// The owner who was there first; nil before there is one.
    package var owner: Account? { state.withLock { $0.owner } }

    /// The owner of data without an owner: who set the gateway up. A change of roles moves nothing of it;
    /// once their account is gone it is the ``owner``'s.
    package var firstOwner: Account? { state.withLock { $0.firstOwner } }

    /// Whether this machine asks for a password: as it was set, else as soon as there is an account. Other machines
    /// are always asked.
    package var isPasswordAsked: Bool { state.withLock { $0.isPasswordAsked ?? !$0.accounts.isEmpty } }

    /// Sets whether a password is required on this machine.
    /// - Throws: ``AccountError/notFound(_:)`` when there is nobody who could sign in then.
    package func askForPassword(_ isAsked: Bool) throws {
        guard !isAsked || owner != nil else {
            throw AccountError.notFound(
                "Nobody could sign in: enter the owner first, with `nightjar account add EMAIL`.")
        }
        try storage.setAccess("password", to: isAsked ? "on" : "off")
        state.withLock { $0.isPasswordAsked = isAsked }
        tellChange()
    }

    /// Sessions of a person that can be used now, the last used first.
    package func sessions(of person: Int64) -> [Session] {
        let now = clock.now
        return state.withLock { $0.sessions(of: person).filter { $0.expires > now } }
    }
}
