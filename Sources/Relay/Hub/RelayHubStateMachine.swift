/// What the hub does with what it hears; pure, so that every order of events can be tested without socket, disk or
/// clock. Times are UTC seconds, but for what lasts: that is measured in seconds of the monotonic clock.
struct RelayHubStateMachine {
    /// A connection, by a number that is never used again.
    typealias Link = Int

    /// How long a message waits for a phone's program that is being started.
    static let launchPatience = 10.0
    /// How long the hub remembers who sent a message.
    static let deliveryPatience = 600.0
    /// How long a receiver may take to take a message; its sender is told a second later at the earliest that it did not,
    /// so that word of one that was taken in the last moment arrives.
    static let takingPatience = 10.0
    static let takingGrace = 1.0
    /// How long nothing need come from a program before it is asked, and how long it then has to answer.
    static let quietTime = 4.0
    static let answerTime = 6.0
    /// How long a watch that is worn may be away before another one in front is the one that is worn.
    static let changePatience = 5.0
    /// Messages that may wait for their receivers.
    static let untakenLimit = 65_536

    /// Whether a phone's program that is away can be started.
    let canWakePhone: Bool
    /// Where each watch has a folder of its own; nil without a disk.
    let folder: String?
    /// Names the journal, so that nobody takes the sequence of another one for its own.
    var journal: String?
    var links: [Link: Peer?] = [:]
    var pairings: [String: RelayPairing] = [:]
    var active: String?
    var phoneInstalled = false
    var phone: Link?
    var watches: [String: Link] = [:]
    /// The watch whose last deliveries an inactive phone still gets.
    var leaving: String?
    var lanes: [RelayLaneKey: RelayLane] = [:]
    var deliveries: [Int: Delivery] = [:]
    var nextDelivery = 1
    var held: [Held] = []
    var uploads: [String: Upload] = [:]
    var kept = 0
    var promises: [(number: Int, promise: Promise)] = []
    var firstPromise = 0
    var codes = RelayPairingCodes()
    /// Complications that went first, by watch, on the last day on which some did.
    var budgets: [String: Budget] = [:]
    /// Since when the watch that is worn is away, by ``uptime``.
    var activeAway: Double?
    var nextFront = 1
    /// When messages were looked at last for those that nobody takes.
    var lookedAt = 0.0
    /// The time of the last input, UTC seconds.
    var now = 0.0
    /// The same by the monotonic clock.
    var uptime = 0.0

    init(canWakePhone: Bool = false, folder: String? = nil, records: [RelayRecord] = []) {
        self.canWakePhone = canWakePhone
        self.folder = folder
        for record in records { restore(record) }
        for key in lanes.keys {
            lanes[key]?.restored()
        }
    }

    /// The sides with a connected program.
    var connected: Set<RelayRole> {
        var sides: Set<RelayRole> = phone == nil ? [] : [.phone]
        if active.flatMap({ watches[$0] }) != nil { sides.insert(.watch) }
        return sides
    }

    /// Spool files that transfers still need.
    var spools: Set<String> {
        Set(lanes.values.flatMap { $0.items.values.compactMap(\.spool) })
    }

    /// When time must be told at the latest, in seconds from now; nil when nothing waits for it.
    var patience: Double? {
        var times: [Double] = []
        if !held.isEmpty || lanes.values.contains(where: { $0.expiring > 0 }) || activeAway != nil { times.append(0.5) }
        if !deliveries.isEmpty { times.append(deliveries.values.contains { !$0.isTaken } ? 1 : 30) }
        if phone != nil { times += budgets.values.compactMap { $0.renews.map { $0 - uptime } } }
        times += attended.compactMap { nextHeartbeat(of: $0).map { $0 - uptime } }
        return times.min()
    }

    /// Names a new journal.
    mutating func begin(named id: String) -> [Action] {
        guard journal == nil else { return [] }
        journal = id
        return [keep(.journal(id))]
    }

    /// A connection was accepted.
    mutating func opened(_ link: Link) { links[link] = .some(nil) }

    /// Whether a connection is there and has not said who it is.
    func awaitsGreeting(_ link: Link) -> Bool {
        guard let peer = links[link] else { return false }
        return peer == nil
    }

    /// Gives a record its number; `promises` are kept once it is on disk.
    mutating func keep(_ record: RelayRecord, then promises: [Promise] = []) -> Action {
        kept += 1
        for promise in promises { self.promises.append((kept, promise)) }
        return .keep(record)
    }

