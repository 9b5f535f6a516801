import CLinux
import Glibc
import Runtime
import Signals
import Synchronization

/// Claims a name for this box on the local network and answers for it, until it is stopped.
public final class NameResponder: Sendable {
    private let isStopped = Atomic(false)
    private let thread: Mutex<LoopThread?>

    /// Claims the first of some names that no other machine has, and answers from a thread of its own.
    /// - Parameters:
    ///   - names: such as `nightjar.local`, in the order in which they are tried.
    ///   - report: is told when a name belongs to another machine.
    /// - Throws: `Failure` when there is no network, or no multicast on it.
    public init(names: [String], report: @escaping @Sendable (String) -> Void) throws {
        let sockets = try Sockets()
        thread = Mutex(nil)
        let started = try LoopThread { [owner = Unmanaged.passRetained(self)] in
            owner.takeRetainedValue().serve(sockets, names, report)
        }
        thread.withLock { $0 = started }
    }

    /// Ends the thread, within half a second.
    public func stop() {
        isStopped.store(true, ordering: .releasing)
        thread.withLock { $0 }?.join()
    }

    private func serve(_ sockets: Sockets, _ names: [String], _ report: (String) -> Void) {
        defer { sockets.close() }
        let start = ContinuousClock.now
        func now() -> Double { start.duration(to: .now) / .seconds(1) }
        var claim = NameClaim(
            names: names, addresses: sockets.interfaces.flatMap(\.addressBytes), now: 0, delay: .random(in: 0...0.25))
        var buffer = [UInt8](repeating: 0, count: 9000)
        while !isStopped.load(ordering: .acquiring) {
            perform(claim.advance(to: now()), claim, sockets, report)
            let patience = Int32(max(0, min(0.5, claim.deadline - now())) * 1000) + 1
            var sender = nj_sender()
            let count = nj_receive_waiting(sockets.four, sockets.six, &buffer, buffer.count, patience, &sender)
            guard count > 0 else { continue }
            let bytes = Array(buffer[..<min(count, buffer.count)])
            guard let message = MulticastDNSMessage(bytes) else { continue }
            // Who asks from another port is a plain resolver, and hears from nobody but us (RFC 6762 section 6.7). What
            // it claims or says counts for nothing (section 11).
            if sender.port != MulticastDNS.port {
                guard claim.isHeld, let dns = claim.dns, dns.isAsked(message) else { continue }
                let answer = dns.plainAnswer(
                    to: bytes, kind: message.questions.first { $0.name == dns.name }?.kind ?? 1)
                _ = nj_send_back(&sender, answer, answer.count)
            } else {
                perform(claim.received(message, now: now()), claim, sockets, report)
            }
        }
    }

    private func perform(
        _ actions: [NameClaim.Action], _ claim: NameClaim, _ sockets: Sockets, _ report: (String) -> Void
    ) {
        for action in actions {
            switch action {
            case .probe: sockets.send { MulticastDNS(name: claim.dns?.name ?? "", addresses: $0).probe }
            case .announce: sockets.send { MulticastDNS(name: claim.dns?.name ?? "", addresses: $0).announcement }
            case .won: break
            case .lost(let name):
                let next = claim.dns.map { "this one answers to \($0.name)." } ?? "reach this one by its address."
                report("Another machine on the network is \(name) already; \(next)")
            }
        }
    }

    /// One socket for each family that this machine has, on all its networks.
    private struct Sockets {
        let interfaces: [NetworkInterface]
        let four: Int32
        let six: Int32

        init() throws {
            let interfaces = NetworkInterface.all
            func open(_ isSix: Bool) -> Int32 {
                let indices = interfaces.filter { $0.addresses.contains { $0.contains(":") == isSix } }.map(\.index)
                return indices.isEmpty ? -1 : nj_multicast_dns(isSix ? 1 : 0, indices, indices.count)
            }
            self.interfaces = interfaces
            four = open(false)
            six = open(true)
            guard four >= 0 || six >= 0 else {
                throw Failure(.failed, "Nobody is told the name of this box: there is no network with multicast.")
            }
        }

        func close() { for socket in [four, six] where socket >= 0 { Glibc.close(socket) } }

        /// Sends to the group on each network what is true there.
        func send(_ message: ([[UInt8]]) -> [UInt8]) {
            for interface in interfaces {
                let bytes = message(interface.addressBytes)
                for (socket, isSix) in [(four, Int32(0)), (six, 1)] where socket >= 0 {
                    _ = nj_multicast_send(socket, isSix, interface.index, bytes, bytes.count)
                }
            }
        }
    }
}
