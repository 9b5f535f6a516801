import Glibc
import Runtime
import Signals
import Synchronization

@testable import Bluetooth

/// Plays the kernel at the other end of socket pairs: answers management commands, connects links to scripted peers.
final class ScriptedKernel: Sendable {
    /// What becomes of a try to connect.
    enum Connecting: Sendable {
        case refused(Int32)
        /// Up at once.
        case up(ScriptedPeer)
        /// Pending for ever.
        case pending
    }

    private struct State {
        var commands: [ManagementPacket] = []
        var statuses: [UInt16: ManagementStatus] = [:]
        var announcements: [UInt16: (code: UInt16, parameters: [UInt8])] = [:]
        var onceStatuses: [UInt16: [ManagementStatus]] = [:]
        var connecting: [Connecting] = []
        var tries = 0
        var adaptersUsed: [BluetoothAddress] = []
        var pending: [Int32] = []
        var encrypted = 0
        var control: Int32 = -1
        var isShared = false
        var isPowered = false
        var listeners: [AsyncStream<Bool>.Continuation] = []
        var pairing = BluetoothDaemon.Pairing.paired
        var paired: [[BluetoothAddress]] = []
        var uptime = Duration.zero
        var adapters: [UInt16] = [0]
        /// The adapter that one is, where it came back under another number.
        var renumbered: [UInt16: UInt16] = [:]
        var listener: Int32 = -1
    }

    private let state = Mutex(State())

    /// A kernel that carries out every command, with the outcomes of the next tries to connect.
    init(_ connecting: [Connecting] = []) { state.withLock { $0.connecting = connecting } }

    deinit {
        state.withLock { state in
            for descriptor in state.pending { close(descriptor) }
            if state.control >= 0 { shutdown(state.control, Int32(SHUT_RDWR)) }
            if state.listener >= 0 { close(state.listener) }
        }
    }

    var commands: [ManagementPacket] { state.withLock { $0.commands } }
    var tries: Int { state.withLock { $0.tries } }
    var adaptersUsed: [BluetoothAddress] { state.withLock { $0.adaptersUsed } }
    var encrypted: Int { state.withLock { $0.encrypted } }

    /// Has a command answered with a status other than success.
    func answer(_ code: UInt16, with status: ManagementStatus) { state.withLock { $0.statuses[code] = status } }
    /// Has the next commands of a code answered with these, and those after them as before.
    func answer(_ code: UInt16, onceWith statuses: [ManagementStatus]) {
        state.withLock { $0.onceStatuses[code] = statuses }
    }
    /// Sends an event once, right before the answer to the next command of a code.
    func tell(_ event: UInt16, _ parameters: [UInt8], before command: UInt16) {
        state.withLock { $0.announcements[command] = (event, parameters) }
    }
    /// bluetoothd comes, or goes; it has switched the adapters on, or not.
    func share(_ isShared: Bool = true, powered: Bool = true) {
        state.withLock { state in
            state.isShared = isShared
            state.isPowered = powered
            for listener in state.listeners { listener.yield(isShared) }
        }
    }
    /// What becomes of the next pairings through bluetoothd.
    func pairings(become outcome: BluetoothDaemon.Pairing) { state.withLock { $0.pairing = outcome } }
    /// What bluetoothd was asked to pair with.
    var paired: [[BluetoothAddress]] { state.withLock { $0.paired } }
    func unplugAll() { state.withLock { $0.adapters = [] } }
    func plug(_ index: UInt16) {
        state.withLock { $0.adapters.append(index) }
        tell(0x0004, index)
    }
    /// An adapter comes back under another number.
    func plug(_ index: UInt16, as other: UInt16) {
        state.withLock { $0.renumbered[other] = index }
        plug(other)
    }
    func unplug(_ index: UInt16) {
        state.withLock { $0.adapters.removeAll { $0 == index } }
        tell(0x0005, index)
    }
    /// Closes the management channel.
    func endControl() { _ = shutdown(state.withLock { $0.control }, Int32(SHUT_RDWR)) }
    /// Moves the clock.
    func pass(_ duration: Duration) { state.withLock { $0.uptime += duration } }

