package import Runtime
package import Signals
import Synchronization
package import USB

/// A talk with a recorder over a serial line: ``AxivityLine`` with the line and a clock.
package final class AxivityConversation: Sendable {
    /// An answer with the instants between which the recorder gave it.
    package struct Answer<Reply: Sendable>: Sendable {
        /// The decoded reply.
        package var reply: Reply
        /// The host's time just before the request.
        package var sent: Instant
        /// The host's time when the reply had arrived.
        package var received: Instant
    }

    private typealias Raw = (lines: [String], sent: Instant, received: Instant)
    private struct State {
        var line = AxivityLine()
        var waiting: [Int: CheckedContinuation<Raw, any Error>] = [:]
        var sent: [Int: Instant] = [:]
        var hear: (@Sendable (AxivityMotion, Instant) -> Void)?
        var onEnd: (@Sendable (String) -> Void)?
        var hasEnded = false
    }

    /// The serial line that is used.
    package let line: any SerialLine
    private let clock: any HostClock
    private let state = Mutex(State())

    /// A conversation over a line that is not open yet.
    package init(line: any SerialLine, clock: any HostClock = WallClock()) {
        self.line = line
        self.clock = clock
    }

    deinit { line.close() }

    /// Opens the line.
    /// - Throws: `Failure` when it may not be opened or somebody else has it.
    package func open() throws {
        try line.open { [weak self] event in self?.heard(event) }
    }

    /// Ends the conversation; requests under way fail.
    package func close() {
        line.close()
        end("the line was closed")
    }

    /// Asks who the recorder is, twice if need be: one that was just plugged in may still be busy.
    /// - Throws: as ``ask(_:)``.
    package func identify() async throws -> AxivityIdentity {
        do {
            return try await ask(.identity).reply
        } catch let failure as Failure {
            switch failure.cause as? AxivityLineError {
            case .silent, .refused: return try await ask(.identity).reply
            default: throw failure
            }
        }
    }

    /// Ends the stream, so that the recorder does not go on sending, and the conversation. Also works in a cancelled
    /// task.
    package func hangUp() async {
        let line = line
        _ = await Task { try await line.write([0x0D, 0x0A]) }.result
        close()
    }

    /// Asks, and gives the answer with its instants.
    /// - Throws: `Failure` when the recorder refuses, is silent or gone, or answers something that cannot be read;
    ///   `CancellationError`.
    package func ask<Reply>(_ command: AxivityCommand<Reply>) async throws -> Answer<Reply> {
        let raw = try await send(command.request)
        do {
            return Answer(reply: try command.read(raw.lines), sent: raw.sent, received: raw.received)
        } catch {
            throw Failure(
                .failed, "The recorder answered “\(raw.lines.last ?? "")” to \(command.request.text): \(error).",
                cause: error)
        }
    }

    /// Starts the stream of readings. `hear` is called on the line's thread, `ended` once when the line is gone.
    package func stream(
        _ hear: @escaping @Sendable (AxivityMotion, Instant) -> Void, ended: @escaping @Sendable (String) -> Void
    ) async throws {
        state.withLock { ($0.hear, $0.onEnd) = (hear, ended) }
        _ = try await ask(.stream)
    }

    private func send(_ request: AxivityRequest) async throws -> Raw {
        try Task.checkCancellation()
        return try await withCheckedThrowingContinuation { continuation in
            let actions = state.withLock { state -> [AxivityLine.Action]? in
                guard !state.hasEnded else { return nil }
                state.waiting[state.line.submit(request)] = continuation
                return state.line.takeActions()
            }
            guard let actions else {
                return continuation.resume(throwing: Failure(.failed, "The line to the recorder has ended."))
            }
            perform(actions)
        }
    }

    private func heard(_ event: SerialEvent) {
        switch event {
        case .bytes(let bytes):
            let now = clock.now
            let actions = state.withLock { state in
                state.line.receive(bytes)
                return state.line.takeActions()
            }
            perform(actions, received: now)
        case .closed(let reason): end(reason ?? "the line was closed")
        }
    }

    private func end(_ reason: String) {
        let (actions, onEnd) = state.withLock { state -> ([AxivityLine.Action], (@Sendable (String) -> Void)?) in
            state.line.end(reason: reason)
            defer { (state.hasEnded, state.onEnd, state.hear) = (true, nil, nil) }
            return (state.line.takeActions(), state.onEnd)
        }
        perform(actions)
        onEnd?(reason)
    }

    private func perform(_ actions: [AxivityLine.Action], received: Instant? = nil) {
        for action in actions {
            switch action {
            case .send(let bytes, let ticket, let seconds):
                state.withLock { $0.sent[ticket] = clock.now }
                Task { [weak self] in await self?.transmit(bytes, ticket, seconds) }
            case .reply(let lines, let ticket):
                let now = received ?? clock.now
                let (waiter, sent) = take(ticket)
                waiter?.resume(returning: (lines, sent ?? now, now))
            case .fail(let error, let ticket): take(ticket).0?.resume(throwing: Self.failure(error))
            case .motion(let motion):
                state.withLock { $0.hear }?(motion, received ?? clock.now)
            case .rest(let seconds):
                Task { [weak self, clock] in
                    try? await clock.wait(seconds: seconds)
                    self?.step { $0.rested() }
                }
            }
        }
    }

    private func transmit(_ bytes: [UInt8], _ ticket: Int, _ seconds: Double) async {
        do {
            try await line.write(bytes)
        } catch {
            return end("\(error)")
        }
        guard state.withLock({ $0.waiting[ticket] != nil }) else { return }
        try? await clock.wait(seconds: seconds)
        step { $0.expire(ticket) }
    }

    private func step(_ body: (inout AxivityLine) -> Void) {
        let actions = state.withLock { state in
            body(&state.line)
            return state.line.takeActions()
        }
        perform(actions)
    }

    private func take(_ ticket: Int) -> (CheckedContinuation<Raw, any Error>?, Instant?) {
        state.withLock { ($0.waiting.removeValue(forKey: ticket), $0.sent.removeValue(forKey: ticket)) }
    }

    private static func failure(_ error: AxivityLineError) -> Failure {
        switch error {
        case .silent(let seconds):
            Failure(
                .failed,
                "The recorder did not answer within \(seconds) s. Unplug it, wait for a moment and plug it in again.",
                cause: error)
        case .refused(let reason) where reason.hasPrefix("Locked"):
            Failure(
                .notPermitted,
                "The recorder is locked. `nightjar axivity unlock` takes the code of whoever locked it.", cause: error)
        case .refused(let reason): Failure(.failed, "The recorder refuses: \(reason)", cause: error)
        case .ended(let reason): Failure(.failed, "The line to the recorder has ended: \(reason)", cause: error)
        case .notConfirmed(let number, let recorder):
            Failure(
                .notPermitted,
                "Recorder \(number) was confirmed and \(recorder.map { "\($0) is" } ?? "none is known to be") on the line: "
                    + "nothing was sent.", cause: error)
        }
    }
}
