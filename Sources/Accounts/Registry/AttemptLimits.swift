/// How often a password may be wrong: for an account, and for a source (an address, or an account of this machine),
/// whatever accounts it tries.
///
/// Guesses count for an account together, wherever they come from; but accounts of this machine, and addresses from which
/// the account's owner has signed in before, are counted each by itself, so that nobody who guesses elsewhere locks the
/// owner out there.
struct AttemptLimits: Sendable {
    /// Where somebody is who has signed in and types the password again.
    static let session = "session"
    /// Sources remembered per account; their attempts are counted apart from a stranger's.
    private static let knownEach = 8

    private var accounts = RateLimit(burst: 5, secondsEach: 60)
    private var sources = RateLimit(burst: 20, secondsEach: 15)
    /// The sources of each account's last successful sign-ins.
    private var known: [String: [String]] = [:]

    /// Whether an attempt is heard now.
    /// - Throws: ``AccountError/tooMany(retryAfter:)`` for one that is not.
    func hear(_ email: String, _ source: String?, at now: Duration) throws(AccountError) {
        let waits = [accounts.wait(key(email, source), at: now), source.flatMap { wait($0, at: now) }]
        if let wait = waits.compactMap(\.self).max() { throw .tooMany(retryAfter: wait) }
    }

    /// Counts a wrong password, against the account and its source.
    mutating func fail(_ email: String, _ source: String?, at now: Duration) {
        accounts.count(key(email, source), at: now)
        if let source { count(source, at: now) }
    }

    /// A correct attempt: earlier wrong ones no longer count.
    mutating func succeed(_ email: String, _ source: String?) {
        accounts.clear(key(email, source))
        guard let source else { return }
        sources.clear(source)
        let others = (known[email] ?? []).filter { $0 != source }
        known[email] = others.suffix(Self.knownEach - 1) + [source]
    }

    /// Seconds until an attempt from a source is heard; nil when it is heard now.
    func wait(_ source: String, at now: Duration) -> Int? {
        source == Self.session ? nil : sources.wait(source, at: now)
    }

    /// Counts an attempt against a source; a session's own attempts are not counted.
    mutating func count(_ source: String, at now: Duration) {
        if source != Self.session { sources.count(source, at: now) }
    }

    /// Forgets the attempts counted against an account.
    mutating func clear(_ email: String) {
        accounts.clear { $0 == email || $0.hasPrefix("\(email) ") }
    }

    /// The key of a bucket: known sources have their own. A blank separates the two, as no address contains one.
    private func key(_ email: String, _ source: String?) -> String {
        guard let source else { return email }
        let isOwn = source == Self.session || source.hasPrefix("user ") || known[email]?.contains(source) == true
        return isOwn ? "\(email) \(source)" : email
    }
}
