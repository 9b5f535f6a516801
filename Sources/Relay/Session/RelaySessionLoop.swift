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
