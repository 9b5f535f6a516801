import Glibc
import Runtime
import Signals
import Synchronization

/// A session's thread: the socket, time, and all calls to handlers and the delegate.
final class RelaySessionLoop {
    let storage: RelaySessionStorage
    var link: RelayLink?
    var uploads: [String: RelayUpload] = [:]

    private let reactor: Reactor
    /// Counts connections, so that each has a token of its own.
    private var connection: UInt64 = 0

    init(_ storage: RelaySessionStorage, _ reactor: Reactor) {
        self.storage = storage
        self.reactor = reactor
    }

    func run() {
        while let deadline = work() {
            let link = link.map {
                Reactor.Watched($0.descriptor, token: connection, for: $0.hasOutgoing ? [.input, .output] : .input)
            }
            reactor.watch(only: link.map { [$0] } ?? [])
            if !reactor.wait(atMost: deadline.time).isEmpty { serve() }
        }
        // The last packets are sent before the connection is closed.
        _ = link?.flush()
        link = nil
        finish()
    }

    /// How long to wait; nil for ever.
    private struct Wait { var time: Duration? }

    /// Does everything that is due.
    /// - Returns: How long until something else may be due; nil when the session was ended.
    private func work() -> Wait? {
        while true {
            let (todo, deadline, isStopped) = storage.state.withLock { state in
                state.todo += state.machine.advance(to: .now).map(RelaySessionStorage.Work.action)
                if state.todo.isEmpty { state.todo += state.machine.acknowledge().map { .action($0) } }
                defer { state.todo = [] }
                return (state.todo, state.machine.nextDeadline, state.isStopped)
            }
            for work in todo { perform(work) }
            if isStopped { return nil }
            if let link, !link.flush() {
                hearLast(of: link)
            } else if todo.isEmpty {
                return Wait(time: deadline.map { $0 - .now })
            }
        }
    }

    private func perform(_ work: RelaySessionStorage.Work) {
        switch work {
        case .fail(let handler, let error): handler(error)
        case .action(.write(let packet)): link?.queue(packet)
        case .action(.disconnect): if link != nil { lose() }
        case .action(.connect): connect()
        case .action(.forget(let id)): _ = handlers(of: id)
        case .action(.complete(let id, let result)):
            guard let handlers = handlers(of: id) else { return }
            switch result {
            case .success(let payload): handlers.reply?(payload)
            case .failure(let error): handlers.failure?(error)
            }
        case .action(.answered(let id, let answer)): handlers(of: id)?.answer?(.success(answer))
        case .action(.stored(let ids)):
            let transfers = storage.state.withLock { state in
                ids.compactMap { state.userInfos[$0]?.progress ?? state.files[$0]?.progress }
            }
            for transfer in transfers { transfer.setStored() }
        case .action(.listed(let record)): storage.list(record)
        case .action(.upload(let id)): upload(id)
        case .action(.progress(let id, let bytes)): proceed(id, bytes)
        case .action(.notify(let notice)): notify(notice)
        }
    }

    private func handlers(of id: Int) -> RelaySessionStorage.Handlers? {
        storage.state.withLock { $0.handlers.removeValue(forKey: id) }
    }

    private func connect() {
        guard let socket = try? UnixSocket.connect(storage.path) else { return lose() }
        // The hub always reads; what waits here is only what one program says in one go.
        link = RelayLink(socket.take(), outgoingLimit: 64 << 20)
        connection += 1
        storage.change { $0.connected() }
    }

    /// The connection is gone; the machine decides when to try again.
    private func lose() {
        link = nil
        uploads = [:]
        storage.change { $0.disconnected(now: .now) }
    }

    /// The hub may have closed the connection with a reason, without which the session would come back and take its
    /// side from the program that has it now.
    private func hearLast(of link: RelayLink) {
        _ = take(from: link)
        lose()
    }

    private func serve() {
        guard let link, take(from: link) else { return }
        // What came before the end comes first.
        _ = work()
        if self.link === link { lose() }
    }

    /// Hands what is there to the machine.
    /// - Returns: Whether nothing more will come.
    private func take(from link: RelayLink) -> Bool {
        let (packets, isOver, isForeign): ([RelayPacket], Bool, Bool) =
            switch link.receive() {
            case .packets(let packets): (packets, false, false)
            case .malformed(let packets, let error): (packets, true, error.offset == RelayFrame.versionOffset)
            case .ended(let packets): (packets, true, false)
            }
        storage.change { machine in
            packets.flatMap { machine.received($0) } + (isForeign ? machine.refused(.sessionNotSupported) : [])
        }
        return isOver
    }

    /// What is still open will never be answered, nor what is asked from now on, also when nobody ended the session.
    func finish() {
        let (open, todo) = storage.state.withLock { state in
            defer {
                state.handlers = [:]
                state.todo = []
                state.isStopped = true
                state.isOver = true
            }
            return (state.handlers.sorted { $0.key < $1.key }.map(\.value), state.todo)
        }
        for case .fail(let handler, let error) in todo { handler(error) }
        for handlers in open where handlers.reply != nil || handlers.answer != nil {
            handlers.failure?(RelayError(.sessionInactive))
        }
        let transfers = storage.state.withLock { state in
            state.userInfos.values.map(\.progress) + state.files.values.map(\.progress)
        }
        for transfer in transfers { transfer.setEnd(RelayError(.sessionInactive)) }
    }
}

