import Glibc
import Runtime
import Synchronization

/// Performs a session's actions: the socket, the handlers and the delegate.
final class RelaySessionStorage: Sendable {
    typealias Payload = [String: JSONValue]

    struct Handlers: Sendable {
        var reply: (@Sendable (Payload) -> Void)?
        var failure: (@Sendable (RelayError) -> Void)?
    }

    struct State: Sendable {
        var machine: RelaySessionStateMachine
        weak var delegate: (any RelaySessionDelegate)?
        weak var session: RelaySession?
        /// Handlers of sent messages.
        var handlers: [Int: Handlers] = [:]
        /// What the session's thread has to do, in order.
        var todo: [Work] = []
        var isStopped = false
    }

    enum Work: Sendable {
        case action(RelaySessionStateMachine.Action)
        case fail(@Sendable (RelayError) -> Void, RelayError)
    }

    let state: Mutex<State>
    let path: String
    let waker: Waker
    private let thread = Mutex<LoopThread?>(nil)

    init(role: RelayRole, path: String, replyTimeout: Duration) throws {
        self.path = path
        waker = try Waker()
        state = Mutex(State(machine: RelaySessionStateMachine(role: role, replyTimeout: replyTimeout)))
    }

    func start(for session: RelaySession) throws {
        state.withLock { $0.session = session }
        let started = try LoopThread { RelaySessionLoop(self).run() }
        thread.withLock { $0 = started }
    }

    /// Changes the machine and lets the thread do what follows.
    func change(_ body: @Sendable (inout RelaySessionStateMachine) -> [RelaySessionStateMachine.Action]) {
        state.withLock { state in state.todo += body(&state.machine).map(Work.action) }
        waker.wake()
    }

    func send(
        _ message: Payload, reply: (@Sendable (Payload) -> Void)?, failure: (@Sendable (RelayError) -> Void)?
    ) {
        state.withLock { state in
            var result: Result<(Int, [RelaySessionStateMachine.Action]), RelayError>
            if state.delegate == nil {
                result = .failure(RelayError(.missingDelegate))
            } else if state.isStopped {
                result = .failure(RelayError(.sessionInactive))
            } else {
                result = state.machine.send(message, wantsReply: reply != nil, now: .now)
            }
            switch result {
            case .success(let (id, actions)):
                state.handlers[id] = Handlers(reply: reply, failure: failure)
                state.todo += actions.map(Work.action)
            case .failure(let error):
                if let failure { state.todo.append(.fail(failure, error)) }
            }
        }
        waker.wake()
    }

    func update(_ context: Payload) throws(RelayError) {
        let result = state.withLock { state -> Result<Void, RelayError> in
            state.machine.updateApplicationContext(context).map { state.todo += $0.map(Work.action) }
        }
        waker.wake()
        try result.get()
    }

    /// Ends the thread; it fails what is open.
    func stop() {
        state.withLock { $0.isStopped = true }
        waker.wake()
        thread.withLock { thread -> LoopThread? in
            defer { thread = nil }
            return thread
        }?.join()
    }
}
