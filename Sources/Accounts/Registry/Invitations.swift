import Runtime
import Signals
import Synchronization

/// Tokens that bring a phone in: each once, for ten minutes, kept as hashes and in memory alone.
struct Invitations: Sendable {
    /// Seconds for which an invitation is valid.
    static let lifetime = 600
    /// Invitations that may be open at a time.
    static let limit = 32

    private var open: [[UInt8]: (person: Int64, until: Duration)] = [:]

    /// A new invitation for a person: the token to show.
    mutating func make(for person: Int64, at now: Duration) -> String {
        open = open.filter { $0.value.until > now }
        if open.count >= Self.limit, let oldest = open.min(by: { $0.value.until < $1.value.until }) {
            open[oldest.key] = nil
        }
        let token = Base64.url.encode(Secret.random(24))
        open[Secret.hash(token)] = (person, now + .seconds(Self.lifetime))
        return token
    }

    /// The person whom an invitation is for; it is valid once. Nil when it is unknown or has expired.
    mutating func take(_ token: String, at now: Duration) -> Int64? {
        guard let found = open.removeValue(forKey: Secret.hash(token)), found.until > now else { return nil }
        return found.person
    }
}

extension AccountRegistry {
    /// A token that signs one phone of a person in, once and within ten minutes.
    /// - Throws: ``AccountError/notFound(_:)``.
    package func invite(_ person: Int64) throws(AccountError) -> String {
        guard account(person) != nil else { throw .notFound("There is no such account.") }
        let now = clock.elapsed
        return invitations.withLock { $0.make(for: person, at: now) }
    }

    /// Signs a browser in by an invitation.
    /// - Throws: ``AccountError``: `invalidToken`, `tooMany`.
    package func accept(
        _ invitation: String, device: String, source: String?
    ) throws -> (Identity, cookie: String) {
        let now = clock.elapsed
        if let source, let wait = limits.withLock({ $0.wait(source, at: now) }) {
            throw AccountError.tooMany(retryAfter: wait)
        }
        guard let person = invitations.withLock({ $0.take(invitation, at: now) }), let account = account(person) else {
            if let source { limits.withLock { $0.count(source, at: now) } }
            throw AccountError.invalidToken
        }
        var attempt = Attempt(email: account.email, password: "")
        attempt.device = device
        attempt.isRemembered = true
        return try browserSession(of: account, attempt)
    }
}
