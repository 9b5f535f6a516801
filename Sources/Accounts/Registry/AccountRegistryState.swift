import Documents
import Signals

/// Who may sign in and who has: the part of the register that is in memory.
struct AccountRegistryState: Sendable {
    /// Sessions that a person may have; a further one ends the one that was longest unused.
    static let sessionsEach = 32
    /// Seconds between two notes that a cookie was seen.
    static let touchEvery = 300.0

    private(set) var accounts: [Int64: Account] = [:] { didSet { revision &+= 1 } }
    /// Counts changes of ``accounts``, so that caches can compare.
    private(set) var revision: UInt64 = 0
    private(set) var sessions: [String: Session] = [:]
    private var cookies: [[UInt8]: String] = [:]
    var isPasswordAsked: Bool?
    /// People who are being deleted: their sessions are no longer valid.
    private var leaving: [Int64: Int] = [:]

    func isLeaving(_ person: Int64) -> Bool { leaving[person] != nil }

    mutating func bar(_ person: Int64) { leaving[person, default: 0] += 1 }

    mutating func admit(_ person: Int64) { leaving[person] = leaving[person].flatMap { $0 > 1 ? $0 - 1 : nil } }

    mutating func put(_ account: Account) { accounts[account.id] = account }

    mutating func put(_ session: Session, cookie: [UInt8]? = nil) {
        sessions[session.id] = session
        if let cookie { cookies[cookie] = session.id }
    }

    /// The owner who was there first: who set the gateway up while they are one; nil before there is one.
    var owner: Account? {
        if let account = first.flatMap({ accounts[$0] }), account.role == .admin { return account }
        return accounts.values.filter { $0.role == .admin }.min { $0.id < $1.id }
    }

    /// The person who set the gateway up; nil until somebody has.
    var first: Int64?

    /// The owner of data without an owner: who set the gateway up, whatever their role is by now; once they
    /// are gone, the owner.
    var firstOwner: Account? { first.flatMap { accounts[$0] } ?? owner }

    func account(ofEmail email: String) -> Account? { accounts.values.first { $0.email == email } }

    func account(of external: Account.External) -> Account? { accounts.values.first { $0.external == external } }

    /// A session by its id, unless it has expired or its person is leaving.
    func session(_ id: String, at now: Instant) -> Session? {
        sessions[id].flatMap { session in
            let isThere = session.expires > now && accounts[session.person] != nil && !isLeaving(session.person)
            return isThere ? session : nil
        }
    }

    func session(ofCookie hash: [UInt8], at now: Instant) -> Session? {
        cookies[hash].flatMap { session($0, at: now) }
    }

    func sessions(of person: Int64) -> [Session] {
        sessions.values.filter { $0.person == person }.sorted { ($0.used, $0.id) > ($1.used, $1.id) }
    }

    /// The sessions that must end before a person may have one more: expired ones, and those beyond the limit.
    func surplus(of person: Int64, at now: Instant) -> [String] {
        let all = sessions(of: person)
        let live = all.filter { $0.expires > now }
        return all.filter { $0.expires <= now }.map(\.id) + live.dropFirst(Self.sessionsEach - 1).map(\.id)
    }

    mutating func end(_ ids: [String]) {
        for id in ids { sessions[id] = nil }
        let ended = Set(ids)
        cookies = cookies.filter { !ended.contains($0.value) }
    }

    mutating func remove(_ person: Int64) {
        end(sessions(of: person).map(\.id))
        accounts[person] = nil
    }

    /// A session as it is to be kept after a cookie was seen; nil while there is nothing worth a write.
    func touched(_ session: Session, at now: Instant) -> Session? {
        // Also once the clock was set back: what was noted then would hold for longer than it may.
        let since = now.seconds(since: session.used)
        guard since >= Self.touchEvery || since < 0 else { return nil }
        var session = session
        session.used = now
        session.expires = now.advanced(bySeconds: Session.lifetime(isRemembered: session.isRemembered))
        return session
    }
}
