import Runtime

/// What one side's session does with calls, packets and time; pure, so that every order of events can be tested
/// without a socket or a clock.
struct RelaySessionStateMachine {
    typealias Instant = ContinuousClock.Instant
    typealias Payload = [String: JSONValue]

    enum Action: Hashable {
        case connect
        case disconnect
        case write(RelayPacket)
        /// The one answer to a message: calls one of its handlers and forgets both.
        case complete(id: Int, Result<Payload, RelayError>)
        /// Nothing more will be heard of a message that wanted no reply.
        case forget(id: Int)
        case notify(Notice)
    }

    /// What the delegate is told.
    enum Notice: Hashable {
        case activated
        case becameInactive
        case reachabilityChanged
        case message(Payload)
        case messageWithReply(id: Int, Payload)
        case context(Payload)
    }

    private enum Link { case down, connecting, up }

    private struct Sent {
        var deadline: Instant
        var wantsReply: Bool
    }

    let role: RelayRole
    let replyTimeout: Duration
    private(set) var activation = RelaySession.ActivationState.notActivated
    private(set) var isReachable = false
    private(set) var applicationContext: Payload = [:]
    private(set) var receivedApplicationContext: Payload = [:]
    private var link = Link.down
    private var isContextUnsent = false
    private var nextID = 1
    private var sent: [Int: Sent] = [:]
    private var unanswered: Set<Int> = []
    private var retryAt: Instant?
    private var patience = Duration.milliseconds(50)

    init(role: RelayRole, replyTimeout: Duration) {
        self.role = role
        self.replyTimeout = replyTimeout
    }

    /// When time must be told next; nil when nothing waits for it.
    var nextDeadline: Instant? { (sent.values.map(\.deadline) + [retryAt].compactMap { $0 }).min() }

    mutating func activate() -> [Action] {
        guard activation != .activated else { return [] }
        activation = .activated
        link = .connecting
        return [.notify(.activated), .connect]
    }

    /// Checks in the order that the real thing has: state, then payload, then reachability.
    mutating func send(_ payload: Payload, wantsReply: Bool, now: Instant) -> Result<(Int, [Action]), RelayError> {
        if let error = unusable { return .failure(error) }
        guard JSONValue.object(payload).text.count <= RelayLimits.message else {
            return .failure(RelayError(.payloadTooLarge))
        }
        guard isReachable else { return .failure(RelayError(.notReachable)) }
        let id = nextID
        nextID += 1
        sent[id] = Sent(deadline: now.advanced(by: replyTimeout), wantsReply: wantsReply)
        return .success((id, [.write(.message(id: id, wantsReply: wantsReply, payload: payload))]))
    }

    mutating func updateApplicationContext(_ context: Payload) -> Result<[Action], RelayError> {
        if let error = unusable { return .failure(error) }
        guard JSONValue.object(context).text.count <= RelayLimits.context else {
            return .failure(RelayError(.payloadTooLarge))
        }
        guard context != applicationContext else { return .success([]) }
        applicationContext = context
        isContextUnsent = link != .up
        return .success(link == .up ? [.write(.context(context))] : [])
    }

    /// Answers a message; only the first answer counts.
    mutating func reply(to id: Int, _ result: Result<Payload, RelayError>) -> [Action] {
        guard unanswered.remove(id) != nil, link == .up else { return [] }
        switch result {
        case .failure(let error): return [.write(.failure(id: id, code: error.code))]
        case .success(let payload):
            let fits = JSONValue.object(payload).text.count <= RelayLimits.message
            return [.write(fits ? .reply(id: id, payload: payload) : .failure(id: id, code: .payloadTooLarge))]
        }
    }

    private var unusable: RelayError? {
        switch activation {
        case .activated: nil
        case .inactive: RelayError(.sessionInactive)
        case .notActivated: RelayError(.notActivated)
        }
    }
}

extension RelaySessionStateMachine {
    mutating func connected() -> [Action] { activation == .activated ? [.write(.hello(role))] : [.disconnect] }

    /// The connection ended or could not be made.
    mutating func disconnected(now: Instant) -> [Action] {
        let wasUp = link == .up
        link = .down
        unanswered = []
        if wasUp { patience = .milliseconds(50) }
        isContextUnsent = isContextUnsent || !applicationContext.isEmpty
        var actions = sent.sorted { $0.key < $1.key }.map { id, message in
            message.wantsReply ? Action.complete(id: id, .failure(RelayError(.messageReplyFailed))) : .forget(id: id)
        }
        sent = [:]
        if activation == .activated {
            retryAt = now.advanced(by: patience)
            patience = min(patience * 2, .seconds(2))
        }
        actions += setReachable(false)
        return actions
    }

    mutating func received(_ packet: RelayPacket) -> [Action] {
        switch packet {
        case .welcome(let isReachable, let context):
            link = .up
            patience = .milliseconds(50)
            var actions = setReachable(isReachable)
            if let context { actions += receive(context) }
            if isContextUnsent {
                isContextUnsent = false
                actions.append(.write(.context(applicationContext)))
            }
            return actions
        case .reachability(let isReachable): return setReachable(isReachable)
        case .message(let id, let wantsReply, let payload):
            guard wantsReply else { return [.notify(.message(payload))] }
            unanswered.insert(id)
            return [.notify(.messageWithReply(id: id, payload))]
        case .reply(let id, let payload): return complete(id, .success(payload))
        case .failure(let id?, let code): return complete(id, .failure(RelayError(code)))
        case .failure(nil, .sessionInactive):
            activation = .inactive
            retryAt = nil
            return [.notify(.becameInactive), .disconnect]
        case .failure(nil, _), .hello: return [.disconnect]
        case .context(let context): return receive(context)
        }
    }

    /// Time passed.
    mutating func advance(to now: Instant) -> [Action] {
        let late = sent.filter { $0.value.deadline <= now }.sorted { $0.key < $1.key }
        for message in late { sent[message.key] = nil }
        var actions = late.map { id, message in
            message.wantsReply ? Action.complete(id: id, .failure(RelayError(.messageReplyTimedOut))) : .forget(id: id)
        }
        if let retryAt, retryAt <= now, activation == .activated {
            self.retryAt = nil
            link = .connecting
            actions.append(.connect)
        }
        return actions
    }

    private mutating func complete(_ id: Int, _ result: Result<Payload, RelayError>) -> [Action] {
        guard sent.removeValue(forKey: id) != nil else { return [] }  // too late, or a second one
        return [.complete(id: id, result)]
    }

    private mutating func setReachable(_ new: Bool) -> [Action] {
        guard new != isReachable else { return [] }
        isReachable = new
        return [.notify(.reachabilityChanged)]
    }

    private mutating func receive(_ context: Payload) -> [Action] {
        guard context != receivedApplicationContext else { return [] }
        receivedApplicationContext = context
        return [.notify(.context(context))]
    }
}