    mutating func keepFile(_ record: RelayRecord, spool: String, then promises: [Promise]) -> Action {
        kept += 1
        for promise in promises { self.promises.append((kept, promise)) }
        return .keepFile(record, spool: spool)
    }

    /// A connection ended.
    mutating func closed(_ link: Link) -> [Action] {
        let peer = links.removeValue(forKey: link) ?? nil
        var actions: [Action] = []
        for (number, delivery) in deliveries.sorted(by: { $0.key < $1.key })
        where delivery.receiver == link || delivery.sender == link {
            deliveries[number] = nil
            guard delivery.receiver == link else { continue }
            if delivery.wantsReply {
                actions.append(.send(delivery.sender, .failure(id: delivery.id, code: .messageReplyFailed)))
            } else if !delivery.isTaken {
                actions.append(.send(delivery.sender, .failure(id: delivery.id, code: .notReachable)))
            }
        }
        held.removeAll { $0.sender == link }
        for (id, upload) in uploads where upload.link == link {
            uploads[id] = nil
            actions.append(.dropSpool(upload.spool))
        }
        guard let peer, peer.isPrimary else { return actions }
        if peer.hello.role == .phone {
            phone = nil
            leaving = nil
            for key in lanes.keys where key.receiver == .phone { lanes[key]?.rewind() }
            if canWakePhone { actions.append(.wakePhone) }
        } else if let watch = peer.watch, watches[watch] == link {
            watches[watch] = nil
            lanes[RelayLaneKey(watch: watch, receiver: .watch)]?.rewind()
        }
        return actions + tellStatus()
    }

    /// Bytes that are no packet came from a connection: it is told, and closed.
    mutating func malformed(_ link: Link, _ code: RelayError.Code = .generic) -> [Action] {
        [.send(link, .failure(id: nil, code: code)), .close(link)] + closed(link)
    }

    /// A packet came from a connection.
    /// - Parameters:
    ///   - packet: what came.
    ///   - link: from where.
    ///   - now: UTC seconds.
    ///   - uptime: seconds of the monotonic clock.
    mutating func received(_ packet: RelayPacket, from link: Link, now: Double, uptime: Double) -> [Action] {
        (self.now, self.uptime) = (now, uptime)
        guard let known = links[link] else { return [] }  // being closed
        guard let peer = known else {
            guard case .hello(let hello) = packet else { return malformed(link) }
            return join(link, hello, now: now)
        }
        return heard(link, peer) + take(packet, from: link, peer)
    }

    private mutating func take(_ packet: RelayPacket, from link: Link, _ peer: Peer) -> [Action] {
        switch packet {
        case .message: return send(packet, from: link, peer, now: now)
        case .reply(let id, _): return answer(packet, number: id, from: link)
        case .failure(let id?, _): return answer(packet, number: id, from: link)
        case .context(_, _, _, let payload): return update(payload, from: link, peer)
        case .contextSeen(let sequence): return seen(sequence, from: link, peer)
        case .userInfo(let id, _, let expires, let payload):
            return queue(id: id, expires: expires, payload: payload, from: link, peer, now: now)
        case .received(let through): return delivered(through, from: link, peer)
        case .noted(let ids): return noted(ids, peer)
        case .cancel(let id): return cancel(id, from: link, peer)
        case .file(let id, let name, let size, let metadata):
            return begin(id: id, name: name, size: size, metadata: metadata, from: link, peer, now: now)
        case .chunk(let id, let offset, let bytes): return take(bytes, of: id, at: offset, from: link)
        case .fileEnd(let id): return complete(id, from: link)
        case .presence(let isForeground): return setForeground(isForeground, link)
        case .activate: return activate(link)
        case .complication(let id, _, let payload):
            return queueComplication(id: id, payload: payload, from: link, peer, now: now)
        case .handled(let ids): return handled(ids, from: link, peer)
        case .query(let id, let question): return query(id, question, from: link, peer, now: now)
        case .taken(let id):
            if deliveries[id]?.receiver == link { deliveries[id]?.isTaken = true }
            return []
        case .pong: return []
        case .hello, .welcome, .status, .stored, .finished, .outstanding, .progress, .delivery, .inactive,
            .deactivated, .answer, .failure(nil, _), .ping:
            return malformed(link)
        }
    }
}