extension RelaySessionLoop {
    /// Tells the delegate, and afterwards the hub that it was told.
    func notify(_ notice: RelaySessionStateMachine.Notice) {
        tell(notice)
        switch notice {
        case .message, .complication: storage.state.withLock { $0.machine.told() }
        default: break
        }
    }

    private func tell(_ notice: RelaySessionStateMachine.Notice) {
        let (delegate, session) = storage.state.withLock { state in
            switch notice {
            case .activation(let error): state.activation = error == nil ? .activated : .notActivated
            case .becameInactive: state.activation = .inactive
            case .deactivated: state.activation = .notActivated
            default: break
            }
            return (state.delegate, state.session)
        }
        guard let delegate, let session else { return refuse(notice) }
        switch notice {
        case .activation(let error):
            delegate.session(session, activationDidCompleteWith: session.activationState, error: error)
        case .becameInactive: delegate.sessionDidBecomeInactive(session)
        case .deactivated: delegate.sessionDidDeactivate(session)
        case .reachabilityChanged: delegate.sessionReachabilityDidChange(session)
        case .watchStateChanged: delegate.sessionWatchStateDidChange(session)
        case .companionChanged: delegate.sessionCompanionAppInstalledDidChange(session)
        case .message(let number, let wantsReply, let isData, let until, let bytes):
            guard take(number, until: until) else { return }
            deliver(number, wantsReply, isData, until, bytes, session, delegate)
        case .context(let sequence, let bytes):
            if let payload = try? RelayPayload(parsing: bytes) {
                delegate.session(session, didReceiveApplicationContext: payload)
            }
            storage.change { $0.contextHandled(sequence) }
        case .userInfo(let sequence, let expires, let bytes):
            let isLate = expires.map { $0 <= WallClock().now.secondsSince1970 } ?? false
            if !isLate, let payload = try? RelayPayload(parsing: bytes) {
                delegate.session(session, didReceiveUserInfo: payload, mark: mark(sequence))
                if !storage.acknowledgesItself { break }
            }
            handled(sequence)
        case .complication(let id, let bytes):
            if let payload = try? RelayPayload(parsing: bytes) {
                delegate.session(session, didReceiveUserInfo: payload)
            }
            storage.state.withLock { $0.machine.toHandle.append(id) }
        case .file(let sequence, let name, let path, let metadata):
            let file = RelayFile(
                path: path, name: name, metadata: try? RelayPayload(parsing: metadata), mark: mark(sequence))
            delegate.session(session, didReceive: file)
            unlink(path)
            if storage.acknowledgesItself { handled(sequence) }
        case .ended(let record, let error):
            let (userInfo, file) = storage.end(record, error)
            if let userInfo { delegate.session(session, didFinish: userInfo, error: error) }
            if let file { delegate.session(session, didFinish: file, error: error) }
        }
    }

    /// Says that a message is delivered now. One that is late, or whose connection has ended, is not: its sender has been told,
    /// or is being told, that it did not arrive.
    private func take(_ number: Int, until: Double?) -> Bool {
        let isLate = until.map { $0 <= WallClock().elapsed / .seconds(1) } ?? false
        guard !isLate, let link else { return false }
        link.queue(.taken(id: number))
        return link.flush()
    }

    private func mark(_ sequence: Int) -> RelaySession.ReceivedMark {
        storage.state.withLock { state in
            .init(
                journal: state.machine.status.journal ?? "", sequence: sequence, pairing: state.machine.pairing ?? "")
        }
    }

    private func handled(_ sequence: Int) {
        storage.state.withLock { $0.machine.handled(through: sequence) }
    }

    /// Nobody is there to be told: messages fail, everything else waits for somebody.
    private func refuse(_ notice: RelaySessionStateMachine.Notice) {
        switch notice {
        case .message(let number, _, _, _, _):
            storage.change { $0.reply(to: number, .failure(RelayError(.deliveryFailed))) }
        case .ended(let record, let error): _ = storage.end(record, error)
        default: break
        }
    }

    private func deliver(
        _ number: Int, _ wantsReply: Bool, _ isData: Bool, _ until: Double?, _ bytes: [UInt8],
        _ session: RelaySession, _ delegate: any RelaySessionDelegate
    ) {
        let storage = storage
        storage.state.withLock { ($0.current, $0.currentUntil) = (number, until) }
        switch (wantsReply, isData) {
        case (true, true):
            delegate.session(session, didReceiveMessageData: bytes) { storage.reply(to: number, data: $0) }
        case (false, true): delegate.session(session, didReceiveMessageData: bytes)
        case (_, false):
            guard let payload = try? RelayPayload(parsing: bytes) else { return storage.refuseCurrentMessage() }
            if wantsReply {
                delegate.session(session, didReceiveMessage: payload) { storage.reply(to: number, $0) }
            } else {
                delegate.session(session, didReceiveMessage: payload)
            }
        }
        storage.state.withLock { $0.current = nil }
    }
}

extension RelaySessionStorage {
    func reply(to number: Int, _ payload: RelayPayload) {
        let code = payload.error(limit: RelayLimits.message)
        let text = code == nil ? payload.jsonText : []
        change { $0.reply(to: number, code.map { .failure(RelayError($0)) } ?? .success(text)) }
    }

    func reply(to number: Int, data: [UInt8]) {
        let fits = data.count <= RelayLimits.message
        change { $0.reply(to: number, fits ? .success(data) : .failure(RelayError(.payloadTooLarge))) }
    }
}
