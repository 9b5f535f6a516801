/// How a name on the local network is claimed, held and given up (RFC 6762 sections 8 and 9); pure. Times are seconds of a
/// clock that only goes on.
package struct NameClaim: Sendable {
    /// What the caller is to send or to tell.
    package enum Action: Hashable, Sendable {
        /// Ask on every network whether anybody has the name.
        case probe
        /// Tell every network the addresses.
        case announce
        /// Tell every network that the name is free (a lifetime of 0).
        case sayGoodbye
        /// The name has been won, as every probe stayed unanswered.
        case won(String)
        /// Another machine has it, and this one goes on with the next.
        case lost(String)
    }

    enum State: Hashable { case probing(sent: Int), announcing(sent: Int), holding, without }

    /// All names that may be claimed, and those that nobody else is known to have.
    private let allNames: [String]
    var names: [String]
    /// The addresses of each network by its number.
    var networks: [UInt32: [[UInt8]]]
    /// Addresses that were ours until a moment ago: what was said of them may still come back.
    var former: (addresses: [[UInt8]], until: Double) = ([], 0)
    var state: State
    var deadline: Double
    private var answered = -Double.infinity
    private var conflicts: [Double] = []

    /// A claim of the first of some names that nobody else has.
    /// - Parameters:
    ///   - names: names in the order in which they are tried.
    ///   - networks: the addresses of this machine on each network, by the network's number.
    ///   - now: the time.
    ///   - delay: 0 to 0.25 s, so that machines that start together do not ask together.
    package init(names: [String], networks: [UInt32: [[UInt8]]], now: Double, delay: Double) {
        allNames = names.map { $0.lowercased() }
        self.names = allNames
        self.networks = networks.filter { !$0.value.isEmpty }
        let isAway = self.networks.isEmpty || names.isEmpty
        (state, deadline) = isAway ? (.without, .infinity) : (.probing(sent: 0), now + delay)
    }

    /// The name that is claimed; nil when every candidate belongs to another machine.
    var name: String? { names.first }

    /// The records for one network; for an unknown network, those of all.
    private func dns(on network: UInt32) -> MulticastDNS? {
        name.map { MulticastDNS(name: $0, addresses: networks[network] ?? networks.values.flatMap(\.self)) }
    }

    /// Whether the machine answers queries for the name: while announcing and after.
    var isHeld: Bool {
        switch state {
        case .announcing, .holding: true
        case .probing, .without: false
        }
    }

    /// Does what is due at `now`, such as the next probe.
    package mutating func advance(to now: Double) -> [Action] {
        guard now >= deadline, let name else { return [] }
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

    /// Takes in a datagram from a network; malformed ones are ignored.
    package mutating func received(_ bytes: [UInt8], on network: UInt32, now: Double) -> [Action] {
        MulticastDNSMessage(bytes).map { received($0, on: network, now: now) } ?? []
    }

    /// Takes in a message, which may contest the name.
    mutating func received(_ message: MulticastDNSMessage, on network: UInt32, now: Double) -> [Action] {
        guard let dns = dns(on: network) else { return [] }
        if message.isResponse {
            // Who says goodbye (a lifetime of 0, section 10.1) claims nothing.
            let theirs = message.answers.filter { $0.name == dns.name && $0.isAddress && $0.lifetime > 0 }
            return theirs.contains { !isOwn($0, now) } ? conflict(dns, now: now) : []
        }
        // A machine that is twice on one network hears itself with the other's addresses.
        let claims = message.authorities.filter { $0.name == dns.name }
        let isRival = !claims.allSatisfy { isOwn($0, now) }
        if case .probing = state, isRival { return compare(dns, claims, now: now) }
        guard isHeld, dns.asked(by: message) != nil, !dns.isKnown(message) else { return [] }
        // A name is defended at once; else once a second is enough for everybody (section 6).
        guard isRival || now - answered >= 1 else { return [] }
        answered = now
        return [.announce]
    }

    /// The answer to a plain resolver's question that came from a network; nil when there is none.
    func plainAnswer(to bytes: [UInt8], _ message: MulticastDNSMessage, on network: UInt32) -> [UInt8]? {
        guard isHeld, let dns = dns(on: network), let kind = dns.asked(by: message) else { return nil }
        return dns.plainAnswer(to: bytes, kind: kind)
    }

    private func isOwn(_ record: MulticastDNSMessage.Record, _ now: Double) -> Bool {
        guard record.isAddress else { return false }
        return networks.values.contains { $0.contains(record.data) }
            || (now < former.until && former.addresses.contains(record.data))
    }

    /// Another machine probes for the same name: the later in order has it, and the other one looks again in a second.
    /// Compared is what each says on the network where they meet.
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

extension NameClaim {
    /// The machine's networks were looked at again. On a network that it was not on before, and with another IPv4
    /// address, all names are tried anew (RFC 6762 section 8); other addresses are told (section 8.4), as those of IPv6
    /// change every day.
    /// - Parameters:
    ///   - networks: the addresses on each network, by the network's number; none while there is no network.
    ///   - now: the time.
    ///   - delay: 0 to 0.25 s, before names are asked for.
    package mutating func moved(to networks: [UInt32: [[UInt8]]], now: Double, delay: Double) -> [Action] {
        let networks = networks.filter { !$0.value.isEmpty }
        guard networks != self.networks else { return [] }
        let isElsewhere = networks.contains { index, addresses in
            let known = self.networks[index] ?? []
            let isNew = { (address: [UInt8]) in !known.contains(address) }
            return addresses.allSatisfy(isNew) || addresses.contains { $0.count == 4 && isNew($0) }
        }
        former = (self.networks.values.flatMap(\.self), now + 2)
        self.networks = networks
        if networks.isEmpty || allNames.isEmpty {
            (state, deadline) = (.without, .infinity)
        } else if isElsewhere {
            names = allNames
            (state, deadline) = (.probing(sent: 0), now + delay)
        } else if isHeld {
            (state, deadline) = (.announcing(sent: 1), now + 1)
            return [.announce]
        }
        return []
    }

    /// Gives up the name, as the gateway stops.
    package mutating func leave() -> [Action] {
        defer { (state, deadline) = (.without, .infinity) }
        return isHeld ? [.sayGoodbye] : []
    }
}
