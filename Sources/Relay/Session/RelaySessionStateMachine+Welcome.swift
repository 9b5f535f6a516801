extension RelaySessionStateMachine {
    mutating func welcomed(_ new: RelayStatus) -> [Action] {
        let wasActivated = activation == .activated
        link = .up
        patience = .milliseconds(50)
        isSupported = true
        activation = .activated
        wantsActivation = true
        // The status may have told of another watch before this side was ready for it.
        let isOther = role == .phone && wornWatch != nil && new.watch != wornWatch
        if new.journal != status.journal { (marks, handled, knownContexts) = ([:], 0, [:]) }
        // The hub says which context is the latest. It may have told of one that died with it before it was on the disk, and
        // counts on from there.
        (contextArrived, contextHandled) = (0, 0)
        if isOther {
            if let pairing { knownContexts[pairing] = receivedApplicationContext }
            receivedApplicationContext = new.pairing.flatMap { knownContexts[$0] }
            (applicationContext, isContextUnsent) = (nil, false)
        }
        wornWatch = new.watch
        count(in: new.pairing)
        handled(through: new.delivered)
        arrived = handled
        acknowledged = new.delivered
        waiting = new.waiting
        var actions: [Action] = wasActivated ? [] : [.notify(.activation(nil))]
        actions += update(new)
        // A delegate that looks at both contexts and at what waits once it is activated finds them.
        awaited = new.contexts + new.outstanding
        if awaited > 0 { (held, actions) = (actions, []) }
        actions += sayForeground()
        isContextNewer = isContextUnsent
        if isContextUnsent, let context = applicationContext { actions.append(write(context)) }
        isContextUnsent = false
        for transfer in unstored { actions += start(transfer.id, transfer.packet) }
        return actions
    }

    /// Each pairing has numbers of its own; what was handled and not said to be comes again.
    private mutating func count(in new: String?) {
        guard new != pairing else { return }
        handled = new.flatMap { marks[$0] } ?? 0
        pairing = new
    }

    mutating func update(_ new: RelayStatus) -> [Action] {
        let old = status
        let journal = new.journal ?? status.journal
        status = new
        status.journal = journal
        if activation == .activated, wornWatch == nil || wornWatch == new.watch, let paired = new.pairing {
            // Paired since this session was welcomed.
            if paired != pairing { (arrived, acknowledged, contextArrived, contextHandled) = (0, 0, 0, 0) }
            wornWatch = new.watch
            count(in: paired)
        }
        var actions: [Action] = []
        let isOther =
            old.isPaired != new.isPaired || old.isInstalled != new.isInstalled || old.watch != new.watch
            || (old.complications == nil) != (new.complications == nil)
        if role == .phone, isOther { actions.append(.notify(.watchStateChanged)) }
        if role == .watch, old.isInstalled != new.isInstalled { actions.append(.notify(.companionChanged)) }
        if old.isReachable != new.isReachable { actions.append(.notify(.reachabilityChanged)) }
        return actions
    }

    /// The hub refused this session.
    mutating func refused(_ code: RelayError.Code) -> [Action] {
        wantsActivation = false
        retryAt = nil
        if code == .sessionInactive {
            activation = .inactive
            return [.notify(.becameInactive), .disconnect]
        }
        let wasActivated = activation == .activated
        activation = .notActivated
        isSupported = code != .sessionNotSupported
        if wasActivated { status.isPaired = code != .deviceNotPaired }
        return [.notify(wasActivated ? .deactivated : .activation(RelayError(code))), .disconnect]
    }

    mutating func take(_ payload: [UInt8], sequence: Int, isOwn: Bool, isSeen: Bool) -> [Action] {
        arrived(keep(payload, sequence: sequence, isOwn: isOwn, isSeen: isSeen))
    }

    /// One more of what comes with the welcome is here; what it leads to waits until all is.
    mutating func arrived(_ actions: [Action]) -> [Action] {
        guard awaited > 0 else { return actions }
        awaited -= 1
        held += actions
        guard awaited == 0 else { return [] }
        defer { held = [] }
        return held
    }

    private mutating func keep(_ payload: [UInt8], sequence: Int, isOwn: Bool, isSeen: Bool) -> [Action] {
        if isOwn {
            if !isContextNewer { applicationContext = payload }
            return []
        }
        guard sequence > contextArrived else { return [] }
        contextArrived = sequence
        guard !isSeen, receivedApplicationContext != payload else {
            receivedApplicationContext = payload
            contextHandled = sequence
            return isSeen ? [] : [.write(.contextSeen(sequence: sequence))]
        }
        receivedApplicationContext = payload
        return [.notify(.context(sequence: sequence, payload))]
    }
}
