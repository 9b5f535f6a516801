import Glibc
import Relay
import Runtime
import Synchronization

/// Turns the delegate calls of a session into a stream, which keeps only the newest events of a long backlog.
final class RelayEvents: RelaySessionDelegate {
    struct End: Sendable { var error: RelayError? }

    private let events: AsyncStream<RelayEvent>.Continuation
    private let reply: RelayPayload?
    private let inbox: String?
    private let ends = Mutex<[String: End]>([:])

    private init(_ events: AsyncStream<RelayEvent>.Continuation, reply: RelayPayload?, inbox: String?) {
        (self.events, self.reply, self.inbox) = (events, reply, inbox)
    }

    /// The stream of events and the delegate that feeds it.
    static func make(reply: RelayPayload?, inbox: String?) -> (AsyncStream<RelayEvent>, RelayEvents) {
        let (stream, continuation) = AsyncStream.makeStream(
            of: RelayEvent.self, bufferingPolicy: .bufferingNewest(100_000))
        return (stream, RelayEvents(continuation, reply: reply, inbox: inbox))
    }

    func tell(_ event: RelayEvent) { events.yield(event) }

    /// Ends the stream after what was told.
    func end() { events.finish() }

    /// How a transfer ended; nil when it has not after a while.
    func end(of id: String, within patience: Duration) async -> End? {
        let deadline = ContinuousClock.now.advanced(by: patience)
        while deadline > .now {
            if let end = ends.withLock({ $0[id] }) { return end }
            do { try await Task.sleep(for: .milliseconds(10)) } catch { return nil }
        }
        return nil
    }

    /// Ticks each second and asks for variability now and then, until the task is cancelled.
    func ask(_ session: RelaySession, every interval: Duration?) async {
        var next = ContinuousClock.now
        while !Task.isCancelled {
            events.yield(.tick)
            if let interval, next <= .now, session.isReachable {
                next = .now.advanced(by: interval)
                do throws(RelayError) {
                    events.yield(.reply(try await session.sendMessage(["request": "hrv"], timeout: .seconds(5))))
                } catch { events.yield(.error(error)) }
            }
            try? await Task.sleep(for: .seconds(1))
        }
    }

    func session(
        _ session: RelaySession, activationDidCompleteWith activationState: RelaySession.ActivationState,
        error: RelayError?
    ) {
        events.yield(error.map { .error($0) } ?? .activated(session.receivedApplicationContext))
        if error == nil, !session.isReachable { events.yield(.reachability(false)) }
    }
    func sessionDidBecomeInactive(_ session: RelaySession) { events.yield(.inactive) }
    func sessionDidDeactivate(_ session: RelaySession) { session.activate() }
    func sessionReachabilityDidChange(_ session: RelaySession) { events.yield(.reachability(session.isReachable)) }
    func session(_ session: RelaySession, didReceiveMessage message: RelayPayload) { events.yield(.message(message)) }
    func session(
        _ session: RelaySession, didReceiveMessage message: RelayPayload,
        replyHandler: @escaping @Sendable (RelayPayload) -> Void
    ) {
        events.yield(.message(message))
        let isQuestion = message["request"] != nil
        replyHandler(reply ?? (isQuestion ? ["reason": "This program measures nothing."] : ["ok": true]))
    }
    func session(_ session: RelaySession, didReceiveApplicationContext context: RelayPayload) {
        events.yield(.context(context))
    }
    func session(_ session: RelaySession, didReceiveUserInfo userInfo: RelayPayload) {
        events.yield(.userInfo(userInfo))
    }
    func session(_ session: RelaySession, didFinish transfer: RelayUserInfoTransfer, error: RelayError?) {
        finish(transfer.id, error)
    }
    func session(_ session: RelaySession, didFinish transfer: RelayFileTransfer, error: RelayError?) {
        finish(transfer.id, error)
    }
    func session(_ session: RelaySession, didReceive file: RelayFile) {
        guard let inbox else { return }
        mkdir(inbox, 0o700)
        let name = String(file.name.map { $0 == "/" || $0 == "\0" ? "_" : $0 })
        var path = "\(inbox)/\(name == ".." || name == "." ? "file" : name)"
        var number = 1
        while access(path, F_OK) == 0 {
            path = "\(inbox)/\(number)-\(name)"
            number += 1
        }
        guard rename(file.path, path) == 0 else {
            let error = SystemError(errno, "rename", path)
            return Output.note("nightjar: \(name) cannot be put into \(inbox): \(error.reason).")
        }
        events.yield(.file(path: path, name: file.name, file.metadata ?? [:]))
    }

    private func finish(_ id: String, _ error: RelayError?) {
        ends.withLock { $0[id] = End(error: error) }
        events.yield(.finished(id: id, error))
    }
}

/// An error that a handler is told of while somebody waits for something else.
final class RelayFailure: Sendable {
    private let error = Mutex<RelayError?>(nil)
    func set(_ new: RelayError) { error.withLock { $0 = new } }
    func check() throws(RelayError) {
        if let error = error.withLock({ $0 }) { throw error }
    }
}
