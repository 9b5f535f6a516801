import CMicroHTTPD
import Documents
import Signals
import Synchronization

/// One request and its answer, between the server thread and the task of its handler.
final class Exchange: Sendable {
    /// Where the bytes of the body go.
    enum Sink: Sendable {
        case discard
        case collect(limit: Int)
        case pass(RequestBody)
    }

    private struct State {
        var gate: ConnectionGate
        var collected: [UInt8] = []
        var received = 0
        /// Bytes of the budget for bodies that this one has.
        var charged = 0
        var isOverBudget = false
        var answer: HTTPResponse?
        var task: Task<Void, Never>?
        var isStarted = false
        var isShut = false
        /// The WebSocket that this connection turns into after the answer 101; nil for plain HTTP.
        var upgrade: WebSocketUpgrade?
        /// Ends the body of the answer that is being sent.
        var endAnswer: (@Sendable () -> Void)?
        /// Whether the caller may have the answer that is being sent; nil while none is sent that this is asked of.
        var right: Right?
    }

    /// Whether something may still be had; in a struct, as a bare function must not be stored back.
    private struct Right: Sendable {
        let holds: @Sendable () -> Bool
    }

    /// What may come beyond a body's limit before the connection is broken off. Up to here the client is heard out, as
    /// an answer that is sent while bytes arrive can be lost to a reset.
    static let patience = 1 << 20

    let service: Service
    let request: HTTPRequest
    /// Names this request in its answer and in the log.
    let trace = HTTPProblem.trace()
    /// The handle on its connection's deadline.
    let watch: ConnectionHandle
    /// The pattern of its route; nil where there is none.
    private let pattern: String?
    private let access: Access
    private let began = ContinuousClock.now
    private let handler: Route.Handler
    private let keepsAnswer: Bool
    private let sink: Sink
    private let state: Mutex<State>

    init(
        service: Service, request: HTTPRequest, pattern: String?, access: Access, handler: Route.Handler,
        keepsAnswer: Bool, sink: Sink, gate: ConnectionGate, watch: ConnectionHandle
    ) {
        self.watch = watch
        self.service = service
        self.request = request
        self.pattern = pattern
        self.access = access
        self.handler = handler
        self.keepsAnswer = keepsAnswer
        self.sink = sink
        state = Mutex(State(gate: gate))
    }

    /// Starts a handler that wants the body while it arrives.
    func headIsComplete() {
        if case .pass = sink, case .waiting(let handler) = handler { start(request, handler) }
    }

    /// Takes bytes of the body.
    /// - Returns: False when the client sends far too much and is not worth waiting for.
    func receive(_ bytes: UnsafeRawBufferPointer) -> Bool {
        if case .pass(let body) = sink {
            body.receive(bytes)
            return body.receivedCount - body.limit <= Self.patience
        }
        return state.withLock { state in
            state.received &+= bytes.count
            guard case .collect(let limit) = sink else { return state.received <= Self.patience }
            if state.received <= limit, charge(state.received, &state) { state.collected.append(contentsOf: bytes) }
            return state.received - limit <= Self.patience
        }
    }

    private var client: BodyBudget.Client {
        request.caller.personColumn != 0 ? .person(request.caller.personColumn) : .address(request.address)
    }

    /// Reserves memory for `count` bytes of a body; the whole body is dropped when there is none.
    private func charge(_ count: Int, _ state: inout State) -> Bool {
        guard !state.isOverBudget else { return false }
        let more = count - BodyBudget.free - state.charged
        guard more > 0 else { return true }
        if service.bodies.take(more, for: client) {
            state.charged += more
            return true
        }
        state.isOverBudget = true
        state.collected = []
        release(&state)
        return false
    }

    private func release(_ state: inout State) {
        guard state.charged > 0 else { return }
        service.bodies.give(state.charged, for: client)
        state.charged = 0
    }

    /// The whole request is there, or the connection was let go on.
    /// - Returns: The answer, or nil when the connection was set aside until there is one.
    func answer() -> HTTPResponse? {
        if case .pass(let body) = sink {
            body.finish()
        } else if let answer = startCollected() {
            return answer
        }
        return state.withLock { state in
            if let answer = state.answer { return answer }
            return state.gate.suspend() ? nil : response(to: HTTPProblem.stopping)
        }
    }

    /// Remembers how to end the answer that is now being sent.
    func isSending(_ end: @escaping @Sendable () -> Void) {
        let isShut = state.withLock { state in
            state.endAnswer = end
            return state.isShut
        }
        if isShut { end() }
    }

    /// Remembers that an answer is being sent, which ends when the caller may not have it any more.
    /// - Parameter isAllowed: whether they may; nil where that goes by their role.
    /// - Returns: False when they may not have it already.
    func sends(while isAllowed: (@Sendable () -> Bool)?) -> Bool {
        guard request.method.isSafe, request.caller != .nobody,
            let accounts = service.configuration.accessControl?.accounts
        else { return true }
        let (reader, role) = (Reader(request, accounts), request.caller.role)
        let right = Right {
            guard let now = reader.now else { return false }
            return isAllowed?() ?? (role != .admin || now.role == .admin)
        }
        state.withLock { $0.right = right }
        return right.holds()
    }

