package import Documents
import Glibc
package import Relay
import Runtime
import Synchronization

/// A watch in a browser, which asks for what has come instead of being told.
package final class BrowserWatch: RelaySessionDelegate {
    /// An event for the page.
    package struct Event: Sendable {
        /// Its number, for ``BrowserWatch/events(after:within:)``.
        package var number: Int
        /// `context`, `message`, `userinfo`, `file`, `reachability`, `finished`.
        package var kind: String
        /// The event's data.
        package var members: [String: JSONValue]
    }

    /// How long a browser may be silent before it counts as closed.
    static let patience = Duration.seconds(40)
    /// How long a question waits for something to come, and how long after it the next one may be late: a browser that was
    /// stopped or left its network is out of reach for messages then.
    static let questionTime = Duration.seconds(10)
    static let lateness = Duration.seconds(5)
    /// Events that wait for a browser; of interactive ones the oldest go.
    static let limit = 2048

    private struct State {
        var events: [Event] = []
        var next = 1
        /// Marks of user infos by the number of their event.
        var marks: [Int: RelaySession.ReceivedMark] = [:]
        var replies: [Int: @Sendable (RelayPayload) -> Void] = [:]
        /// Messages that no question has fetched, by the number of their event.
        var unfetched: [Int: (message: Int, until: Double)] = [:]
        /// Whether the page says that it is visible, and whether it has gone quiet.
        var isVisible = true
        var isQuiet = false
        var lastAsked = ContinuousClock.now
        var waiting: [Int: Promise<Bool>] = [:]
        var nextWaiting = 0
        var isRefused = false
    }

    /// The watch's session on the link.
    package let session: RelaySession
    private let token: String
    private let inbox: String
    private let state = Mutex(State())

    init(path: String, watch: String, token: String) throws {
        self.token = token
        inbox = (path.hasSuffix(".sock") ? String(path.dropLast(5)) : path) + "/received"
        session = try RelaySession(
            role: .watch, path: path, watch: watch, token: token, acknowledgesItself: false, isForeground: true)
        session.delegate = self
        session.activate()
        Task { [weak self] in
            while self?.tick() != nil { try await Task.sleep(for: .seconds(1)) }
        }
    }

    /// Removes the files that browsers received over a hub.
    static func removeInbox(of path: String) {
        RelayHub.remove("received", beside: path)
    }

    func hasToken(_ other: String) -> Bool {
        let (a, b) = (Array(token.utf8), Array(other.utf8))
        return a.count == b.count && zip(a, b).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
    }

    var isRefused: Bool { state.withLock { $0.isRefused } }

    /// Whether the browser has been silent for so long that its watch has gone.
    var isForgotten: Bool {
        let isLate = state.withLock { $0.waiting.isEmpty && $0.lastAsked.advanced(by: Self.patience) < .now }
        if isLate { end() }
        return isLate
    }

    func end() { session.invalidate() }

    /// Sets whether the page is visible.
    package func setForeground(_ isForeground: Bool) {
        state.withLock { $0.isVisible = isForeground }
        session.isForeground = isForeground
    }

    /// Gives back messages that no question has fetched in time, and puts a browser out of reach that asks no more.
    func tick() {
        let uptime = WallClock().elapsed / .seconds(1)
        let (late, isGone) = state.withLock { state in
            for number in state.unfetched.filter({ $0.value.until <= uptime }).keys {
                state.replies[number] = nil
                state.events.removeAll { $0.number == number }
            }
            // A sender that gave up by itself says so first.
            let late = state.unfetched.filter { $0.value.until + 1 <= uptime }
            for number in late.keys { state.unfetched[number] = nil }
            let isGone =
                !state.isQuiet && state.waiting.isEmpty && state.lastAsked.advanced(by: Self.lateness) < .now
            if isGone { state.isQuiet = true }
            return (late.values.map(\.message), isGone)
        }
        for message in late { session.giveBackMessage(message) }
        if isGone { session.isForeground = false }
    }

    /// What has come after an event, at once or as soon as there is something; everything up to that event is known
    /// to have been handled by the page.
    package func events(after number: Int, within patience: Duration) async -> [Event] {
        let wakeup = Promise<Bool>()
        tick()
        let isBack = state.withLock { state in
            defer { state.isQuiet = false }
            return state.isQuiet && state.isVisible
        }
        if isBack { session.isForeground = true }
        let ticket = state.withLock { state -> Int? in
            state.lastAsked = .now
            let handled = state.marks.filter { $0.key <= number }
            for key in handled.keys { state.marks[key] = nil }
            if let last = handled.max(by: { $0.key < $1.key })?.value { session.acknowledge(last) }
            state.events.removeAll { $0.number <= number }
            guard state.events.isEmpty else { return nil }
            state.nextWaiting += 1
            state.waiting[state.nextWaiting] = wakeup
            return state.nextWaiting
        }
        if let ticket {
            _ = await wakeup.holds(within: min(patience, Self.questionTime))
            state.withLock { $0.waiting[ticket] = nil }
        }
        // Over while the question waited.
        tick()
        return state.withLock { state in
            state.lastAsked = .now
            let events = Array(state.events.prefix(256))
            for event in events { state.unfetched[event.number] = nil }
            return events
        }
    }

    /// Answers a message that wants a reply; false when it is not there any more.
    package func reply(to number: Int, _ payload: RelayPayload) -> Bool {
        guard let reply = state.withLock({ $0.replies.removeValue(forKey: number) }) else { return false }
        reply(payload)
        return true
    }

    /// Whether a question waits for something to come.
    var isAwaited: Bool { state.withLock { !$0.waiting.isEmpty } }

    /// Answers all questions that wait, with what there is.
    func wakeAll() {
        let waiting = state.withLock { state in
            defer { state.waiting = [:] }
            return state.waiting.values
        }
        for wakeup in waiting { wakeup.keep(true) }
    }

    private func add(
        _ kind: String, _ members: [String: JSONValue], mark: RelaySession.ReceivedMark? = nil,
        message: (number: Int, until: Double?)? = nil, reply: (@Sendable (RelayPayload) -> Void)? = nil
    ) {
        let waiting = state.withLock { state in
            let number = state.next
            state.next += 1
            var members = members
            if let reply {
                members["reply"] = .number(Double(number))
                state.replies[number] = reply
                if let oldest = state.replies.keys.min(), state.replies.count > 64 { state.replies[oldest] = nil }
            }
            if let mark {
                members["seq"] = .number(Double(mark.sequence))
                state.marks[number] = mark
            }
            if let message, let until = message.until { state.unfetched[number] = (message.number, until) }
            state.events.append(Event(number: number, kind: kind, members: members))
            // User infos stay: the hub sends only so many before they are acknowledged.
            if state.events.count > Self.limit,
                let index = state.events.firstIndex(where: { state.marks[$0.number] == nil })
            {
                state.events.remove(at: index)
            }
            defer { state.waiting = [:] }
            return state.waiting.values
        }
        for wakeup in waiting { wakeup.keep(true) }
    }
}

