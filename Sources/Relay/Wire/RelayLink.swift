import Glibc
import Signals

/// One end of a connection, used by one thread.
final class RelayLink {
    enum Input {
        case packets([RelayPacket])
        /// The packets before the damage, which ends the connection.
        case malformed([RelayPacket], DecodeError)
        case ended([RelayPacket])
    }

    /// Bytes that may wait for the reader; one that is further behind is cut off, so that it costs nobody else anything.
    let outgoingLimit: Int
    let descriptor: Int32
    private var decoder = RelayFrameDecoder()
    private var outgoing: [UInt8] = []
    private var sent = 0

    /// Takes over a non-blocking socket.
    init(_ descriptor: Int32, outgoingLimit: Int = 8 << 20) {
        self.descriptor = descriptor
        self.outgoingLimit = outgoingLimit
    }

    deinit { close(descriptor) }

    var hasOutgoing: Bool { sent < outgoing.count }

    /// Whether so much waits for the reader that nothing more should be asked of it.
    var isBehind: Bool { outgoing.count - sent > outgoingLimit / 2 }

    func queue(_ packet: RelayPacket) { outgoing += packet.frame }

    /// Sends what can be sent now.
    /// - Returns: False when the connection is dead or its reader too far behind.
    func flush() -> Bool {
        while hasOutgoing {
            let count = outgoing[sent...].withUnsafeBytes {
                send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            if count < 0 && errno == EINTR { continue }
            if count < 0 && errno == EAGAIN { break }
            guard count > 0 else { return false }
            sent += count
        }
        if sent > 0 {
            outgoing.removeFirst(sent)
            sent = 0
        }
        return outgoing.count <= outgoingLimit
    }

    /// Reads what is there, up to a part of a second's worth, so that one talker cannot keep the loop to itself.
    func receive() -> Input {
        var packets: [RelayPacket] = []
        var buffer = [UInt8](repeating: 0, count: 65_536)
        for _ in 0..<8 {
            let count = recv(descriptor, &buffer, buffer.count, 0)
            if count < 0 && errno == EINTR { continue }
            if count < 0 && errno == EAGAIN { break }
            guard count > 0 else { return .ended(packets) }
            decoder.append(buffer[..<count])
            do throws(DecodeError) {
                while let frame = try decoder.next() {
                    packets.append(try RelayPacket(kind: frame.kind, body: frame.body))
                }
            } catch { return .malformed(packets, error) }
        }
        return .packets(packets)
    }
}
