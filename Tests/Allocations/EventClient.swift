import Glibc
import Runtime
import Signals

/// Somebody who listens to the live events over the gateway's socket, and takes nothing from the heap while doing so.
final class EventClient {
    /// How it listens.
    enum Kind: String {
        case stream = "event stream"
        case webSocket = "WebSocket"
    }

    private let kind: Kind
    private let descriptor: Int32
    private let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 1)

    /// Connects and takes what a client is told at first.
    init(_ kind: Kind, socket path: String) throws {
        self.kind = kind
        descriptor = try UnixSocket.connect(path).take()
        _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) & ~O_NONBLOCK)
        var request = "Host: localhost\r\n"
        switch kind {
        case .stream: request = "GET /api/v1/live/stream HTTP/1.1\r\n" + request
        case .webSocket:
            request = "GET /api/v1/ws/live HTTP/1.1\r\n" + request + "Connection: Upgrade\r\nUpgrade: websocket\r\n"
            request += "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
        }
        let bytes = Array((request + "\r\n").utf8)
        guard write(descriptor, bytes, bytes.count) == bytes.count else { throw Self.failure }
        guard read(descriptor, buffer.baseAddress, buffer.count) > 12 else { throw Self.failure }
        let status = String(decoding: buffer.prefix(12), as: UTF8.self)
        guard status == "HTTP/1.1 200" || status == "HTTP/1.1 101" else { throw Failure(.failed, "\(kind): \(status)") }
        // The state as it is now, in one piece or several.
        var quiet = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        while poll(&quiet, 1, 300) > 0 {
            guard read(descriptor, buffer.baseAddress, buffer.count) > 0 else { throw Self.failure }
        }
    }

    deinit {
        close(descriptor)
        buffer.deallocate()
    }

    /// Waits for an event: what ends as one does.
    func receive() throws {
        var count = 0
        repeat {
            let room = UnsafeMutableRawBufferPointer(rebasing: buffer[count...])
            let more = read(descriptor, room.baseAddress, room.count)
            guard more > 0 else { throw Self.failure }
            count += more
        } while !isWhole(count)
    }

    /// An event of a stream ends with an empty line and the end of its chunk; a message of a WebSocket has its length first.
    private func isWhole(_ count: Int) -> Bool {
        guard count >= 4 else { return false }
        switch kind {
        case .stream:
            return buffer[(count - 4)..<count].elementsEqual("\n\n\r\n".utf8)
        case .webSocket:
            let (length, head) =
                buffer[1] < 126 ? (Int(buffer[1]), 2) : (Int(buffer[2]) << 8 | Int(buffer[3]), 4)
            return count >= head + length
        }
    }

    private static var failure: Failure { Failure(.failed, "The gateway sent no event.") }
}
