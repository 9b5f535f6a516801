import Documents
import Runtime

/// What one side's session does with calls, packets and time; pure, so that every order of events can be tested
/// without a socket or a clock.
struct RelaySessionStateMachine {
    typealias Instant = ContinuousClock.Instant

    enum Link { case down, connecting, up }

    struct Sent {
        var deadline: Instant
        var wantsReply: Bool
    }

    var hello: RelayHello
    /// Whether the hub was told last that the program is in front.
    var saidForeground = true
    let replyTimeout: Duration
    var activation = RelaySession.ActivationState.notActivated
    /// Whether the program wants the session to be active.
    var wantsActivation = false
    var isSupported = true
    var status = RelayStatus()
    var applicationContext: [UInt8]?
    var receivedApplicationContext: [UInt8]?
    var link = Link.down
    var isContextUnsent = false
    /// Contexts that were sent and are not on the hub's disk yet.
    var contextsUnderWay = 0
    /// Whether what this side has set is newer than what the hub has.
    var isContextNewer = false
    private var nextID = 1
    var sent: [Int: Sent] = [:]
    var unanswered: [Int: Bool] = [:]
    /// Transfers that the hub has not confirmed, in order.
    var unstored: [(id: String, packet: RelayPacket?)] = []
    /// The ids of ``unstored``.
    var unconfirmed: Set<String> = []
    /// The ids of this session's transfers that have not ended, and those of earlier sessions whose end was told: a hub that
    /// was killed may say again how a transfer ended.
    var open: Set<String> = []
    private var endsTold = RecentIDs(limit: 65_536)
    var unstoredBytes = 0
    var retryAt: Instant?
    var patience = Duration.milliseconds(50)
    /// What has arrived, and what of it the delegate has had.
    var arrived = 0
    var handled = 0
    var acknowledged = 0
    var waiting = 0
    var contextArrived = 0
    var contextHandled = 0
    var toNote: [String] = []
    /// Complications that came over this link or the last, the newest last, and those that the delegate has had.
    var complications: [String] = []
    var toHandle: [String] = []
    /// Messages and complications that have come and that the delegate has not had.
    var untold = 0
    /// The watch that this side was welcomed for last.
    var wornWatch: String?
    /// The pairing whose numbers ``handled`` and the like are, and what was handled of each pairing in this journal.
    var pairing: String?
    var marks: [String: Int] = [:]
    /// Contexts that came from watches that are not worn now, by their pairings.
    var knownContexts: [String: [UInt8]] = [:]
    /// On a phone: inactive until the watch before has said what it has still to say.
    var isChangingWatches = false
    /// Contexts and waiting transfers that come with the welcome, and what the delegate is told once they are here.
    var awaited = 0
    var held: [Action] = []

    var role: RelayRole { hello.role }

    /// - Parameter received: what the program has kept of earlier runs, the newest last.
    init(hello: RelayHello, received: [RelaySession.ReceivedMark] = [], replyTimeout: Duration) {
        self.hello = hello
        self.replyTimeout = replyTimeout
        status.journal = received.last?.journal
        pairing = received.last?.pairing
        for mark in received where mark.journal == status.journal { marks[mark.pairing] = mark.sequence }
        handled = received.last?.sequence ?? 0
        arrived = handled
        acknowledged = handled
    }

    /// When time must be told next; nil when nothing waits for it.
    var nextDeadline: Instant? {
        let first = sent.values.lazy.map(\.deadline).min()
        guard let first, let retryAt else { return first ?? retryAt }
        return min(first, retryAt)
    }

    var isReachable: Bool { activation == .activated && link == .up && status.isReachable }

    var hasContentPending: Bool {
        untold > 0 || handled < max(waiting, arrived) || contextHandled < contextArrived
    }

    mutating func activate() -> [Action] {
        guard activation != .activated else { return [] }
        wantsActivation = true
        switch link {
        case .up: return isChangingWatches ? [] : [.write(.activate)]
        case .connecting: return []
        case .down:
            retryAt = nil
            link = .connecting
            return [.connect]
        }
    }

    /// Why nothing can be sent, in the order in which it is looked at; the delegate is the storage's to check.
    func standingError(hasDelegate: Bool) -> RelayError? {
        if !isSupported { return RelayError(.sessionNotSupported) }
        if !hasDelegate { return RelayError(.missingDelegate) }
        switch activation {
        case .activated: break
        case .inactive: return RelayError(.sessionInactive)
        case .notActivated: return RelayError(.notActivated)
        }
        guard status.isPaired else { return RelayError(.deviceNotPaired) }
        if hello.isWatchOnly { return RelayError(.watchOnlyApp) }
        guard !status.isInstalled else { return nil }
        return RelayError(role == .phone ? .watchAppNotInstalled : .companionAppNotInstalled)
    }

