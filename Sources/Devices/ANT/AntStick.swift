import Runtime
import Signals
import Synchronization
import USB

/// One receiver from opening its line to its end: makes it listen and passes on who is heard.
final class AntStick: Sendable {
    /// Seconds between two looks at the clock.
    private static let look = 0.5

    /// Whether the receiver got as far as listening.
    var hasListened: Bool { listened.load(ordering: .relaxed) }

    /// Whether its line could be opened.
    var wasOpened: Bool { opened.load(ordering: .relaxed) }
    /// Whether anything came from it.
    var hasAnswered: Bool { answered.load(ordering: .relaxed) }

    private let listened = Atomic(false)
    private let opened = Atomic(false)
    private let answered = Atomic(false)
    private let line: any SerialLine
    private let clock: any HostClock
    private let receiver: Mutex<AntReceiver>
    private let end = Mutex<String?>(nil)
    private let outbox: AsyncStream<[UInt8]>
    private let mailbox: AsyncStream<[UInt8]>.Continuation
    private let take: @Sendable (AntReceiver.Action, Instant) -> Void

    /// A receiver that is not open yet.
    /// - Parameters:
    ///   - line: the way to it.
    ///   - key: the network key.
    ///   - clock: what is waited on.
    ///   - take: takes what it tells, with the time, on the line's thread.
    init(
        _ line: any SerialLine, key: [UInt8], clock: any HostClock,
        take: @escaping @Sendable (AntReceiver.Action, Instant) -> Void
    ) {
        self.line = line
        self.clock = clock
        self.take = take
        receiver = Mutex(AntReceiver(key: key))
        (outbox, mailbox) = AsyncStream.makeStream()
    }

    /// Listens until it cannot, or the task is cancelled.
    /// - Throws: `Failure` why it cannot; `CancellationError`.
    func run() async throws {
        try line.open { [weak self] event in self?.hear(event) }
        opened.store(true, ordering: .relaxed)
        act(at: clock.now) { $0.begin(at: $1) }
        let ticking = Task { [weak self, clock] in
            while !Task.isCancelled {
                try await clock.wait(seconds: Self.look)
                self?.act(at: clock.now) { $0.check(at: $1) }
            }
        }
        await withTaskCancellationHandler {
            for await bytes in outbox {
                do {
                    try await line.write(bytes)
                } catch {
                    finish((error as? Failure)?.message ?? "\(error)")
                }
            }
        } onCancel: {
            mailbox.finish()
        }
        ticking.cancel()
        await leave()
        throw end.withLock { $0 }.map { Failure(.failed, $0) as any Error } ?? CancellationError()
    }

    private func hear(_ event: SerialEvent) {
        switch event {
        case .bytes(let bytes):
            answered.store(true, ordering: .relaxed)
            act(at: clock.now) { $0.take(bytes, at: $1) }
        case .closed(let reason): finish(reason ?? "The line to the ANT+ stick was closed.")
        }
    }

    private func act(at now: Instant, _ body: (inout AntReceiver, Instant) -> [AntReceiver.Action]) {
        for action in receiver.withLock({ body(&$0, now) }) {
            switch action {
            case .send(let bytes): mailbox.yield(bytes)
            case .failed(let reason): finish(reason)
            case .listening:
                listened.store(true, ordering: .relaxed)
                take(action, now)
            case .heard: take(action, now)
            }
        }
    }

    private func finish(_ reason: String) {
        end.withLock { $0 = $0 ?? reason }
        mailbox.finish()
    }

    /// Quiets the radio where it is still there, and closes the line.
    private func leave() async {
        let (line, clock) = (line, clock)
        await Task {
            try? await within(1, of: clock, "") { try await line.write(AntMessage.reset.bytes) }
            line.close()
        }.value
    }
}
