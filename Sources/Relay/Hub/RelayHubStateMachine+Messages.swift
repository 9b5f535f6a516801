extension RelayHubStateMachine {
    /// Why a program cannot send anything now, in the order in which it is looked at.
    func standingError(_ peer: Peer) -> RelayError.Code? {
        switch peer.hello.role {
        case .phone:
            if peer.isPrimary, !peer.isActivated { return leaving == nil ? .notActivated : .sessionInactive }
            guard let active, let pairing = pairings[active] else { return .deviceNotPaired }
            return pairing.isInstalled ? nil : .watchAppNotInstalled
        case .watch:
            guard let watch = peer.watch, pairings[watch] != nil else { return .deviceNotPaired }
            if peer.hello.isWatchOnly { return .watchOnlyApp }
            return phoneInstalled || canWakePhone ? nil : .companionAppNotInstalled
        }
    }

    /// What is wrong with a payload: 7008, 7010 or 7009.
    static func payloadError(_ bytes: [UInt8], limit: Int) -> RelayError.Code? {
        guard let payload = try? RelayPayload(parsing: bytes) else { return .invalidParameter }
        return payload.error(limit: limit)
    }

    mutating func send(_ packet: RelayPacket, from link: Link, _ peer: Peer, now: Double) -> [Action] {
        guard case .message(let id, let wantsReply, let isData, let until, let payload) = packet else { return [] }
        func fail(_ code: RelayError.Code) -> [Action] { [.send(link, .failure(id: id, code: code))] }
        if let code = standingError(peer) { return fail(code) }
        if isData {
            guard payload.count <= RelayLimits.message else { return fail(.payloadTooLarge) }
        } else if let code = Self.payloadError(payload, limit: RelayLimits.message) {
            return fail(code)
        }
        guard isReachable(from: link, peer) else { return fail(.notReachable) }
        let receiver = peer.hello.role == .phone ? active.flatMap { watches[$0] } : phone
        guard let receiver, links[receiver]??.isActivated == true else {
            guard peer.hello.role == .watch, canWakePhone, held.count < RelayLimits.openMessages else {
                return fail(.notReachable)
            }
            held.append(Held(sender: link, packet: packet, since: uptime))
            return [.wakePhone]
        }
        if wantsReply {
            let open = deliveries.values.filter { $0.sender == link && $0.wantsReply }
            guard !open.contains(where: { $0.id == id }) else { return malformed(link) }
            guard open.count < RelayLimits.openMessages else { return fail(.insufficientSpace) }
        }
        guard deliveries.count < Self.untakenLimit else { return fail(.insufficientSpace) }
        let number = nextDelivery
        nextDelivery += 1
        let last = min(until ?? .infinity, uptime + Self.takingPatience)
        deliveries[number] = Delivery(
            sender: link, receiver: receiver, id: id, wantsReply: wantsReply, since: uptime, until: last)
        if !wantsReply { forgetPlain(before: number - 256) }
        let message = RelayPacket.message(
            id: number, wantsReply: wantsReply, isData: isData, until: last, payload: payload)
        return [.send(receiver, message)]
    }

    /// A message that wants no reply and was taken is heard of again only when it is refused, and that is at once.
    private mutating func forgetPlain(before number: Int) {
        if let old = deliveries[number], !old.wantsReply, old.isTaken { deliveries[number] = nil }
    }

    /// Messages that their receivers did not take in time: they never will, so their senders may say them again.
    private mutating func endUntaken() -> [Action] {
        guard uptime - lookedAt >= 0.25 || uptime < lookedAt else { return [] }
        lookedAt = uptime
        var actions: [Action] = []
        for (number, delivery) in deliveries.sorted(by: { $0.key < $1.key }) {
            if !delivery.isTaken, delivery.until + Self.takingGrace <= uptime {
                deliveries[number] = nil
                actions.append(.send(delivery.sender, .failure(id: delivery.id, code: .notReachable)))
            } else if delivery.since + (delivery.wantsReply ? Self.deliveryPatience : 30) <= uptime {
                deliveries[number] = nil
            }
        }
        return actions
    }

    /// Only the first answer counts; what answers nothing is ignored.
    mutating func answer(_ packet: RelayPacket, number: Int, from link: Link) -> [Action] {
        guard let delivery = deliveries[number], delivery.receiver == link else { return [] }
        deliveries[number] = nil
        switch packet {
        case .reply(_, let payload) where payload.count > RelayFrame.bodyLimit / 2:
            return [.send(delivery.sender, .failure(id: delivery.id, code: .payloadTooLarge))]
        case .reply(_, let payload) where delivery.wantsReply:
            return [.send(delivery.sender, .reply(id: delivery.id, payload: payload))]
        case .failure(_, let code): return [.send(delivery.sender, .failure(id: delivery.id, code: code))]
        default: return []
        }
    }

    /// Delivers the messages that waited for the phone's program.
    mutating func flushHeld(now: Double) -> [Action] {
        guard let phone, links[phone]??.isActivated == true, !held.isEmpty else { return [] }
        let waiting = held
        held = []
        return waiting.flatMap { message -> [Action] in
            guard let peer = links[message.sender] ?? nil else { return [] }
            return send(message.packet, from: message.sender, peer, now: now)
        }
    }

    /// Time passed.
    /// - Parameters:
    ///   - now: UTC seconds.
    ///   - uptime: seconds of the monotonic clock.
    mutating func advance(to now: Double, uptime: Double) -> [Action] {
        (self.now, self.uptime) = (now, uptime)
        var actions: [Action] = []
        for message in held where message.since + Self.launchPatience <= uptime {
            guard case .message(let id, _, _, _, _) = message.packet else { continue }
            actions.append(.send(message.sender, .failure(id: id, code: .deliveryFailed)))
        }
        held.removeAll { $0.since + Self.launchPatience <= uptime }
        actions += endUntaken() + listen() + changeWatch() + renewBudgets()
        for key in lanes.keys.sorted(by: { ($0.watch, $0.receiver.rawValue) < ($1.watch, $1.receiver.rawValue) })
        where (lanes[key]?.expiring ?? 0) > 0 {
            let late = lanes[key]?.waiting.filter { item in
                item.record.expires.map { $0 <= now } ?? false && lanes[key]?.isUnderWay(item.sequence) == false
            }
            for item in late ?? [] { actions += end(item.sequence, in: key, .transferTimedOut) }
        }
        return actions
    }
}
