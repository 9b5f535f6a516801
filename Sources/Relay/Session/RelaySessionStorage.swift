import Documents
import Glibc
import Runtime
import Signals
import Synchronization

/// Performs a session's actions: the socket, the handlers and the delegate.
final class RelaySessionStorage: Sendable {
    struct Handlers: Sendable {
        var reply: (@Sendable ([UInt8]) -> Void)?
        var failure: (@Sendable (RelayError) -> Void)?
        var answer: (@Sendable (Result<JSONValue, RelayError>) -> Void)?
    }

    struct State: Sendable {
        var machine: RelaySessionStateMachine
        weak var delegate: (any RelaySessionDelegate)?
        weak var session: RelaySession?
        /// Reply handlers of sent messages, by id.
        var handlers: [Int: Handlers] = [:]
        var userInfos: [String: RelayUserInfoTransfer] = [:]
        var files: [String: RelayFileTransfer] = [:]
        /// Ids of both, in order; may hold some that have ended.
        var order: [String] = []
        var nextTransfer = 1
        /// The newest transfer for the watch's face.
        var currentComplication: String?
        /// The message that is being delivered, until its delegate refuses it, and until when that may be told of it.
        var current: Int?
        var currentUntil: Double?
        /// What the delegate has been told of the activation; the machine is ahead of it.
        var activation = RelaySession.ActivationState.notActivated
        /// What the session's thread has to do, in order.
        var todo: [Work] = []
        var isStopped = false
        /// Whether no thread takes from ``todo`` any more.
        var isOver = false
    }

    enum Work: Sendable {
        case action(RelaySessionStateMachine.Action)
        case fail(@Sendable (RelayError) -> Void, RelayError)
    }

    let state: Mutex<State>
    let path: String
    let waker: Waker
    private let thread = Mutex<LoopThread?>(nil)

    /// Whether a user info counts as received when the delegate has had it.
    let acknowledgesItself: Bool

    init(
        hello: RelayHello, received: [RelaySession.ReceivedMark] = [], path: String, replyTimeout: Duration,
        acknowledgesItself: Bool = true
    ) throws {
        self.path = path
        self.acknowledgesItself = acknowledgesItself
        waker = try Waker()
        let machine = RelaySessionStateMachine(hello: hello, received: received, replyTimeout: replyTimeout)
        state = Mutex(State(machine: machine))
    }

    func start(for session: RelaySession) throws {
        state.withLock { $0.session = session }
        let reactor = try Reactor(waker: waker)
        let started = try LoopThread { RelaySessionLoop(self, reactor).run() }
        thread.withLock { $0 = started }
    }

    /// One that can do nothing: the system has no descriptor or thread left.
    init(unsupported hello: RelayHello) {
        path = ""
        acknowledgesItself = true
        waker = .broken
        state = Mutex(State(machine: RelaySessionStateMachine(hello: hello, replyTimeout: .zero), isOver: true))
        state.withLock { $0.machine.isSupported = false }
    }

    /// Has the thread do what is due; without one what was asked for fails all the same.
    func wake() {
        guard state.withLock({ $0.isOver }) else { return waker.wake() }
        Task { failLate() }
    }

    private func failLate() {
        let todo = state.withLock { state in
            defer { state.todo = [] }
            return state.todo
        }
        for work in todo {
            switch work {
            case .fail(let handler, let error): handler(error)
            case .action(.notify(.ended(let record, let error))): _ = end(record, error)
            default: break
            }
        }
    }

    /// Changes the machine and lets the thread do what follows.
    func change(_ body: @Sendable (inout RelaySessionStateMachine) -> [RelaySessionStateMachine.Action]) {
        state.withLock { state in state.todo += body(&state.machine).map(Work.action) }
        wake()
    }

    func send(
        _ payload: [UInt8], isData: Bool, invalid: RelayError.Code?, timeout: Duration? = nil,
        reply: (@Sendable ([UInt8]) -> Void)?, failure: (@Sendable (RelayError) -> Void)?
    ) {
        state.withLock { state in
            let result: Result<(Int, [RelaySessionStateMachine.Action]), RelayError>
            if let error = state.standingError ?? invalid.map({ RelayError($0) }) {
                result = .failure(error)
            } else {
                result = state.machine.send(
                    payload, wantsReply: reply != nil, isData: isData, timeout: timeout, now: .now,
                    uptime: WallClock().elapsed / .seconds(1))
            }
            switch result {
            case .success(let (id, actions)):
                state.handlers[id] = Handlers(reply: reply, failure: failure)
                state.todo += actions.map(Work.action)
            case .failure(let error):
                if let failure { state.todo.append(.fail(failure, error)) }
            }
        }
        wake()
    }

    func ask(_ question: JSONValue, _ answer: @escaping @Sendable (Result<JSONValue, RelayError>) -> Void) {
        state.withLock { state in
            let isStopped = state.isStopped
            switch isStopped ? .failure(RelayError(.sessionInactive)) : state.machine.ask(question, now: .now) {
            case .success(let (id, actions)):
                state.handlers[id] = Handlers(failure: { answer(.failure($0)) }, answer: answer)
                state.todo += actions.map(Work.action)
            case .failure(let error): state.todo.append(.fail({ answer(.failure($0)) }, error))
            }
        }
        wake()
    }

