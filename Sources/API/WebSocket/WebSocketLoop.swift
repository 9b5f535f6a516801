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

    private let reactor: Reactor
    private let state = Mutex(State())

    /// A loop without sockets.
    /// - Throws: `Failure` when the system has no more descriptors.
    init() throws { reactor = try Reactor(waker: try Waker()) }

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
        if isTaken { reactor.waker.wake() }
        return isTaken
    }

    /// Has the loop send what was queued for a socket; callable from any thread.
    func wake(_ socket: WebSocket) {
        state.withLock { _ = $0.woken.insert(ObjectIdentifier(socket)) }
        reactor.waker.wake()
    }

    /// Ends all sockets and the thread; returns when they are gone. The library must not be stopped before.
    func stop() {
        let thread = state.withLock { state in
            state.isStopped = true
            return state.thread
        }
        reactor.waker.wake()
        thread?.join()
    }

    private func run() {
        // By a number that none had before.
        var sockets: [UInt64: WebSocket] = [:]
        var last: UInt64 = 0
        var ticked = ContinuousClock.now
        while true {
            let ready = wait(for: sockets)
            let (arriving, woken, isStopped) = state.withLock { state in
                defer { (state.arriving, state.woken) = ([], []) }
                return (state.arriving, state.woken, state.isStopped)
            }
            for socket in arriving {
                last += 1
                sockets[last] = socket
                socket.open()
            }
            let new = Set(arriving.map(ObjectIdentifier.init))
            for (number, socket) in sockets {
                let isNew = new.contains(ObjectIdentifier(socket))
                let event = ready[number]
                guard event != nil || isNew || woken.contains(ObjectIdentifier(socket)) else { continue }
                let canRead = event.map { $0.isReadable || $0.hasFailed } ?? isNew
                guard !socket.turn(canRead: canRead) else { continue }
                sockets[number] = nil
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
    /// - Returns: what is ready, by number.
    private func wait(for sockets: [UInt64: WebSocket]) -> [UInt64: Reactor.Event] {
        reactor.watch(only: sockets.map { .init($1.descriptor, token: $0, for: $1.interest) })
        let ready = reactor.wait(atMost: sockets.isEmpty ? nil : .seconds(1))
        return Dictionary(ready.map { ($0.token, $0) }) { first, _ in first }
    }
}
