import CLinux
import Glibc
import Runtime
import Signals
import Synchronization

/// The thread that takes connections in, for all listening sockets of a server, and ends those whose time is over.
///
/// The library would do the first itself, but where the process has no descriptors left it asks again without end.
final class AcceptLoop: Sendable {
    /// Milliseconds for a server thread to take over what it was given.
    private static let settlingTime: Int32 = 2

    private let listeners: [Listener]
    /// Seconds between two looks at the deadlines.
    private let interval: Int32
    private let report: @Sendable (Failure) -> Void
    private let waker: Waker
    private let isStopped = Atomic(false)
    private let thread = Mutex<LoopThread?>(nil)

    /// Starts the thread.
    /// - Throws: `Failure` when the system has no more threads or descriptors.
    init(_ listeners: [Listener], interval: Duration, report: @escaping @Sendable (Failure) -> Void) throws {
        self.listeners = listeners
        self.interval = Int32(clamping: Int(max(0.01, min(interval / .seconds(1), 1)) * 1000))
        self.report = report
        waker = try Waker()
        // The loop outlives its thread: `stop` joins it.
        let loop = Unmanaged.passUnretained(self)
        let started = try LoopThread { loop.takeUnretainedValue().run() }
        thread.withLock { $0 = started }
    }

    /// Takes nothing more in and returns when the thread has ended.
    func stop() {
        isStopped.store(true, ordering: .releasing)
        waker.wake()
        thread.withLock { $0 }?.join()
    }

    private func run() {
        var shortage = Shortage()
        var isSettling = false
        while !isStopped.load(ordering: .acquiring) {
            let isPaused = shortage.isPaused(at: .now)
            var waits = [pollfd(fd: waker.readEnd, events: Int16(POLLIN), revents: 0)]
            // A descriptor below zero is passed over.
            waits += listeners.map {
                pollfd(fd: isPaused || isSettling ? -1 : $0.listening, events: Int16(POLLIN), revents: 0)
            }
            let isQuiet = !isPaused && listeners.allSatisfy(\.service.connections.isEmpty)
            _ = poll(&waits, nfds_t(waits.count), isSettling ? Self.settlingTime : isQuiet ? -1 : interval)
            waker.drain()
            isSettling = false
            for (listener, wait) in zip(listeners, waits.dropFirst()) where wait.revents != 0 {
                switch listener.accept() {
                case .on: shortage.isOver()
                case .settling: isSettling = true
                case .shortage(let error):
                    guard shortage.hasBegun(at: .now) else { break }
                    report(
                        Failure(
                            SystemError(error, "accept4"), "No connection can be taken in",
                            advice: "Others are asked to wait. "
                                + "More open files help: LimitNOFILE= of the service, or ulimit -n."))
                }
            }
            for listener in listeners { listener.service.connections.sweep() }
        }
    }
}
