import Glibc

/// The open management channel; one message per read and write.
final class ControlSocket {
    let descriptor: Int32
    private var buffer = [UInt8](repeating: 0, count: 4096)

    init(_ descriptor: Int32) { self.descriptor = descriptor }

    deinit { close(descriptor) }

    /// The next message; nil when there is none for now, or none to be understood.
    func next() -> Reading {
        let count = recv(descriptor, &buffer, buffer.count, Int32(MSG_DONTWAIT) | Int32(MSG_TRUNC))
        if count < 0 { return errno == EINTR ? .malformed : errno == EAGAIN ? .empty : .ended }
        guard count > 0 else { return .ended }
        if count > buffer.count {
            // The longest there can be: the next will fit.
            buffer = [UInt8](repeating: 0, count: ManagementPacket.limit)
            return .malformed
        }
        return (try? ManagementPacket(Array(buffer[..<count]))).map { .packet($0) } ?? .malformed
    }

    enum Reading {
        case packet(ManagementPacket)
        case malformed, empty, ended
    }

    /// Gives a command; an error number when the kernel does not take it.
    func send(_ packet: ManagementPacket) -> Int32? {
        let bytes = packet.bytes
        let count = Glibc.send(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL))
        // A command refused for lack of permission counts as 0 bytes; its answer says so.
        return count >= 0 ? nil : errno
    }
}