    /// Sends an event of an adapter.
    func tell(_ code: UInt16, _ index: UInt16 = 0, _ parameters: [UInt8] = []) {
        let bytes = ManagementPacket(code: code, index: index, parameters: parameters).bytes
        _ = send(state.withLock { $0.control }, bytes, bytes.count, Int32(MSG_NOSIGNAL))
    }

    /// Waits until a command of this code was given `count` times.
    func waitForCommand(_ code: UInt16, count: Int = 1) async throws {
        try await eventually { self.commands.filter { $0.code == code }.count >= count }
    }

    var system: RadioSystem {
        RadioSystem(
            openControl: { [self] in openControl() }, openLink: { [self] _, adapter in openLink(adapter) },
            openListener: { [self] _ in openListener() },
            encrypt: { [self] _ in
                state.withLock { $0.encrypted += 1 }
                return nil
            },
            daemon: daemon, block: { _ in (false, false) },
            uptime: { [self] in LinkLoop.uptime + state.withLock { $0.uptime } })
    }

    private var daemon: BluetoothDaemon {
        BluetoothDaemon(
            presence: { [self] in
                AsyncStream { continuation in
                    state.withLock { state in
                        state.listeners.append(continuation)
                        continuation.yield(state.isShared)
                    }
                }
            },
            pair: { [self] addresses, _ in
                state.withLock { state in
                    state.paired.append(addresses)
                    return state.pairing
                }
            })
    }

    /// A listening socket as the kernel's, of a family of this machine.
    private func openListener() -> Result<Int32, RadioSystem.Refusal> {
        let listener = socket(AF_UNIX, Int32(SOCK_SEQPACKET.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        var address = sockaddr_un(sun_family: sa_family_t(AF_UNIX), sun_path: sockaddr_un().sun_path)
        // Without a name the kernel gives one.
        let size = socklen_t(MemoryLayout<sa_family_t>.size)
        let isBound = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(listener, .init(__sockaddr__: $0), size) == 0 }
        }
        _ = fcntl(listener, F_SETFL, O_NONBLOCK)
        guard isBound, listen(listener, 8) == 0 else { return .failure(.init(number: errno)) }
        state.withLock { $0.listener = dup(listener) }
        return .success(listener)
    }

    /// Connects to the listening socket, as a central does.
    func connectToListener() throws -> ScriptedReader {
        var address = sockaddr_un()
        var size = socklen_t(MemoryLayout<sockaddr_un>.size)
        let listener = state.withLock { $0.listener }
        let reader = socket(AF_UNIX, Int32(SOCK_SEQPACKET.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        let isConnected = withUnsafeMutablePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                getsockname(listener, .init(__sockaddr__: $0), &size) == 0
                    && connect(reader, .init(__sockaddr__: $0), size) == 0
            }
        }
        guard isConnected else { throw Failure(.failed, "nobody listens") }
        return ScriptedReader(reader)
    }

    private func openControl() -> Result<Int32, RadioSystem.Refusal> {
        let (ours, theirs) = socketPair()
        state.withLock { $0.control = ours }
        _ = try? LoopThread { [weak self] in
            var buffer = [UInt8](repeating: 0, count: 8192)
            while true {
                let count = recv(ours, &buffer, buffer.count, 0)
                guard count > 0, let packet = try? ManagementPacket(Array(buffer[..<count])), let self else { break }
                self.reply(to: packet)
            }
            // The number may soon be another socket's.
            if let self { self.state.withLock { $0.control = -1 } }
            close(ours)
        }
        return .success(theirs)
    }

