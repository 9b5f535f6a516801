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
    /// Events that wait for a browser; of interactive ones the oldest go.
    static let limit = 2048

    private struct State {
        var events: [Event] = []
        var next = 1
        /// Marks of user infos by the number of their event.
        var marks: [Int: RelaySession.ReceivedMark] = [:]
        var replies: [Int: @Sendable (RelayPayload) -> Void] = [:]
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
    package func setForeground(_ isForeground: Bool) { session.isForeground = isForeground }

    /// What has come after an event, at once or as soon as there is something; everything up to that event is known
    /// to have been handled by the page.
    package func events(after number: Int, within patience: Duration) async -> [Event] {
        let wakeup = Promise<Bool>()
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
            _ = await wakeup.holds(within: patience)
            state.withLock { $0.waiting[ticket] = nil }
        }
        return state.withLock { state in
            state.lastAsked = .now
            return Array(state.events.prefix(256))
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
        reply: (@Sendable (RelayPayload) -> Void)? = nil
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
        add("message", ["payload": Self.json(message)])
    }

    /// Queues the message; the page replies with the event's number.
    package func session(
        _ session: RelaySession, didReceiveMessage message: RelayPayload,
        replyHandler: @escaping @Sendable (RelayPayload) -> Void
    ) { add("message", ["payload": Self.json(message)], reply: replyHandler) }

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