    /// Aborts the answer that is being sent if the caller may no longer have it. To be called when permissions change.
    func review() {
        guard let right = state.withLock({ $0.right }), !right.holds() else { return }
        let endAnswer = state.withLock { state -> (@Sendable () -> Void)? in
            // The answer may be sent by now, and the connection be another request's or client's: end() comes before either.
            guard state.right != nil else { return nil }
            watch.cut()
            return state.endAnswer
        }
        endAnswer?()
    }

    /// Keeps a WebSocket for as long as the library has its connection.
    func keep(_ upgrade: WebSocketUpgrade) { state.withLock { $0.upgrade = upgrade } }

    /// The answer was sent, or the client left: whatever still works for it is told so.
    func end() {
        let (task, upgrade) = state.withLock { state in
            state.endAnswer = nil
            state.right = nil
            if state.task == nil { release(&state) }
            return (state.task, state.upgrade)
        }
        upgrade?.abandon()
        if case .pass(let body) = sink { body.fail(Failure(.failed, "The client left before it had sent all.")) }
        task?.cancel()
    }

    /// The server is stopping: nothing waits any more.
    func shut() {
        let (task, endAnswer) = state.withLock { state in
            state.isShut = true
            state.gate.shut()
            return (state.task, state.endAnswer)
        }
        endAnswer?()
        if case .pass(let body) = sink { body.fail(HTTPProblem.stopping) }
        task?.cancel()
    }

    private func startCollected() -> HTTPResponse? {
        let (isFirst, body, received, isOverBudget) = state.withLock { state in
            defer {
                state.isStarted = true
                state.collected = []
            }
            return (!state.isStarted, state.collected, state.received, state.isOverBudget)
        }
        guard isFirst else { return nil }
        var request = request
        do {
            if case .collect(let limit) = sink {
                if received > 0 { try admitAgain(&request) }
                guard received <= limit else { throw HTTPProblem.tooLarge(limit: limit) }
                guard !isOverBudget else { throw HTTPProblem.noRoom }
                request.body = try request.unpacked(body, limit: limit)
                let unpacked = request.body.count
                guard state.withLock({ charge(unpacked, &$0) }) else { throw HTTPProblem.noRoom }
            }
            switch handler {
            case .immediate(let handler): return finished(try handler(request))
            case .waiting(let handler): start(request, handler)
            case .kept(let kept):
                switch kept(request) {
                case .now(let answer): return finished(answer)
                case .later(let answer): start(request) { _ in try await answer() }
                }
            }
        } catch { return response(to: error) }
        return nil
    }

    /// Checks the access again: while a body was held back the caller may have lost it.
    private func admitAgain(_ request: inout HTTPRequest) throws {
        guard let accessControl = service.configuration.accessControl else { return }
        let asked = request.caller.person
        request.identity = nil
        switch accessControl.admit(&request, access) {
        case .allow: guard request.caller.person == asked else { throw HTTPProblem.badToken }
        case .refuse(let problem): throw problem
        case .redirect, .answer: throw HTTPProblem.badToken
        }
    }

    private func start(
        _ request: HTTPRequest, _ handler: @escaping @Sendable (HTTPRequest) async throws -> HTTPResponse
    ) {
        let task = Task(executorPreference: service.configuration.handlers) {
            let answer: HTTPResponse
            do {
                let ledger = self.keepsAnswer ? self.service.router.ledger : nil
                if let kept = try await ledger?.answer(request, by: handler) {
                    answer = self.finished(kept)
                } else {
                    answer = self.finished(try await handler(request))
                }
            } catch { answer = self.response(to: error) }
            self.complete(answer)
        }
        let isShut = state.withLock { state in
            if state.answer == nil { state.task = task }
            return state.isShut
        }
        if isShut { task.cancel() }
    }

    private func complete(_ answer: HTTPResponse) {
        state.withLock { state in
            state.answer = answer
            state.task = nil
            release(&state)
            state.gate.resume()
        }
        if case .pass(let body) = sink { body.abandon() }
    }

    private func response(to error: any Error) -> HTTPResponse {
        let problem = HTTPProblem(error)
        return finished(
            problem.response(path: request.path, trace: trace, isOwn: request.isFromUnixSocket),
            because: error is CancellationError ? error : problem.cause ?? problem)
    }

    /// The answer as it goes out: with its trace, its tag, and as small as the client can take it.
    private func finished(_ answer: HTTPResponse, because error: (any Error)? = nil) -> HTTPResponse {
        var answer = answer.conditional(on: request).compressed(for: request)
        service.configuration.report(
            RequestReport(
                trace: trace, method: request.method.rawValue, route: pattern, status: answer.status,
                duration: ContinuousClock.now - began, error: error))
        answer.headers.set("X-Trace-Id", trace)
        answer.allow(request, origins: service.check.origins)
        return answer
    }
}