    func update(_ context: RelayPayload) throws(RelayError) {
        let code = context.error(limit: RelayLimits.context)
        let text = code == nil ? context.jsonText : []
        let result = state.withLock { state -> Result<Void, RelayError> in
            if let error = state.standingError ?? code.map({ RelayError($0) }) { return .failure(error) }
            state.todo += state.machine.updateApplicationContext(text).map(Work.action)
            return .success(())
        }
        wake()
        try result.get()
    }

    func cancel(_ id: String) { change { $0.cancel(id) } }

    func refuseCurrentMessage() {
        let number = state.withLock { state in
            defer { state.current = nil }
            return state.current
        }
        if let number { refuse(number, .deliveryFailed) }
    }

    /// Says that a message was not delivered after all.
    func refuse(_ number: Int, _ code: RelayError.Code) {
        change { $0.reply(to: number, .failure(RelayError(code))) }
    }

    /// Ends the thread; open calls fail.
    func stop() {
        state.withLock { $0.isStopped = true }
        wake()
        thread.withLock { thread -> LoopThread? in
            defer { thread = nil }
            return thread
        }?.join()
    }
}

extension RelaySessionStorage.State {
    /// Why nothing can be sent; nil when it can.
    var standingError: RelayError? {
        if let error = machine.standingError(hasDelegate: delegate != nil) { return error }
        return isStopped ? RelayError(.sessionInactive) : nil
    }
}

extension RelaySessionStorage {
    func transfer(
        _ userInfo: RelayPayload, lifetime: Duration?, isComplication: Bool = false
    ) -> RelayUserInfoTransfer {
        let code = userInfo.error(limit: RelayLimits.userInfo)
        let text = code == nil ? userInfo.jsonText : []
        let now = WallClock().now.secondsSince1970
        let transfer = state.withLock { state in
            let id = state.newTransferID()
            let transfer = RelayUserInfoTransfer(id: id, userInfo: userInfo, session: self)
            state.userInfos[id] = transfer
            state.order.append(id)
            // Beyond the day's budget it is one among others.
            let isComplication = isComplication && code == nil && state.machine.takeComplication()
            if isComplication { state.currentComplication = id }
            let packet =
                isComplication
                ? RelayPacket.complication(id: id, sequence: 0, payload: text)
                : .userInfo(id: id, sequence: 0, expires: lifetime.map { now + $0 / .seconds(1) }, payload: text)
            state.begin(id, packet, bytes: text.count, invalid: code)
            return transfer
        }
        wake()
        return transfer
    }

    func transfer(file: RelayFile) -> RelayFileTransfer {
        var code = (file.metadata ?? [:]).error(limit: RelayLimits.userInfo)
        if file.path.isEmpty || file.path.utf8.contains(0) { code = .invalidParameter }
        let transfer = state.withLock { state in
            let id = state.newTransferID()
            let transfer = RelayFileTransfer(id: id, file: file, session: self)
            state.files[id] = transfer
            state.order.append(id)
            state.begin(id, nil, bytes: 0, invalid: code)
            return transfer
        }
        wake()
        return transfer
    }

    /// Lists a transfer of an earlier run.
    func list(_ record: RelayTransferRecord) { state.withLock { $0.list(record, of: self) } }

    /// Removes a transfer that has ended.
    func end(_ record: RelayTransferRecord, _ error: RelayError?) -> (RelayUserInfoTransfer?, RelayFileTransfer?) {
        let (userInfo, file) = state.withLock { state in
            if state.userInfos[record.id] == nil, state.files[record.id] == nil { state.list(record, of: self) }
            let ended = (
                state.userInfos.removeValue(forKey: record.id), state.files.removeValue(forKey: record.id)
            )
            if state.order.count > 64 + 2 * (state.userInfos.count + state.files.count) {
                state.order.removeAll { state.userInfos[$0] == nil && state.files[$0] == nil }
            }
            state.machine.toNote.append(record.id)
            return ended
        }
        userInfo?.progress.setEnd(error)
        file?.progress.setEnd(error)
        return (userInfo, file)
    }
}

extension RelaySessionStorage.State {
    mutating func newTransferID() -> String {
        defer { nextTransfer += 1 }
        return "\(machine.hello.session)-\(nextTransfer)"
    }

    /// Queues a transfer, or says at once that it has ended.
    fileprivate mutating func begin(_ id: String, _ packet: RelayPacket?, bytes: Int, invalid: RelayError.Code?) {
        let error =
            standingError ?? invalid.map { RelayError($0) } ?? machine.transfer(id, packet, bytes: bytes)
        guard let error else {
            todo += machine.start(id, packet).map { .action($0) }
            return
        }
        let record = RelayTransferRecord(id: id, isFile: packet == nil, size: 0, created: 0, payload: [])
        todo.append(.action(.notify(.ended(record, error))))
    }

    fileprivate mutating func list(_ record: RelayTransferRecord, of session: RelaySessionStorage) {
        guard userInfos[record.id] == nil, files[record.id] == nil else { return }
        let payload = (try? RelayPayload(parsing: record.payload)) ?? [:]
        if record.isFile {
            let file = RelayFile(path: record.name ?? "", name: record.name ?? "", metadata: payload)
            files[record.id] = RelayFileTransfer(id: record.id, file: file, session: session, isStored: true)
        } else {
            userInfos[record.id] = RelayUserInfoTransfer(
                id: record.id, userInfo: payload, session: session, isStored: true)
            if record.isComplication { currentComplication = record.id }
        }
        order.append(record.id)
    }
}
