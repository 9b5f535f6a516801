/// How a name on the local network is claimed, held and given up (RFC 6762 sections 8 and 9); pure. Times are seconds of a
/// clock that only goes on.
public struct NameClaim: Sendable {
    /// What is to be done.
    public enum Action: Hashable, Sendable {
        /// Ask on every network whether anybody has the name.
        case probe
        /// Tell every network the addresses.
        case announce
        /// The name is ours.
        case won(String)
        /// Another machine has it, and this one goes on with the next.
        case lost(String)
    }

    private enum State: Hashable { case probing(sent: Int), announcing(sent: Int), holding, without }

    private var names: [String]
    private let addresses: [[UInt8]]
    private var state = State.probing(sent: 0)
    private(set) var deadline: Double
    private var answered = -Double.infinity
    private var conflicts: [Double] = []

    /// A claim of the first of some names that nobody else has.
    /// - Parameters:
    ///   - names: names in the order in which they are tried.
    ///   - addresses: all addresses of this machine.
    ///   - now: the time.
    ///   - delay: 0 to 0.25 s, so that machines that start together do not ask together.
    public init(names: [String], addresses: [[UInt8]], now: Double, delay: Double) {
        self.names = names.map { $0.lowercased() }
        self.addresses = addresses
        deadline = now + delay
    }

    /// What is claimed; nil when every name belongs to another.
    var dns: MulticastDNS? { names.first.map { MulticastDNS(name: $0, addresses: addresses) } }

    /// Whether questions for the name are answered.
    var isHeld: Bool {
        switch state {
        case .announcing, .holding: true
        case .probing, .without: false
        }
    }

    /// Time passed.
    public mutating func advance(to now: Double) -> [Action] {
        guard now >= deadline, let name = names.first else { return [] }
        switch state {
        case .probing(let sent) where sent < 3:
            (state, deadline) = (.probing(sent: sent + 1), now + 0.25)
            return [.probe]
        case .probing:
            (state, deadline) = (.announcing(sent: 1), now + 1)
            return [.won(name), .announce]
        case .announcing:  // twice, a second apart (section 8.3)
            (state, deadline) = (.holding, .infinity)
            return [.announce]
        case .holding, .without: return []
        }
    }

    /// Bytes came from the network; what is no message is passed over.
    public mutating func received(_ bytes: [UInt8], now: Double) -> [Action] {
        MulticastDNSMessage(bytes).map { received($0, now: now) } ?? []
    }

    /// A message came.
    mutating func received(_ message: MulticastDNSMessage, now: Double) -> [Action] {
        guard let dns else { return [] }
        if message.isResponse {
            let theirs = message.answers.filter { record in
                record.name == dns.name && [MulticastDNS.kindA, MulticastDNS.kindAAAA].contains(record.kind)
            }
            return theirs.contains { !addresses.contains($0.data) } ? conflict(dns, now: now) : []
        }
        let claims = message.authorities.filter { $0.name == dns.name }
        if case .probing = state, !claims.isEmpty { return compare(dns, claims, now: now) }
        guard isHeld, dns.isAsked(message), !dns.isKnown(message) else { return [] }
        // A name is defended at once; else once a second is enough for everybody (section 6).
        guard !claims.isEmpty || now - answered >= 1 else { return [] }
        answered = now
        return [.announce]
    }

    /// Another machine probes for the same name: the later in order has it, and the other one looks again in a second.
    private mutating func compare(
        _ dns: MulticastDNS, _ claims: [MulticastDNSMessage.Record], now: Double
    ) -> [Action] {
        let (own, theirs) = (dns.claims, MulticastDNS.claims(of: claims))
        for (one, other) in zip(own, theirs) where one != other {
            if MulticastDNS.isBefore(one, other) { (state, deadline) = (.probing(sent: 0), now + 1) }
            return []
        }
        if own.count < theirs.count { (state, deadline) = (.probing(sent: 0), now + 1) }
        return []
    }

    /// Somebody says that the name is elsewhere. Who holds it asks again whether that is so (section 9), who asks gives
    /// it up.
    private mutating func conflict(_ dns: MulticastDNS, now: Double) -> [Action] {
        conflicts = conflicts.filter { $0 > now - 10 } + [now]
        // Fifteen within ten seconds: five seconds of rest (section 8.1).
        let rest = conflicts.count >= 15 ? 5.0 : 0
        guard !isHeld else {
            (state, deadline) = (.probing(sent: 0), now + rest)
            return []
        }
        names.removeFirst()
        (state, deadline) = names.isEmpty ? (.without, .infinity) : (.probing(sent: 0), now + rest)
        return [.lost(dns.name)]
    }
}
