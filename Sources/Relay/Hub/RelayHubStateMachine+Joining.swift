extension RelayHubStateMachine {
    /// A program takes its side. The newest one counts, as when a wearer changes watches.
    mutating func join(_ link: Link, _ hello: RelayHello, now: Double) -> [Action] {
        var actions: [Action] = []
        var watch: String?
        if hello.role == .watch {
            let name = hello.watch ?? Self.localWatch
            switch admit(name, token: hello.token, now: now, pairs: hello.mode != .attach || hello.watch != nil) {
            case .success(let more):
                watch = name
                actions += more
            case .failure(let error): return malformed(link, error.code)
            }
        }
        let old = hello.role == .phone ? phone : watch.flatMap { watches[$0] }
        let isPrimary = hello.mode == .primary || (hello.mode == .join && old == nil)
        if isPrimary, let old {
            actions += [.send(old, .failure(id: nil, code: .sessionInactive)), .close(old)]
            actions += closed(old).filter { $0 != .wakePhone }
        }
        links[link] = Peer(
            hello: hello, watch: watch, isPrimary: isPrimary, isForeground: hello.isForeground, heard: uptime)
        if hello.isForeground { front(link) }
        if isPrimary {
            if hello.role == .phone {
                phone = link
                if !phoneInstalled {
                    phoneInstalled = true
                    actions.append(keep(.phoneInstalled))
                }
            } else if let watch {
                watches[watch] = link
                if var pairing = pairings[watch],
                    !pairing.isInstalled || pairing.hasComplication != hello.hasComplication
                {
                    pairing.isInstalled = true
                    pairing.hasComplication = hello.hasComplication
                    pairings[watch] = pairing
                    actions.append(keep(.paired(pairing)))
                }
                if hello.isForeground || active == nil { actions += makeActive(watch) }
            }
        }
        return actions + welcome(link) + tellStatus() + flushHeld(now: now)
    }

    static let localWatch = "local"
    /// So many transfers that wait are listed with a welcome.
    private static let listed = 1000

    /// The program of a link is the one that came to the front last.
    mutating func front(_ link: Link) {
        links[link]??.fronted = nextFront
        nextFront += 1
    }

    /// Whether a watch may come in. One without a token is a program of this account on this machine, which the socket's
    /// permissions vouch for: it is paired on sight.
    private mutating func admit(
        _ watch: String, token: String?, now: Double, pairs: Bool
    ) -> Result<[Action], RelayError> {
        if let pairing = pairings[watch] {
            guard let hash = pairing.tokenHash else { return .success([]) }
            guard let token, RelayToken.matches(token, hash: hash) else {
                return .failure(RelayError(.deviceNotPaired))
            }
            return .success([])
        }
        guard token == nil, !watch.hasPrefix(RelayPairingCodes.prefix) else {
            return .failure(RelayError(.deviceNotPaired))
        }
        guard pairs else { return .success([]) }
        return pair(RelayPairing(watch: watch, name: watch, created: now))
    }

    mutating func pair(_ pairing: RelayPairing) -> Result<[Action], RelayError> {
        guard pairings.count < RelayLimits.watches else { return .failure(RelayError(.insufficientSpace)) }
        pairings[pairing.watch] = pairing
        var actions = [keep(.paired(pairing))]
        if active == nil { actions += makeActive(pairing.watch) }
        return .success(actions)
    }

    /// Another watch is worn now. The phone hears what the one before has still to say, then starts anew.
    mutating func makeActive(_ watch: String) -> [Action] {
        guard active != watch else { return [] }
        let before = active
        active = watch
        var actions = [keep(.active(watch: watch))]
        guard let phone, let peer = links[phone] ?? nil, peer.isActivated else { return actions }
        guard let served = peer.served, served != watch else {
            links[phone]??.served = watch
            return actions
        }
        links[phone]??.isActivated = false
        leaving = before
        actions.append(.send(phone, .inactive))
        for (number, delivery) in deliveries.sorted(by: { $0.key < $1.key })
        where delivery.sender == phone {
            deliveries[number] = nil
            if delivery.wantsReply {
                actions.append(.send(delivery.sender, .failure(id: delivery.id, code: .messageReplyFailed)))
            }
        }
        // Of a watch that was unpaired nothing more comes.
        return actions + (before == nil ? [.send(phone, .deactivated)] : deactivateWhenDrained())
    }

    mutating func deactivateWhenDrained() -> [Action] {
        guard let leaving, let phone else { return [] }
        let key = RelayLaneKey(watch: leaving, receiver: .phone)
        guard (lanes[key]?.waitingCount ?? 0) == 0 else { return [] }
        self.leaving = nil
        return [.send(phone, .deactivated)]
    }

    mutating func activate(_ link: Link) -> [Action] {
        guard link == phone, links[link]??.isActivated == false else { return [] }
        links[link]??.isActivated = true
        leaving = nil
        for key in lanes.keys where key.receiver == .phone { lanes[key]?.rewind() }
        return welcome(link) + tellStatus()
    }

    mutating func setForeground(_ isForeground: Bool, _ link: Link) -> [Action] {
        links[link]??.isForeground = isForeground
        var actions: [Action] = []
        if isForeground { front(link) }
        if isForeground, let peer = links[link] ?? nil, peer.isPrimary, let watch = peer.watch {
            actions += makeActive(watch)
        }
        return actions + tellStatus()
    }

    /// What a session is told first: how things stand, both contexts, what waits, and how things ended.
    private mutating func welcome(_ link: Link) -> [Action] {
        guard var peer = links[link] ?? nil else { return [] }
        let status = status(of: link, peer, isFirst: true)
        peer.told = status
        peer.told.waiting = 0
        peer.told.delivered = 0
        (peer.told.contexts, peer.told.outstanding) = (0, 0)
        if peer.hello.role == .phone { peer.served = active }
        links[link] = peer
        var actions: [Action] = [.send(link, .welcome(status))]
        guard let watch = peer.hello.role == .phone ? active : peer.watch else { return actions }
        let inbound = RelayLaneKey(watch: watch, receiver: peer.hello.role)
        let outbound = RelayLaneKey(watch: watch, receiver: peer.hello.role.counterpart)
        if let own = lanes[outbound]?.context {
            actions.append(
                .send(link, .context(sequence: own.sequence, isOwn: true, isSeen: true, payload: own.payload)))
        }
        if let theirs = lanes[inbound]?.keptContext {
            let isSeen = !peer.isPrimary || (lanes[inbound]?.contextSeen ?? 0) >= theirs.sequence
            if !isSeen { lanes[inbound]?.isContextSent = true }
            actions.append(
                .send(
                    link, .context(sequence: theirs.sequence, isOwn: false, isSeen: isSeen, payload: theirs.payload)))
        }
        guard peer.isPrimary else { return actions }
        for item in lanes[outbound]?.waiting.prefix(Self.listed) ?? [] {
            actions.append(.send(link, .outstanding(item.record)))
        }
        // A watch that is not worn has had what waited for it all the same.
        for (key, lane) in lanes.sorted(by: { $0.key.watch < $1.key.watch }) where isOutbound(key, peer) {
            for item in lane.unnoted {
                guard case .ended(let code) = item.state else { continue }
                actions.append(.send(link, .finished(item.record, code: code)))
            }
        }
        if let received = peer.hello.received, peer.hello.journal == journal,
            peer.hello.pairing == pairings[watch]?.id
        {
            actions += self.delivered(received, from: link, peer)
        }
        return actions + deliverWaiting(inbound)
    }

    /// Sends the status to each session for which it changed.
    mutating func tellStatus() -> [Action] {
        var actions: [Action] = []
        for (link, known) in links.sorted(by: { $0.key < $1.key }) {
            guard let peer = known else { continue }
            let status = status(of: link, peer, isFirst: false)
            guard status != peer.told else { continue }
            links[link]??.told = status
            actions.append(.send(link, .status(status)))
        }
        return actions
    }

    private func status(of link: Link, _ peer: Peer, isFirst: Bool) -> RelayStatus {
        let watch = peer.hello.role == .phone ? active : peer.watch
        var status = RelayStatus(watch: watch, journal: journal)
        status.isPrimary = peer.isPrimary
        status.isReachable = isReachable(from: link, peer)
        guard let watch, let pairing = pairings[watch] else { return status }
        (status.isPaired, status.pairing) = (true, pairing.id)
        if peer.hello.role == .phone {
            status.complications = complicationsLeft(of: watch)
            status.directory = folder.map { RelayWatchFolder.path(of: watch, in: $0) }
        }
        status.isInstalled = peer.hello.role == .phone ? pairing.isInstalled : phoneInstalled || canWakePhone
        if isFirst {
            let inbound = lanes[RelayLaneKey(watch: watch, receiver: peer.hello.role)]
            let outbound = lanes[RelayLaneKey(watch: watch, receiver: peer.hello.role.counterpart)]
            status.contexts = (outbound?.context == nil ? 0 : 1) + (inbound?.keptContext == nil ? 0 : 1)
            status.outstanding = peer.isPrimary ? min(outbound?.waitingCount ?? 0, Self.listed) : 0
        }
        if isFirst, peer.isPrimary, let lane = lanes[RelayLaneKey(watch: watch, receiver: peer.hello.role)] {
            status.delivered = lane.delivered
            status.waiting = lane.waiting.last { !$0.record.isComplication }?.sequence ?? lane.delivered
        }
        return status
    }

    /// Each side by its own rule: a watch reaches the phone when it is in range and its own app is in front; the phone
    /// reaches the watch when that one runs its app and would reach the phone.
    func isReachable(from link: Link, _ peer: Peer) -> Bool {
        let program = phone.flatMap { links[$0] ?? nil }
        let phoneIsThere = program.map { ($0.isActivated || canWakePhone) && !$0.isSilent } ?? canWakePhone
        if peer.hello.role == .watch { return peer.isForeground && peer.watch == active && phoneIsThere }
        guard peer.isActivated || !peer.isPrimary, let watch = active.flatMap({ watches[$0] }),
            let program = links[watch] ?? nil
        else { return false }
        return program.isForeground && !program.isSilent
    }
}
