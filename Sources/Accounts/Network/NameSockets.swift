import CLinux
import Glibc
import Runtime
import Signals

/// The sockets of multicast DNS on all networks that this machine is on, also those that it joins later.
struct NameSockets {
    /// What a wait ended with.
    enum Heard {
        case nothing
        /// The kernel reported a change of networks or addresses.
        case changes
        /// A datagram, and where it came from.
        case datagram([UInt8], nj_sender)
    }

    private let four = nj_multicast_dns(0)
    private let six = nj_multicast_dns(1)
    private let changes = nj_address_changes()
    private var buffer = [UInt8](repeating: 0, count: 9000)
    /// The addresses of each network by its number, 4 or 16 bytes each.
    private(set) var networks: [UInt32: [[UInt8]]] = [:]

    init() throws {
        guard four >= 0 || six >= 0 else {
            throw Failure(.failed, "Nobody is told the name of this box: there is no multicast on this machine.")
        }
        follow()
    }

    /// Looks which networks and addresses there are now.
    mutating func follow() {
        networks = [:]
        for interface in NetworkInterface.all {
            networks[interface.index] = interface.addressBytes.sorted { $0.lexicographicallyPrecedes($1) }
            if four >= 0 { _ = nj_multicast_join(four, 0, interface.index) }
            if six >= 0 { _ = nj_multicast_join(six, 1, interface.index) }
        }
    }

    /// Waits for a datagram or a change, for `seconds` at most.
    mutating func hear(within seconds: Double) -> Heard {
        var sender = nj_sender()
        let count = nj_receive_waiting([four, six, changes], &buffer, buffer.count, Int32(seconds * 1000) + 1, &sender)
        if sender.has_changes != 0 { return .changes }
        return count > 0 ? .datagram(Array(buffer[..<min(count, buffer.count)]), sender) : .nothing
    }

    /// Sends to the group on each network what is true there.
    func send(_ message: ([[UInt8]]) -> [UInt8]) {
        for (index, addresses) in networks {
            let bytes = message(addresses)
            for (socket, isSix) in [(four, Int32(0)), (six, 1)] where socket >= 0 {
                _ = nj_multicast_send(socket, isSix, index, bytes, bytes.count)
            }
        }
    }

    /// Sends to who sent a datagram.
    func send(_ bytes: [UInt8], to sender: nj_sender) {
        var sender = sender
        _ = nj_send_back(&sender, bytes, bytes.count)
    }

    func close() { for socket in [four, six, changes] where socket >= 0 { Glibc.close(socket) } }
}
