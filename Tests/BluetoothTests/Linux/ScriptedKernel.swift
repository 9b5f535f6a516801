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
        var connecting: [Connecting] = []
        var tries = 0
        var adaptersUsed: [BluetoothAddress] = []
        var pending: [Int32] = []
        var encrypted = 0
        var control: Int32 = -1
        var isShared = false
        var uptime = Duration.zero
        var adapters: [UInt16] = [0]
    }

    private let state = Mutex(State())

    /// A kernel that carries out every command, with the outcomes of the next tries to connect.
    init(_ connecting: [Connecting] = []) { state.withLock { $0.connecting = connecting } }

    deinit {
        state.withLock { state in
            for descriptor in state.pending { close(descriptor) }
            if state.control >= 0 { shutdown(state.control, Int32(SHUT_RDWR)) }
        }
    }

    var commands: [ManagementPacket] { state.withLock { $0.commands } }
    var tries: Int { state.withLock { $0.tries } }
    var adaptersUsed: [BluetoothAddress] { state.withLock { $0.adaptersUsed } }
    var encrypted: Int { state.withLock { $0.encrypted } }

    /// Has a command answered with a status other than success.
    func answer(_ code: UInt16, with status: ManagementStatus) { state.withLock { $0.statuses[code] = status } }
    func share() { state.withLock { $0.isShared = true } }
    func unplugAll() { state.withLock { $0.adapters = [] } }
    func plug(_ index: UInt16) {
        state.withLock { $0.adapters.append(index) }
        tell(0x0004, index)
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
            encrypt: { [self] _ in
                state.withLock { $0.encrypted += 1 }
                return nil
            },
            isShared: { [self] in state.withLock { $0.isShared } }, block: { _ in (false, false) },
            uptime: { [self] in LinkLoop.uptime + state.withLock { $0.uptime } })
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
        let (status, adapters) = state.withLock { state in
            state.commands.append(packet)
            return (state.statuses[packet.code] ?? .success, state.adapters)
        }
        var writer = LittleWriter()
        writer.little(packet.code)
        writer.little(status.rawValue)
        switch packet.code {
        case 0x0003:
            writer.little(UInt16(adapters.count))
            for index in adapters { writer.little(index) }
        case 0x0004:
            writer.bytes += [UInt8(packet.index), 0x44, 0x33, 0x22, 0x11, 0, 9, 2, 0]
            writer.little(ControllerSettings([.lowEnergy, .bondable, .powered]).rawValue)
            writer.little(ControllerSettings.lowEnergy.rawValue)
            writer.bytes += [UInt8](repeating: 0, count: 3 + 249 + 11)
        case 0x0052: writer.bytes += [5, 0]
        default: break
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