    mutating func send(
        _ payload: [UInt8], wantsReply: Bool, isData: Bool, timeout: Duration? = nil, now: Instant, uptime: Double
    ) -> Result<(Int, [Action]), RelayError> {
        guard isReachable else { return .failure(RelayError(.notReachable)) }
        let id = nextID
        nextID += 1
        let timeout = timeout ?? replyTimeout
        sent[id] = Sent(deadline: now.advanced(by: timeout), wantsReply: wantsReply)
        let message = RelayPacket.message(
            id: id, wantsReply: wantsReply, isData: isData, until: wantsReply ? uptime + timeout / .seconds(1) : nil,
            payload: payload)
        return .success((id, [.write(message)]))
    }

    mutating func ask(_ question: JSONValue, now: Instant) -> Result<(Int, [Action]), RelayError> {
        guard link == .up else { return .failure(RelayError(.notActivated)) }
        let id = nextID
        nextID += 1
        sent[id] = Sent(deadline: now.advanced(by: replyTimeout), wantsReply: true)
        return .success((id, [.write(.query(id: id, question))]))
    }

    mutating func updateApplicationContext(_ context: [UInt8]) -> [Action] {
        guard context != applicationContext else { return [] }
        applicationContext = context
        isContextUnsent = link != .up
        return link == .up ? [write(context)] : []
    }

    mutating func write(_ context: [UInt8]) -> Action {
        contextsUnderWay += 1
        return .write(.context(sequence: 0, isOwn: false, isSeen: false, payload: context))
    }

    /// Queues a user info, or without a packet a file.
    mutating func transfer(_ id: String, _ packet: RelayPacket?, bytes: Int) -> RelayError? {
        guard unstored.count < RelayLimits.waitingTransfers, unstoredBytes + bytes <= RelayLimits.waitingBytes else {
            return RelayError(.insufficientSpace)
        }
        unstored.append((id, packet))
        unconfirmed.insert(id)
        open.insert(id)
        unstoredBytes += bytes
        return nil
    }

    /// Whether something for the watch's face may go first today, as far as is known here; the hub's word on what is left
    /// follows.
    mutating func takeComplication() -> Bool {
        guard let left = status.complications, left > 0 else { return false }
        status.complications = left - 1
        return true
    }

    /// A transfer has ended; says whether that is news.
    mutating func ends(_ id: String) -> Bool {
        id.hasPrefix("\(hello.session)-") ? open.remove(id) != nil : endsTold.insert(id)
    }

    /// What a queued transfer sends at once.
    func start(_ id: String, _ packet: RelayPacket?) -> [Action] {
        guard link == .up else { return [] }
        return [packet.map { .write($0) } ?? .upload(id: id)]
    }

    /// Answers a message; only the first answer counts.
    mutating func reply(to number: Int, _ result: Result<[UInt8], RelayError>) -> [Action] {
        guard unanswered.removeValue(forKey: number) != nil, link == .up else { return [] }
        switch result {
        case .failure(let error): return [.write(.failure(id: number, code: error.code))]
        case .success(let payload): return [.write(.reply(id: number, payload: payload))]
        }
    }

    mutating func setForeground(_ isForeground: Bool) -> [Action] {
        guard hello.isForeground != isForeground else { return [] }
        hello.isForeground = isForeground
        // What changes between the greeting and its answer is said with the answer.
        return link == .up ? sayForeground() : []
    }

    /// Tells the hub whether the program is in front, where that is not what it was told.
    mutating func sayForeground() -> [Action] {
        guard hello.isForeground != saidForeground else { return [] }
        saidForeground = hello.isForeground
        return [.write(.presence(saidForeground))]
    }

    mutating func cancel(_ id: String) -> [Action] {
        guard link == .up else {
            guard let index = unstored.firstIndex(where: { $0.id == id }) else { return [] }
            unstored.remove(at: index)
            unconfirmed.remove(id)
            guard ends(id) else { return [] }
            let record = RelayTransferRecord(id: id, isFile: false, size: 0, created: 0, payload: [])
            return [.notify(.ended(record, RelayError(.generic)))]
        }
        return [.write(.cancel(id: id))]
    }
}