    private func reply(to packet: ManagementPacket) {
        let (status, adapters, isPowered) = state.withLock { state in
            state.commands.append(packet)
            var once = state.onceStatuses[packet.code] ?? []
            let status = once.isEmpty ? state.statuses[packet.code] ?? .success : once.removeFirst()
            state.onceStatuses[packet.code] = once
            return (status, state.adapters, state.isPowered)
        }
        var writer = LittleWriter()
        writer.little(packet.code)
        writer.little(status.rawValue)
        switch packet.code {
        case 0x0003:
            writer.little(UInt16(adapters.count))
            for index in adapters { writer.little(index) }
        case 0x0004:
            let own = state.withLock { $0.renumbered[packet.index] ?? packet.index }
            writer.bytes += [UInt8(own), 0x44, 0x33, 0x22, 0x11, 0, 9, 2, 0]
            writer.little(ControllerSettings([.lowEnergy, .bondable, .powered]).rawValue)
            let current: ControllerSettings = isPowered ? [.lowEnergy, .powered] : .lowEnergy
            writer.little(current.rawValue)
            writer.bytes += [UInt8](repeating: 0, count: 3 + 249 + 11)
        case 0x0052: writer.bytes += [5, 0]
        // Five advertisements, of which another program has the fifth.
        case 0x003D: writer.bytes += [0x7F, 0, 0, 0, 31, 31, 5, 1, 5]
        default: break
        }
        if let event = state.withLock({ $0.announcements.removeValue(forKey: packet.code) }) {
            tell(event.code, packet.index, event.parameters)
        }
        tell(0x0001, packet.index, writer.bytes)
        if packet.code == 0x0005, status == .success { tell(0x0006, packet.index, [1, 2, 0, 0]) }
        if packet.code == 0x0024, status == .success { tell(0x0013, packet.index, [6, 0]) }
    }

    private func openLink(_ adapter: BluetoothAddress) -> Result<Int32, RadioSystem.Refusal> {
        let next = state.withLock { state in
            state.tries += 1
            state.adaptersUsed.append(adapter)
            return state.connecting.isEmpty ? .pending : state.connecting.removeFirst()
        }
        switch next {
        case .refused(let number): return .failure(.init(number: number))
        case .up(let peer):
            let (ours, theirs) = socketPair()
            peer.serve(ours)
            return .success(theirs)
        case .pending:
            // Full, so that it is never writable: as a link that is not up yet.
            let (ours, theirs) = socketPair()
            while send(theirs, [0], 1, Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT)) > 0 {}
            state.withLock { $0.pending.append(ours) }
            return .success(theirs)
        }
    }

    /// Waits until the radio has closed a pending link.
    func waitUntilClosed() async throws {
        try await eventually {
            guard let descriptor = self.state.withLock({ $0.pending.first }) else { return false }
            var byte: UInt8 = 0
            while recv(descriptor, &byte, 1, Int32(MSG_DONTWAIT)) > 0 {}
            return recv(descriptor, &byte, 1, Int32(MSG_DONTWAIT)) == 0
        }
    }
}

/// A central at the other end of a connection to us.
final class ScriptedReader: Sendable {
    private let descriptor: Int32

    init(_ descriptor: Int32) { self.descriptor = descriptor }

    deinit { close(descriptor) }

    func ask(_ unit: [UInt8]) -> [UInt8] {
        _ = send(descriptor, unit, unit.count, Int32(MSG_NOSIGNAL))
        return hear()
    }

    /// What comes next, waited for; nothing at the end.
    func hear() -> [UInt8] {
        var buffer = [UInt8](repeating: 0, count: 600)
        let count = recv(descriptor, &buffer, buffer.count, 0)
        return Array(buffer.prefix(max(0, count)))
    }

    func hangUp() { shutdown(descriptor, Int32(SHUT_RDWR)) }
}

/// Two connected sockets that keep the borders of messages; the second does not block.
func socketPair() -> (Int32, Int32) {
    var ends: [Int32] = [-1, -1]
    precondition(socketpair(AF_UNIX, Int32(SOCK_SEQPACKET.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0, &ends) == 0)
    _ = fcntl(ends[1], F_SETFL, O_NONBLOCK)
    return (ends[0], ends[1])
}

/// Gives others their turn until something holds; fails after many turns.
func eventually(_ holds: @Sendable () -> Bool) async throws {
    for _ in 0..<20_000 {
        if holds() { return }
        try await Task.sleep(for: .microseconds(500))
    }
    throw Failure(.failed, "it never came")
}
