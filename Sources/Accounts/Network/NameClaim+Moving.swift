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
