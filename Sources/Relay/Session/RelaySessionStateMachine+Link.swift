import Runtime

extension RelaySessionStateMachine {
    mutating func connected() -> [Action] {
        guard wantsActivation || activation == .activated else { return [.disconnect] }
        var hello = hello
        hello.received = handled > 0 ? handled : nil
        hello.pairing = pairing
        hello.journal = status.journal
        saidForeground = hello.isForeground
        return [.write(.hello(hello))]
    }

    /// The connection ended, or could not be made.
    mutating func disconnected(now: Instant) -> [Action] {
        if link == .up { patience = .milliseconds(50) }
        let wasReachable = isReachable
        link = .down
        // Whoever is told of it once more on the next link has not known it all the time.
        status.isReachable = false
        unanswered = [:]
        isContextUnsent = isContextUnsent || contextsUnderWay > 0
        contextsUnderWay = 0
        acknowledged = 0
        var actions = held
        (awaited, held) = (0, [])
        actions += failSent(.messageReplyFailed)
        if isChangingWatches { actions += deactivated() }
        if wantsActivation {
            retryAt = now.advanced(by: patience)
            patience = min(patience * 2, .seconds(2))
        }
        if wasReachable { actions.append(.notify(.reachabilityChanged)) }
        return actions
    }

    mutating func failSent(_ code: RelayError.Code) -> [Action] {
        let open = sent.sorted { $0.key < $1.key }
        sent = [:]
        return open.map { id, message in
            message.wantsReply ? .complete(id: id, .failure(RelayError(code))) : .forget(id: id)
        }
    }

    mutating func received(_ packet: RelayPacket) -> [Action] {
        switch packet {
        case .welcome(let status): return welcomed(status)
        case .status(let status): return update(status)
        case .message(let number, let wantsReply, let isData, let until, let payload):
            unanswered[number] = wantsReply
            if unanswered.count > 1024, let oldest = unanswered.filter({ !$0.value }).keys.min() {
                unanswered[oldest] = nil
            }
            untold += 1
            let message = Notice.message(number: number, wantsReply: wantsReply, isData: isData, until: until, payload)
            return [.notify(message)]
        case .reply(let id, let payload): return complete(id, .success(payload))
        case .failure(let id?, let code): return complete(id, .failure(RelayError(code)))
        case .failure(nil, let code): return refused(code)
        case .context(let sequence, let isOwn, let isSeen, let payload):
            return take(payload, sequence: sequence, isOwn: isOwn, isSeen: isSeen)
        case .userInfo(_, let sequence, let expires, let payload):
            return isNew(sequence) ? [.notify(.userInfo(sequence: sequence, expires: expires, payload))] : []
        case .delivery(_, let sequence, let name, let path, let metadata):
            return isNew(sequence)
                ? [.notify(.file(sequence: sequence, name: name, path: path, metadata: metadata))] : []
        case .complication(let id, _, let payload):
            guard !complications.contains(id) else {
                toHandle.append(id)
                return []
            }
            complications = complications.suffix(63) + [id]
            untold += 1
            return [.notify(.complication(id: id, payload))]
        case .stored(let ids):
            stored(Set(ids))
            return [.stored(ids)]
        case .outstanding(let record): return [.listed(record)] + arrived([])
        case .finished(let record, let code):
            stored([record.id])
            guard ends(record.id) else {
                toNote.append(record.id)
                return []
            }
            return [.notify(.ended(record, code.map { RelayError($0) }))]
        case .progress(let id, let bytes): return [.progress(id: id, bytes)]
        case .inactive:
            activation = .inactive
            wantsActivation = false
            isChangingWatches = true
            return failSent(.sessionInactive) + [.notify(.becameInactive)]
        case .deactivated: return deactivated()
        case .answer(let id, let answer):
            return sent.removeValue(forKey: id) == nil ? [] : [.answered(id: id, answer)]
        case .contextSeen:
            contextsUnderWay = max(0, contextsUnderWay - 1)
            return []
        case .ping: return [.write(.pong)]
        case .hello, .received, .noted, .cancel, .file, .chunk, .fileEnd, .presence, .activate, .query, .handled,
            .taken,
            .pong:
            return [.disconnect]
        }
    }

    /// The watch before has said everything, or the link ended and it says the rest when it is worn again.
    private mutating func deactivated() -> [Action] {
        activation = .notActivated
        isChangingWatches = false
        return [.notify(.deactivated)] + (wantsActivation && link == .up ? [.write(.activate)] : [])
    }

    /// What has been here before is not delivered again.
    private mutating func isNew(_ sequence: Int) -> Bool {
        guard sequence > arrived else { return false }
        arrived = sequence
        return true
    }

    private mutating func stored(_ ids: Set<String>) {
        // One that has ended was confirmed before, nearly always.
        guard !ids.isDisjoint(with: unconfirmed) else { return }
        unconfirmed.subtract(ids)
        // Confirmed in order, nearly always.
        var first = 0
        while first < unstored.count, ids.contains(unstored[first].id) { first += 1 }
        let gone = first == ids.count ? unstored[..<first] : unstored.filter { ids.contains($0.id) }[...]
        if first == ids.count { unstored.removeFirst(first) } else { unstored.removeAll { ids.contains($0.id) } }
        for packet in gone.map(\.packet) {
            switch packet {
            case .userInfo(_, _, _, let payload), .complication(_, _, let payload): unstoredBytes -= payload.count
            default: break
            }
        }
    }

    /// Does what is due at `now`.
    mutating func advance(to now: Instant) -> [Action] {
        var actions: [Action] = []
        if let first = sent.values.lazy.map(\.deadline).min(), first <= now {
            for (id, message) in sent.filter({ $0.value.deadline <= now }).sorted(by: { $0.key < $1.key }) {
                sent[id] = nil
                actions.append(
                    message.wantsReply
                        ? .complete(id: id, .failure(RelayError(.messageReplyTimedOut))) : .forget(id: id))
            }
        }
        if let retryAt, retryAt <= now, wantsActivation {
            self.retryAt = nil
            link = .connecting
            actions.append(.connect)
        }
        return actions
    }

    private mutating func complete(_ id: Int, _ result: Result<[UInt8], RelayError>) -> [Action] {
        guard sent.removeValue(forKey: id) != nil else { return [] }  // too late, or a second one
        return [.complete(id: id, result)]
    }

    /// The delegate has had a message or a complication.
    mutating func told() { untold -= 1 }

    /// The delegate has had everything up to a sequence.
    mutating func handled(through sequence: Int) {
        handled = max(handled, sequence)
        if let pairing { marks[pairing] = handled }
    }

    /// The delegate has processed a context.
    mutating func contextHandled(_ sequence: Int) -> [Action] {
        contextHandled = max(contextHandled, sequence)
        return link == .up ? [.write(.contextSeen(sequence: sequence))] : []
    }

    /// What the delegate has had since the last time, said in one packet each.
    mutating func acknowledge() -> [Action] {
        guard link == .up else { return [] }
        var actions: [Action] = []
        // What is handled while no watch is worn was of the one before.
        if handled > acknowledged, activation != .notActivated {
            acknowledged = handled
            actions.append(.write(.received(through: handled)))
        }
        if !toHandle.isEmpty {
            actions.append(.write(.handled(ids: toHandle)))
            toHandle = []
        }
        if !toNote.isEmpty {
            for start in stride(from: 0, to: toNote.count, by: 1000) {
                actions.append(.write(.noted(ids: Array(toNote[start..<min(start + 1000, toNote.count)]))))
            }
            toNote = []
        }
        return actions
    }
}
