/// When the keys of a provider are asked for: the pure part. They are kept as long as the provider says, and asked for
/// early where a token names one that is not among them, but not more often than once a minute however many such come.
/// Times are of `HostClock.elapsed`, which nobody sets.
struct OpenIDKeys: Sendable {
    /// Seconds between two requests.
    static let least = 60.0
    /// Seconds for which keys are kept, whatever the provider says.
    static let bounds = 300.0...86_400.0

    private(set) var keys: [JSONWebKey] = []
    private var asked: Duration?
    private var expires: Duration?

    /// The keys that may have signed a token; none once they are too old to be believed.
    func candidates(_ id: String?, at now: Duration) -> [JSONWebKey] {
        guard let expires, now < expires + .seconds(Self.bounds.upperBound) else { return [] }
        return keys.filter { id == nil || $0.id == nil || $0.id == id }
    }

    /// Whether to ask now, because keys are old or one of that name is missing; notes that it is done.
    mutating func shouldAsk(for id: String?, at now: Duration) -> Bool {
        let isStale = expires.map { now >= $0 } ?? true
        guard isStale || candidates(id, at: now).isEmpty else { return false }
        guard asked.map({ now - $0 >= .seconds(Self.least) }) ?? true else { return false }
        asked = now
        return true
    }

    /// Takes in a provider's key set and how long it may be used; nil `lifetime` is an hour.
    mutating func receive(_ keys: [JSONWebKey], lifetime: Double?, at now: Duration) {
        self.keys = keys
        let seconds = min(max(lifetime ?? 3600, Self.bounds.lowerBound), Self.bounds.upperBound)
        expires = now + .seconds(seconds)
    }
}
