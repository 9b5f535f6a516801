import CLinux
import Glibc
import Runtime
import Signals
import Synchronization

/// Answers on the local network for the name of this box, until it is stopped.
public final class NameResponder: Sendable {
    private let isStopped = Atomic(false)

    /// Says who it is and answers from a thread of its own.
    /// - Throws: `Failure` when there is no network, or no multicast on it.
    public init(name: String) throws {
        let (socket, addresses) = try Self.open()
        let responder = MulticastDNS(name: name, addresses: addresses.compactMap(Self.bytes))
        thread = Mutex(nil)
        let started = try LoopThread { [isStopped = Unmanaged.passRetained(self)] in
            let owner = isStopped.takeRetainedValue()
            owner.serve(socket, addresses, responder)
        }
        thread.withLock { $0 = started }
    }

    private let thread: Mutex<LoopThread?>

    /// Ends the thread, within half a second.
    public func stop() {
        isStopped.store(true, ordering: .releasing)
        thread.withLock { $0 }?.join()
    }

    private func serve(_ socket: Int32, _ addresses: [String], _ responder: MulticastDNS) {
        defer { close(socket) }
        // Twice, a second apart (RFC 6762 section 8.3).
        var announcements = 2
        var quiet = 0
        var buffer = [UInt8](repeating: 0, count: 9000)
        while !isStopped.load(ordering: .acquiring) {
            if announcements > 0, quiet % 2 == 0 {
                announcements -= 1
                for address in addresses { send(responder.announcement, socket, address) }
            }
            var sender = nj_sender()
            let count = nj_receive_waiting(socket, &buffer, buffer.count, 500, &sender)
            quiet += 1
            guard count > 0 else { continue }
            let message = Array(buffer[..<min(count, buffer.count)])
            // Who asks from another port is a plain resolver, and hears from nobody but us (RFC 6762 section 6.7).
            if sender.port != MulticastDNS.port {
                guard let answer = responder.plainAnswer(to: message) else { continue }
                _ = nj_send_back(socket, sender, answer, answer.count)
            } else if let answer = responder.answer(to: message) {
                for address in addresses { send(answer, socket, address) }
            }
        }
    }

    private func send(_ bytes: [UInt8], _ socket: Int32, _ address: String) {
        _ = nj_multicast_send(socket, address, bytes, bytes.count)
    }

    private static func open() throws -> (Int32, [String]) {
        let addresses = NetworkInterface.addresses
        let copies = addresses.map { strdup($0) }
        defer { for copy in copies { free(copy) } }
        var pointers = copies.map { UnsafePointer<CChar>($0) }
        let socket = nj_multicast_dns(&pointers, pointers.count)
        guard socket >= 0 else {
            throw Failure(.failed, "Nobody is told the name of this box: there is no network with multicast.")
        }
        return (socket, addresses)
    }

    private static func bytes(_ address: String) -> [UInt8]? {
        let bytes = address.split(separator: ".").compactMap { UInt8($0) }
        return bytes.count == 4 ? bytes : nil
    }
}
