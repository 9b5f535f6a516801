extension RelayHubStateMachine {
    /// The lane for what this program sends; nil when no watch is paired.
    func outbound(_ peer: Peer) -> RelayLaneKey? {
        let watch = peer.hello.role == .phone ? active : peer.watch
        return watch.map { RelayLaneKey(watch: $0, receiver: peer.hello.role.counterpart) }
    }

    /// Whether a lane is for what this program sends or has sent: a phone's may be to another watch than the one that is worn.
    func isOutbound(_ key: RelayLaneKey, _ peer: Peer) -> Bool {
        key.receiver == peer.hello.role.counterpart && (peer.hello.role == .phone || key.watch == peer.watch)
    }

    /// Whether a transfer was taken before, for whichever watch was worn then.
    func knows(_ id: String, of peer: Peer) -> Bool {
        lanes.contains { isOutbound($0.key, peer) && $0.value.knows(id) }
    }

    /// Where its deliveries come from; an inactive phone still hears the watch before.
    func inbound(_ peer: Peer) -> RelayLaneKey? {
        if peer.hello.role == .phone, !peer.isActivated {
            return leaving.map { RelayLaneKey(watch: $0, receiver: .phone) }
        }
        let watch = peer.hello.role == .phone ? active : peer.watch
        return watch.map { RelayLaneKey(watch: $0, receiver: peer.hello.role) }
    }

    /// A side has another state: the latest is kept, and what is there already is not sent again.
    mutating func update(_ payload: [UInt8], from link: Link, _ peer: Peer) -> [Action] {
        if let code = standingError(peer) ?? Self.payloadError(payload, limit: RelayLimits.context) {
            return [.send(link, .failure(id: 0, code: code)), .send(link, .contextSeen(sequence: 0))]
        }
        guard let key = outbound(peer) else { return [] }
        var lane = lanes[key] ?? RelayLane()
        let bytes = (try? RelayPayload(parsing: payload))?.jsonText ?? payload
        guard lane.context?.payload != bytes else {
            // Set before, but perhaps not on the disk yet.
            promises.append((kept, .contextStored(link)))
            return []
        }
        let sequence = (lane.context?.sequence ?? 0) + 1
        lane.context = (sequence, bytes)
        guard lane.seenContext != bytes || lane.isContextSent else {
            // Changed and changed back while the receiver was away: it has it.
            lane.see(sequence)
            lanes[key] = lane
            return [
                keep(.context(key, sequence: sequence, payload: bytes)),
                keep(
                    .contextSeen(key, sequence: sequence),
                    then: [.context(key, sequence: sequence), .contextStored(link)]),
            ]
        }
        lanes[key] = lane
        return [
            keep(
                .context(key, sequence: sequence, payload: bytes),
                then: [.context(key, sequence: sequence), .contextStored(link)])
        ]
    }

    mutating func seen(_ sequence: Int, from link: Link, _ peer: Peer) -> [Action] {
        guard peer.isPrimary, let key = inbound(peer), var lane = lanes[key], sequence > lane.contextSeen,
            sequence <= lane.context?.sequence ?? 0
        else { return [] }
        lane.see(sequence)
        lanes[key] = lane
        return [keep(.contextSeen(key, sequence: sequence))]
    }

    /// The program that receives in a lane, if it is there.
    func receiver(of key: RelayLaneKey) -> Link? {
        guard key.receiver == .phone else { return watches[key.watch] }
        guard let phone, let peer = links[phone] ?? nil else { return nil }
        return inbound(peer) == key ? phone : nil
    }

    /// Records up to `number` will survive a power cut: what was promised with them happens.
    mutating func durable(through number: Int) -> [Action] {
        var actions: [Action] = []
        var stored: [Link: [String]] = [:]
        var touched: [RelayLaneKey] = []
        while firstPromise < promises.count, promises[firstPromise].number <= number {
            switch promises[firstPromise].promise {
            case .stored(let link, let id): stored[link, default: []].append(id)
            case .deliver(let key, let sequence):
                lanes[key]?.kept(through: sequence)
                if touched.last != key { touched.append(key) }
            case .dropSpool(let spool): actions.append(.dropSpool(spool))
            case .finished(let key, let sequence):
                lanes[key]?.keptEnd(of: sequence)
                if touched.last != key { touched.append(key) }
                actions += tellEnd(sequence, in: key)
            case .contextStored(let link):
                if links[link] != nil { actions.append(.send(link, .contextSeen(sequence: 0))) }
            case .context(let key, let sequence):
                lanes[key]?.contextKept = sequence
                guard let context = lanes[key]?.context, let link = receiver(of: key),
                    lanes[key]?.contextSeen != context.sequence
                else { break }
                lanes[key]?.isContextSent = true
                let packet = RelayPacket.context(
                    sequence: context.sequence, isOwn: false, isSeen: false, payload: context.payload)
                actions.append(.send(link, packet))
            }
            firstPromise += 1
        }
        if firstPromise > 4096 || firstPromise == promises.count {
            promises.removeFirst(firstPromise)
            firstPromise = 0
        }
        for (link, ids) in stored.sorted(by: { $0.key < $1.key }) where links[link] != nil {
            for start in stride(from: 0, to: ids.count, by: 1000) {
                actions.append(.send(link, .stored(ids: Array(ids[start..<min(start + 1000, ids.count)]))))
            }
        }
        for key in Set(touched) { actions += deliverWaiting(key) }
        return actions
    }
}
