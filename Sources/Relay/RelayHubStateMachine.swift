import Runtime

/// What the hub does with what it hears; pure, so that every order of events can be tested without a socket.
struct RelayHubStateMachine {
    /// A connection, by a number that is never used again.
    typealias Link = Int

    enum Action: Hashable {
        case send(Link, RelayPacket)
        /// Send what can be sent now, and close.
        case close(Link)
    }

    private struct Delivery {
        var sender: Link
        var receiver: Link
        var id: Int
    }

    /// Messages of one side that may wait for their replies.
    static let openMessages = 64

    /// The side of each connection; nil before it has said so.
    private var roles: [Link: RelayRole?] = [:]
    private var active: [RelayRole: Link] = [:]
    private var contexts: [RelayRole: [String: JSONValue]] = [:]
    private var deliveries: [Delivery] = []

    /// Sides that are connected.
    var connected: Set<RelayRole> { Set(active.keys) }

    /// Somebody connected.
    mutating func opened(_ link: Link) { roles[link] = .some(nil) }

    /// A connection ended.
    mutating func closed(_ link: Link) -> [Action] {
        let role = roles.removeValue(forKey: link) ?? nil
        let lost = deliveries.filter { $0.receiver == link }
        deliveries.removeAll { $0.receiver == link || $0.sender == link }
        var actions: [Action] = lost.map { .send($0.sender, .failure(id: $0.id, code: .messageReplyFailed)) }
        if let role, active[role] == link {
            active[role] = nil
            if let other = active[role.counterpart] { actions.append(.send(other, .reachability(false))) }
        }
        return actions
    }

    /// Bytes that are no packet came from a connection: it is told, and closed.
    mutating func malformed(_ link: Link) -> [Action] {
        [.send(link, .failure(id: nil, code: .generic)), .close(link)] + closed(link)
    }

    /// A packet came from a connection.
    mutating func received(_ packet: RelayPacket, from link: Link) -> [Action] {
        guard let known = roles[link] else { return [] }  // being closed
        guard let role = known else {
            guard case .hello(let role) = packet else { return malformed(link) }
            return join(link, as: role)
        }
        switch packet {
        case .message(let id, let wantsReply, let payload):
            return deliver(id: id, wantsReply: wantsReply, payload: payload, from: link, role)
        case .reply(let id, _): return answer(packet, id: id, from: link)
        case .failure(let id?, _): return answer(packet, id: id, from: link)
        case .context(let context):
            guard contexts[role] != context else { return [] }
            contexts[role] = context
            return active[role.counterpart].map { [.send($0, .context(context))] } ?? []
        case .hello, .welcome, .reachability, .failure(nil, _): return malformed(link)
        }
    }

    /// The newest program on a side is the one that counts, as when a wearer changes watches.
    private mutating func join(_ link: Link, as role: RelayRole) -> [Action] {
        var actions: [Action] = []
        let other = active[role.counterpart]
        if let old = active.removeValue(forKey: role) {
            actions += [.send(old, .failure(id: nil, code: .sessionInactive)), .close(old)] + closed(old)
        } else if let other {
            actions.append(.send(other, .reachability(true)))
        }
        roles[link] = .some(role)
        active[role] = link
        let welcome = RelayPacket.welcome(isReachable: other != nil, context: contexts[role.counterpart])
        return actions + [.send(link, welcome)]
    }

    private mutating func deliver(
        id: Int, wantsReply: Bool, payload: [String: JSONValue], from link: Link, _ role: RelayRole
    ) -> [Action] {
        guard let receiver = active[role.counterpart] else {
            return [.send(link, .failure(id: id, code: .notReachable))]
        }
        if wantsReply {
            let own = deliveries.filter { $0.sender == link }
            guard !own.contains(where: { $0.id == id }) else { return malformed(link) }
            guard own.count < Self.openMessages else {
                return [.send(link, .failure(id: id, code: .insufficientSpace))]
            }
            deliveries.append(Delivery(sender: link, receiver: receiver, id: id))
        }
        return [.send(receiver, .message(id: id, wantsReply: wantsReply, payload: payload))]
    }

    /// Only the first answer counts; what answers nothing is ignored.
    private mutating func answer(_ packet: RelayPacket, id: Int, from link: Link) -> [Action] {
        guard let index = deliveries.firstIndex(where: { $0.receiver == link && $0.id == id }) else { return [] }
        return [.send(deliveries.remove(at: index).sender, packet)]
    }
}
