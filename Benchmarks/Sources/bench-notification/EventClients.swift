import Glibc
import Runtime

/// Clients of the event stream over the gateway's socket, all read by one thread, as pages would from theirs.
final class EventClients: @unchecked Sendable {  // The descriptors never change; `bytes` is read after `stop`.
    private let descriptors: [Int32]
    private let stopping: (reader: Int32, writer: Int32)
    private var thread = pthread_t()
    /// Bytes that came.
    private(set) var bytes = 0

    /// Connects `count` clients and waits until each has been answered.
    init(count: Int, socket path: String) {
        descriptors = (0..<count).map { _ in Self.connect(path) }
        var ends: [Int32] = [-1, -1]
        pipe(&ends)
        stopping = (ends[0], ends[1])
        pthread_create(&thread, nil, readEvents, Unmanaged.passUnretained(self).toOpaque())
    }

    /// Disconnects them.
    func stop() {
        write(stopping.writer, "x", 1)
        pthread_join(thread, nil)
        for descriptor in descriptors + [stopping.reader, stopping.writer] { close(descriptor) }
    }

    fileprivate func read() {
        var polls = (descriptors + [stopping.reader]).map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while poll(&polls, nfds_t(polls.count), -1) >= 0, polls[descriptors.count].revents == 0 {
            for entry in polls where entry.revents != 0 {
                bytes += max(0, Glibc.read(entry.fd, &buffer, buffer.count))
            }
        }
    }

    private static func connect(_ path: String) -> Int32 {
        guard let descriptor = try? UnixSocket.connect(path).take() else {
            print("nobody answers at \(path)")
            exit(1)
        }
        // The answer is waited for here; later `poll` says what there is to read.
        _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) & ~O_NONBLOCK)
        let request = Array("GET /api/v1/live/stream HTTP/1.1\r\nHost: localhost\r\n\r\n".utf8)
        var answer = [UInt8](repeating: 0, count: 64)
        guard write(descriptor, request, request.count) == request.count,
            Glibc.read(descriptor, &answer, answer.count) > 0
        else {
            print("no event stream on \(path)")
            exit(1)
        }
        return descriptor
    }
}

private func readEvents(_ context: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    if let context { Unmanaged<EventClients>.fromOpaque(context).takeUnretainedValue().read() }
    return nil
}
