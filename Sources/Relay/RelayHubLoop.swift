import Glibc
import Synchronization

/// The hub's thread: waits on all connections and does what the state machine says.
final class RelayHubLoop {
    /// Connections at a time, of any kind; more wait in the kernel.
    static let connectionLimit = 64

    private let listening: Int32
    private let shared: RelayHub.Shared
    private var machine = RelayHubStateMachine()
    private var links: [RelayHubStateMachine.Link: RelayLink] = [:]
    private var nextLink = 1

    init(listening: Int32, shared: RelayHub.Shared) {
        self.listening = listening
        self.shared = shared
    }

    deinit { close(listening) }

    func run() {
        while !shared.isStopped.load(ordering: .acquiring) {
            let order = links.keys.sorted()
            var waits = [pollfd(fd: shared.waker.readEnd, events: Int16(POLLIN), revents: 0)]
            let accepts = links.count < Self.connectionLimit
            waits.append(pollfd(fd: listening, events: accepts ? Int16(POLLIN) : 0, revents: 0))
            for id in order {
                guard let link = links[id] else { continue }
                let events = POLLIN | (link.hasOutgoing ? POLLOUT : 0)
                waits.append(pollfd(fd: link.descriptor, events: Int16(events), revents: 0))
            }
            guard poll(&waits, nfds_t(waits.count), -1) >= 0 || errno == EINTR else { return }
            if waits[0].revents != 0 { shared.waker.drain() }
            for (id, wait) in zip(order, waits.dropFirst(2)) where wait.revents != 0 { serve(id) }
            if waits[1].revents != 0 { accept() }
            shared.connected.withLock { $0 = machine.connected }
        }
    }

    private func accept() {
        let flags = Int32(SOCK_CLOEXEC.rawValue) | Int32(SOCK_NONBLOCK.rawValue)
        let descriptor = accept4(listening, .init(__sockaddr__: nil), nil, flags)
        guard descriptor >= 0 else { return }
        links[nextLink] = RelayLink(descriptor)
        machine.opened(nextLink)
        nextLink += 1
    }

    private func serve(_ id: RelayHubStateMachine.Link) {
        guard let link = links[id] else { return }
        let packets: [RelayPacket]
        let input = link.receive()
        switch input {
        case .packets(let whole), .malformed(let whole, _), .ended(let whole): packets = whole
        }
        for packet in packets { perform(machine.received(packet, from: id)) }
        switch input {
        case .packets: flush(id)
        case .malformed: perform(machine.malformed(id))
        case .ended: end(id)
        }
    }

    private func perform(_ actions: [RelayHubStateMachine.Action]) {
        var written: Set<RelayHubStateMachine.Link> = []
        for action in actions {
            switch action {
            case .send(let id, let packet):
                links[id]?.queue(packet)
                written.insert(id)
            case .close(let id):
                // The last words are sent if there is room for them; a reader that does not read may miss them.
                _ = links[id]?.flush()
                links[id] = nil
            }
        }
        for id in written.sorted() { flush(id) }
    }

    private func flush(_ id: RelayHubStateMachine.Link) {
        if let link = links[id], !link.flush() { end(id) }
    }

    private func end(_ id: RelayHubStateMachine.Link) {
        guard links.removeValue(forKey: id) != nil else { return }
        perform(machine.closed(id))
    }
}
