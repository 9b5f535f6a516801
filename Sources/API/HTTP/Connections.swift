import Glibc
import Synchronization

/// The table of a listening socket's connections, with the descriptors that it speaks of.
///
/// A connection is ended by shutting its descriptor down, which its server thread then finds. It is in the table for as
/// long as the descriptor is its own, and the lock of the table is held meanwhile.
final class Connections: Sendable {
    private let table: Mutex<ConnectionTable>

    init(_ limits: ConnectionTable.Limits) { table = Mutex(ConnectionTable(limits)) }

    var isEmpty: Bool { table.withLock { $0.count == 0 } }

    /// Whether the library is still busy with those that came last, and others have to wait for it.
    var isSettling: Bool { table.withLock { $0.isSettling(at: .now) } }

    /// Adds a connection; another one may be closed to make room.
    /// - Returns: False when there is no room.
    func admit(_ descriptor: Int32, address: String) -> Bool {
        let admission = table.withLock { table in
            let admission = table.admit(descriptor, address: address, at: .now)
            if case .insteadOf(let other) = admission { shutdown(other, Int32(SHUT_RDWR)) }
            return admission
        }
        if admission != .admitted { RefusalLog.tell(.noPlace) }
        return admission != .refused
    }

    /// Ends the connections whose time is over.
    func sweep() {
        let delays = table.withLock { table in
            let overdue = table.overdue(at: .now)
            for descriptor in overdue { shutdown(descriptor, Int32(SHUT_RDWR)) }
            return overdue.compactMap { table.delay(of: $0) }
        }
        for delay in delays { RefusalLog.tell(delay) }
    }

    /// Breaks a connection off, however much of an answer its client has.
    func cut(_ descriptor: Int32) {
        table.withLock { table in
            if table.isKnown(descriptor) { shutdown(descriptor, Int32(SHUT_RDWR)) }
        }
    }

    /// Changes the table under its lock.
    func note(_ change: (inout ConnectionTable) -> Void) { table.withLock { change(&$0) } }
}

/// A handle on one connection's entry in the table.
struct ConnectionHandle: Sendable {
    let connections: Connections
    let descriptor: Int32

    /// The client gets nothing more, and sees that what it has is not all.
    func cut() { connections.cut(descriptor) }
    /// The client is made to wait, as the reader of its body is behind.
    func pause() { connections.note { $0.paused(descriptor, at: .now) } }
    /// The client may go on.
    func resume() { connections.note { $0.resumed(descriptor, at: .now) } }
    func headIsComplete() { connections.note { $0.headIsComplete(descriptor, at: .now) } }
    func received(_ count: Int) { connections.note { $0.received(count, on: descriptor, at: .now) } }
    func isAnswering() { connections.note { $0.isAnswering(descriptor, at: .now) } }
    func lasts() { connections.note { $0.lasts(descriptor, at: .now) } }
    func isIdle() { connections.note { $0.isIdle(descriptor, at: .now) } }
}
