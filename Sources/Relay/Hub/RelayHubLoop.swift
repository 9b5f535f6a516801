import Glibc
import Runtime
import Signals
import Synchronization

/// The hub's thread: waits on all connections and does what the state machine says.
final class RelayHubLoop {
    /// Connections at a time, of any kind; more wait in the kernel. One that has not greeted gives way to a new one.
    static let connectionLimit = 64
    /// A journal is written anew when it is larger than this and than four times what it says.
    static let compactionSize = 4 << 20

    private let listening: Int32
    private let shared: RelayHub.Shared
    private let reactor: Reactor
    private let journal: RelayJournal
    private let spool: RelaySpool
    private var machine: RelayHubStateMachine
    private var links: [RelayHubStateMachine.Link: RelayLink] = [:]
    private var nextLink = 1
    /// By when those that have not greeted must have; a new one comes last.
    private var ungreeted: [(link: RelayHubStateMachine.Link, until: ContinuousClock.Instant)] = []
    private var shortage = Shortage()
    private var records: [RelayRecord] = []
    private var written: Set<RelayHubStateMachine.Link> = []
    private var told: Set<RelayRole> = []

    init(listening: Int32, shared: RelayHub.Shared, _ reactor: Reactor, _ start: RelayHub.Start) {
        self.listening = listening
        self.shared = shared
        self.reactor = reactor
        journal = start.journal
        spool = start.spool
        machine = start.machine
    }

    deinit { close(listening) }

    func run() {
        perform(machine.begin(named: RelayID.random()))
        settle()
        while !shared.isStopped.load(ordering: .acquiring) {
            let isPaused = shortage.isPaused(at: .now)
            let accepts = !isPaused && (links.count < Self.connectionLimit || !ungreeted.isEmpty)
            // Links are counted from 1.
            var wanted = [Reactor.Watched(listening, token: 0, for: accepts ? .input : [])]
            for (id, link) in links {
                // One that does not read what it is sent is not listened to either.
                var interest: Reactor.Interest = link.isBehind ? [] : .input
                if link.hasOutgoing { interest.insert(.output) }
                wanted.append(.init(link.descriptor, token: UInt64(id), for: interest))
            }
            reactor.watch(only: wanted)
            let ready = reactor.wait(atMost: patience(isPaused: isPaused)).map(\.token).sorted()
            for token in ready where token > 0 { serve(RelayHubStateMachine.Link(token)) }
            if ready.first == 0 { accept() }
            endUngreeted()
            perform(machine.advance(to: now, uptime: uptime))
            perform(machine.durable(through: journal.durable))
            settle()
        }
        settle()
        journal.stop()
    }

    /// How long until something is to be done at the latest; nil for never.
    private func patience(isPaused: Bool) -> Duration? {
        var times: [Duration] = []
        if let patience = machine.patience { times.append(.seconds(max(0, min(patience, 3600)))) }
        if isPaused { times.append(Shortage.pause) }
        if let first = ungreeted.first { times.append(first.until - .now) }
        return times.min()
    }

    /// Ends the connections that have not said who they are in time.
    private func endUngreeted() {
        ungreeted.removeAll { !machine.awaitsGreeting($0.link) }
        while let first = ungreeted.first, first.until <= .now {
            ungreeted.removeFirst()
            end(first.link)
        }
    }

    private var now: Double { WallClock().now.secondsSince1970 }
    private var uptime: Double { WallClock().elapsed / .seconds(1) }

    /// Hands over what is to be kept, sends what is to be sent, and says who is there.
    private func settle() {
        if !records.isEmpty {
            journal.append(records)
            records = []
        }
        while let id = written.popFirst() { flush(id) }
        if journal.size > Self.compactionSize, journal.size > 4 * machine.liveBytes {
            journal.append(records)
            records = []
            journal.replace(by: machine.snapshot)
        }
        let connected = machine.connected
        guard connected != told else { return }
        told = connected
        shared.connected.withLock { $0 = connected }
    }

    private func accept() {
        let flags = Int32(SOCK_CLOEXEC.rawValue) | Int32(SOCK_NONBLOCK.rawValue)
        let descriptor = accept4(listening, .init(__sockaddr__: nil), nil, flags)
        guard descriptor >= 0 else {
            let error = errno
            guard [EMFILE, ENFILE, ENOBUFS, ENOMEM].contains(error) else { return }
            if shortage.hasBegun(at: .now) {
                shared.report(
                    "The relay can take nobody in: \(SystemError(error, "accept4").reason). It asks others to wait.")
            }
            return
        }
        shortage.isOver()
        ungreeted.removeAll { !machine.awaitsGreeting($0.link) }
        if links.count >= Self.connectionLimit {
            guard !ungreeted.isEmpty else {
                close(descriptor)
                return
            }
            end(ungreeted.removeFirst().link)
        }
        links[nextLink] = RelayLink(descriptor)
        machine.opened(nextLink)
        ungreeted.append((nextLink, .now + shared.greetingTime))
        nextLink += 1
    }

    private func serve(_ id: RelayHubStateMachine.Link) {
        guard let link = links[id] else { return }
        let packets: [RelayPacket]
        let input = link.receive()
        switch input {
        case .packets(let whole), .malformed(let whole, _), .ended(let whole): packets = whole
        }
        let (now, uptime) = (now, uptime)
        for packet in packets { perform(machine.received(packet, from: id, now: now, uptime: uptime)) }
        switch input {
        case .packets: written.insert(id)
        case .malformed(_, let error):
            perform(machine.malformed(id, error.offset == RelayFrame.versionOffset ? .sessionNotSupported : .generic))
        case .ended: end(id)
        }
    }

    private func perform(_ actions: [RelayHubStateMachine.Action]) {
        for action in actions {
            switch action {
            case .send(let id, let packet):
                links[id]?.queue(packet)
                written.insert(id)
            case .close(let id):
                // The last words are sent if there is room for them; a reader that does not read may miss them.
                _ = links[id]?.flush()
                links[id] = nil
            case .keep(let record): records.append(record)
            case .keepFile(let record, let name):
                journal.append(records)
                records = []
                journal.append([record], file: spool.seal(name))
            case .makeSpool(_, _, let name, let size):
                if let code = spool.make(name, size: size) { perform(machine.spoolFailed(name, code)) }
            case .writeSpool(let name, let bytes):
                if let code = spool.write(bytes, to: name) { perform(machine.spoolFailed(name, code)) }
            case .dropSpool(let name): spool.drop(name)
            case .deliver(let id, let key, let packet, let name): deliver(packet, of: name, key, to: id)
            case .dropDirectory(let path): RelayWatchFolder.remove(path)
            case .wakePhone: shared.wakePhone?()
            }
        }
    }

    private func deliver(
        _ packet: RelayPacket, of name: String, _ key: RelayLaneKey, to id: RelayHubStateMachine.Link
    ) {
        guard case .delivery(let transfer, let sequence, let title, _, let metadata) = packet else { return }
        guard spool.exists(name) else { return perform(machine.fileGone(key, sequence)) }
        links[id]?.queue(
            .delivery(id: transfer, sequence: sequence, name: title, path: spool.path(name), metadata: metadata))
        written.insert(id)
    }

    private func flush(_ id: RelayHubStateMachine.Link) {
        if let link = links[id], !link.flush() { end(id) }
    }

    private func end(_ id: RelayHubStateMachine.Link) {
        guard links.removeValue(forKey: id) != nil else { return }
        perform(machine.closed(id))
    }
}