extension BrowserWatch {
    private static func json(_ payload: RelayPayload) -> JSONValue { .object(payload.mapValues(\.json)) }

    /// Takes note of a refused token.
    package func session(
        _ session: RelaySession, activationDidCompleteWith activationState: RelaySession.ActivationState,
        error: RelayError?
    ) {
        if error != nil { state.withLock { $0.isRefused = true } }
        add("reachability", ["reachable": .bool(session.isReachable)])
    }

    /// Queues an event `reachability`.
    package func sessionReachabilityDidChange(_ session: RelaySession) {
        add("reachability", ["reachable": .bool(session.isReachable)])
    }

    /// Queues an event `message`.
    package func session(_ session: RelaySession, didReceiveMessage message: RelayPayload) {
        add("message", ["payload": Self.json(message)], message: session.currentMessage)
    }

    /// Queues the message; the page replies with the event's number.
    package func session(
        _ session: RelaySession, didReceiveMessage message: RelayPayload,
        replyHandler: @escaping @Sendable (RelayPayload) -> Void
    ) {
        add("message", ["payload": Self.json(message)], message: session.currentMessage, reply: replyHandler)
    }

    /// Queues an event `context`.
    package func session(_ session: RelaySession, didReceiveApplicationContext context: RelayPayload) {
        add("context", ["payload": Self.json(context)])
    }

    /// Queues the user info until the page has handled it.
    package func session(
        _ session: RelaySession, didReceiveUserInfo userInfo: RelayPayload, mark: RelaySession.ReceivedMark
    ) { add("userinfo", ["payload": Self.json(userInfo)], mark: mark) }

    /// Queues what the face is to show; the next one takes its place, so nothing waits for the page.
    package func session(_ session: RelaySession, didReceiveUserInfo userInfo: RelayPayload) {
        add("userinfo", ["payload": Self.json(userInfo)])
    }

    /// Puts the file beside the queues and queues where it is.
    package func session(_ session: RelaySession, didReceive file: RelayFile) {
        mkdir(inbox, 0o700)
        let path = "\(inbox)/\(file.mark?.sequence ?? 0)-\(String(file.name.map { $0 == "/" ? "_" : $0 }))"
        rename(file.path, path)
        add(
            "file",
            ["name": .string(file.name), "path": .string(path), "payload": Self.json(file.metadata ?? [:])],
            mark: file.mark)
    }

    /// Queues an event `finished`.
    package func session(_ session: RelaySession, didFinish transfer: RelayUserInfoTransfer, error: RelayError?) {
        add(
            "finished",
            ["id": .string(transfer.id), "code": error.map { .number(Double($0.code.rawValue)) } ?? .null])
    }
}
