extension RelayHubStateMachine {
    /// A dictionary to deliver once, sooner or later. What is wrong with it is said where transfers end.
    mutating func queue(
        id: String, expires: Double?, isComplication: Bool = false, payload: [UInt8], from link: Link, _ peer: Peer,
        now: Double
    ) -> [Action] {
        let record = RelayTransferRecord(
            id: id, isFile: false, size: Int64(payload.count), created: now, expires: expires,
            isComplication: isComplication, payload: payload)
        if let code = standingError(peer) ?? Self.payloadError(payload, limit: RelayLimits.userInfo) {
            return [.send(link, .finished(record, code: code))]
        }
        guard let key = outbound(peer) else { return [] }
        if knows(id, of: peer) {  // sent again after a break
            promises.append((kept, .stored(link, id: id)))
            return []
        }
        guard lanes[key]?.hasRoom(for: payload.count) != false else {
            return [.send(link, .finished(record, code: .insufficientSpace))]
        }
        // In place: a copy of the lane would copy all that waits in it, for each transfer.
        let sequence = lanes[key, default: RelayLane()].put(record, spool: nil)
        return [
            keep(
                .put(key, sequence: sequence, record, spool: nil),
                then: [.stored(link, id: id), .deliver(key, sequence: sequence)])
        ]
    }

    /// Sends what is on the disk and has not been sent, as far as the window goes.
    mutating func deliverWaiting(_ key: RelayLaneKey) -> [Action] {
        guard let link = receiver(of: key) else { return [] }
        var actions: [Action] = []
        while let item = lanes[key]?.nextToSend() {
            let record = item.record
            if let expires = record.expires, expires <= now {
                actions += end(item.sequence, in: key, .transferTimedOut)
                continue
            }
            if record.isComplication {
                actions.append(
                    .send(
                        link, .complication(id: record.id, sequence: item.sequence, payload: record.payload)))
                continue
            }
            guard let spool = item.spool else {
                actions.append(
                    .send(
                        link,
                        .userInfo(
                            id: record.id, sequence: item.sequence, expires: record.expires, payload: record.payload)))
                continue
            }
            let packet = RelayPacket.delivery(
                id: record.id, sequence: item.sequence, name: record.name ?? record.id, path: spool,
                metadata: record.payload)
            actions.append(.deliver(link, key, packet, spool: spool))
        }
        return actions
    }

    /// The receiver has processed everything up to `sequence`.
    mutating func delivered(_ sequence: Int, from link: Link, _ peer: Peer) -> [Action] {
        guard peer.isPrimary, let key = inbound(peer), receiver(of: key) == link else { return [] }
        let done = lanes[key]?.received(through: sequence) ?? []
        return done.flatMap { end($0, in: key, nil) } + deliverWaiting(key) + deactivateWhenDrained()
    }

    mutating func end(_ sequence: Int, in key: RelayLaneKey, _ code: RelayError.Code?) -> [Action] {
        guard let item = lanes[key]?.end(sequence, code) else { return [] }
        // A file stays until its end is on the disk: a hub that was killed before would take it for one that was received.
        let promises = [Promise.finished(key, sequence: sequence)] + (item.spool.map { [.dropSpool($0)] } ?? [])
        var actions = [keep(.ended(key, sequence: sequence, code: code), then: promises)]
        if (lanes[key]?.unnotedCount ?? 0) > RelayLane.unnotedLimit, let oldest = lanes[key]?.oldestUnnoted() {
            _ = lanes[key]?.note(oldest)
            actions.append(keep(.noted(key, sequence: oldest)))
        }
        return actions
    }

    /// Tells the sender of a transfer how it ended: the session that made it, else the program of that side.
    func tellEnd(_ sequence: Int, in key: RelayLaneKey) -> [Action] {
        guard let item = lanes[key]?.items[sequence], case .ended(let code) = item.state,
            let link = sender(of: item.record.id, key)
        else { return [] }
        return [.send(link, .finished(item.record, code: code))]
    }

    func sender(of id: String, _ key: RelayLaneKey) -> Link? {
        let role = key.receiver.counterpart
        let primary = role == .phone ? phone : watches[key.watch]
        if let primary, let peer = links[primary] ?? nil, id.hasPrefix(peer.hello.session) { return primary }
        let maker = links.first { _, peer in
            guard let peer, peer.hello.role == role, !peer.isPrimary else { return false }
            return id.hasPrefix(peer.hello.session) && (role == .phone || peer.watch == key.watch)
        }
        return maker?.key ?? primary
    }

    mutating func noted(_ ids: [String], _ peer: Peer) -> [Action] {
        var actions: [Action] = []
        for id in ids {
            guard let key = lane(of: id, sentBy: peer), let sequence = lanes[key]?.sequences[id],
                lanes[key]?.note(sequence) != nil
            else {
                continue
            }
            actions.append(keep(.noted(key, sequence: sequence)))
        }
        return actions
    }

    /// Cancels a transfer that is not being delivered.
    mutating func cancel(_ id: String, from link: Link, _ peer: Peer) -> [Action] {
        if let upload = uploads[id], upload.link == link {
            uploads[id] = nil
            return [.dropSpool(upload.spool), .send(link, .finished(upload.record, code: .generic))]
        }
        guard let key = lane(of: id, sentBy: peer), let sequence = lanes[key]?.sequences[id],
            lanes[key]?.isUnderWay(sequence) == false
        else { return [] }
        return end(sequence, in: key, .generic)
    }

    /// Where a transfer of a side stands; a phone's may wait for another watch than the one that is worn. The key and not
    /// the lane: what holds one while it changes makes it copied whole.
    private func lane(of id: String, sentBy peer: Peer) -> RelayLaneKey? {
        lanes.first { isOutbound($0.key, peer) && $0.value.sequences[id] != nil }?.key
    }
}
