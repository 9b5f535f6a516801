import Glibc
import Runtime
import Signals
import Synchronization

/// The thread of all WebSockets of a server; it begins with the first one and is there until the server stops.
final class WebSocketLoop: Sendable {
    private struct State {
        var thread: LoopThread?
        var arriving: [WebSocket] = []
        var woken: Set<ObjectIdentifier> = []
        var isStopped = false
    }

    /// The two ends of the pipe that wakes the thread.
    private let (bell, rope): (Int32, Int32)
    private let state = Mutex(State())

    /// A loop without sockets.
    /// - Throws: `Failure` when the system has no more descriptors.
    init() throws {
        var ends: [Int32] = [-1, -1]
        guard pipe2(&ends, O_NONBLOCK | O_CLOEXEC) == 0 else {
            throw Failure(SystemError(errno, "pipe2"), "WebSockets cannot be waited for")
        }
        (bell, rope) = (ends[0], ends[1])
    }

    deinit {
        close(bell)
        close(rope)
    }

    /// Takes a socket over.
    /// - Returns: False when the server is stopping, or the system has no more threads; the socket is the caller's then.
    func add(_ socket: WebSocket) -> Bool {
        let isTaken = state.withLock { state in
            guard !state.isStopped else { return false }
            if state.thread == nil {
                // The loop outlives its thread: `stop` joins it.
                let loop = Unmanaged.passUnretained(self)
                guard let thread = try? LoopThread({ loop.takeUnretainedValue().run() }) else { return false }
                state.thread = thread
            }
            state.arriving.append(socket)
            return true
        }
        if isTaken { ring() }
        return isTaken
    }

    /// Has the loop send what was queued for a socket; callable from any thread.
    func wake(_ socket: WebSocket) {
        state.withLock { _ = $0.woken.insert(ObjectIdentifier(socket)) }
        ring()
    }

    /// Ends all sockets and the thread; returns when they are gone. The library must not be stopped before.
    func stop() {
        let thread = state.withLock { state in
            state.isStopped = true
            return state.thread
        }
        ring()
        thread?.join()
    }

    private func ring() {
        var byte: UInt8 = 1
        // A full pipe is fine: the thread will wake anyway.
        _ = write(rope, &byte, 1)
    }

    private func run() {
        var sockets: [Int32: WebSocket] = [:]
        var ticked = ContinuousClock.now
        while true {
            let ready = wait(for: sockets)
            let (arriving, woken, isStopped) = state.withLock { state in
                defer { (state.arriving, state.woken) = ([], []) }
                return (state.arriving, state.woken, state.isStopped)
            }
            for socket in arriving {
                sockets[socket.descriptor] = socket
                socket.open()
            }
            let new = Set(arriving.map(ObjectIdentifier.init))
            for socket in Array(sockets.values) {
                let isNew = new.contains(ObjectIdentifier(socket))
                let events = ready[socket.descriptor] ?? 0
                guard events != 0 || isNew || woken.contains(ObjectIdentifier(socket)) else { continue }
                guard !socket.turn(canRead: isNew || events & ~Int16(POLLOUT) != 0) else { continue }
                sockets[socket.descriptor] = nil
                socket.shut()
            }
            if isStopped { break }
            if ContinuousClock.now - ticked >= .seconds(1) {
                ticked = ContinuousClock.now
                for socket in sockets.values { socket.tick() }
            }
        }
        for socket in sockets.values {
            socket.close(1001, "The gateway is being stopped.")
            _ = socket.turn(canRead: false)
            socket.shut()
        }
        for socket in state.withLock({ $0.arriving }) { socket.shut() }
    }

    /// Waits until something can be done, for a second at most while there are sockets.
    /// - Returns: what is ready, by descriptor.
    private func wait(for sockets: [Int32: WebSocket]) -> [Int32: Int16] {
        var waits = [pollfd(fd: bell, events: Int16(POLLIN), revents: 0)]
        waits += sockets.map { pollfd(fd: $0.key, events: $0.value.interest, revents: 0) }
        guard poll(&waits, nfds_t(waits.count), sockets.isEmpty ? -1 : 1000) > 0 else { return [:] }
        if waits[0].revents != 0 {
            var bytes = [UInt8](repeating: 0, count: 64)
            while read(bell, &bytes, bytes.count) > 0 {}
        }
        return Dictionary(waits.dropFirst().filter { $0.revents != 0 }.map { ($0.fd, $0.revents) }) { first, _ in first
        }
    }
}
