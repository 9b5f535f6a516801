import CLinux
import Runtime
import Signals
import Synchronization

/// Claims a name for this gateway on the local network and answers for it, until it is stopped. When the machine joins
/// a network or its addresses change it goes on with those.
package final class NameResponder: Sendable {
    private let isStopped = Atomic(false)
    private let thread: Mutex<LoopThread?>

    /// Claims the first of some names that no other machine has, and answers from a thread of its own.
    /// - Parameters:
    ///   - names: such as `nightjar.local`, in the order in which they are tried.
    ///   - report: is told when a name belongs to another machine.
    /// - Throws: `Failure` when this machine has no multicast.
    package init(names: [String], report: @escaping @Sendable (String) -> Void) throws {
        let sockets = try NameSockets()
        thread = Mutex(nil)
        let started = try LoopThread { [owner = Unmanaged.passRetained(self)] in
            owner.takeRetainedValue().serve(sockets, names, report)
        }
        thread.withLock { $0 = started }
    }

    /// Ends the thread, within half a second.
    package func stop() {
        isStopped.store(true, ordering: .releasing)
        thread.withLock { $0 }?.join()
    }

    private func serve(_ opened: NameSockets, _ names: [String], _ report: (String) -> Void) {
        var sockets = opened
        defer { sockets.close() }
        let start = ContinuousClock.now
        func now() -> Double { start.duration(to: .now) / .seconds(1) }
        var claim = NameClaim(
            names: names, networks: sockets.networks, now: 0, delay: .random(in: 0...0.25))
        while !isStopped.load(ordering: .acquiring) {
            perform(claim.advance(to: now()), claim, sockets, report)
            switch sockets.hear(within: max(0, min(0.5, claim.deadline - now()))) {
            case .nothing: break
            case .changes:
                sockets.follow()
                let actions = claim.moved(to: sockets.networks, now: now(), delay: .random(in: 0...0.25))
                perform(actions, claim, sockets, report)
            case .datagram(let bytes, let sender):
                guard let message = MulticastDNSMessage(bytes) else { continue }
                // Who asks from another port is a plain resolver, and hears from nobody but us (RFC 6762 section 6.7).
                // What it claims or says counts for nothing (section 11).
                if sender.port != MulticastDNS.port {
                    if let answer = claim.plainAnswer(to: bytes, message, on: sender.interface) {
                        sockets.send(answer, to: sender)
                    }
                } else {
                    perform(claim.received(message, on: sender.interface, now: now()), claim, sockets, report)
                }
            }
        }
        perform(claim.leave(), claim, sockets, report)
    }

    private func perform(
        _ actions: [NameClaim.Action], _ claim: NameClaim, _ sockets: NameSockets, _ report: (String) -> Void
    ) {
        func send(_ message: (MulticastDNS) -> [UInt8]) {
            guard let name = claim.name else { return }
            sockets.send { message(MulticastDNS(name: name, addresses: $0)) }
        }
        for action in actions {
            switch action {
            case .probe: send(\.probe)
            case .announce: send(\.announcement)
            case .sayGoodbye: send(\.goodbye)
            case .won: break
            case .lost(let name):
                let next = claim.name.map { "this one answers to \($0)." } ?? "reach this one by its address."
                report("Another machine on the network is \(name) already; \(next)")
            }
        }
    }
}
