import Signals

/// How often a password may be wrong: for an account, wherever the attempts come from, and for an address, whatever
/// accounts it tries.
struct AttemptLimits: Sendable {
    var accounts = RateLimit(burst: 5, secondsEach: 60)
    var addresses = RateLimit(burst: 20, secondsEach: 15)

    /// Counts an attempt before it is looked at, so that many at once are none the better.
    /// - Throws: ``AccountError/tooMany(retryAfter:)`` for one that is not heard.
    mutating func count(_ email: String, _ address: String?, at now: Instant) throws(AccountError) {
        let waits = [accounts.wait(email, at: now), address.flatMap { addresses.wait($0, at: now) }]
        if let wait = waits.compactMap(\.self).max() { throw .tooMany(retryAfter: wait) }
        accounts.count(email, at: now)
        if let address { addresses.count(address, at: now) }
    }

    /// The attempt was right: what was wrong before it counts no more.
    mutating func succeed(_ email: String, _ address: String?) {
        accounts.clear(email)
        if let address { addresses.clear(address) }
    }
}
