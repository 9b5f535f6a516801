import CLinux
import Glibc
import Runtime
import Signals
import Synchronization

/// The thread that takes connections in, for all listening sockets of a server, and ends those whose time is over.
///
/// The library would do the first itself, but where the process has no descriptors left it asks again without end.
final class AcceptLoop: Sendable {
    /// For a server thread to take over what it was given.
    private static let settlingTime = Duration.milliseconds(2)

    private let listeners: [Listener]
    /// Between two looks at the deadlines.
    private let interval: Duration
    private let report: @Sendable (Failure) -> Void
    private let reactor: Reactor
    private let isStopped = Atomic(false)
    private let thread = Mutex<LoopThread?>(nil)

    /// Starts the thread.
    /// - Throws: `Failure` when the system has no more threads or descriptors.
    init(_ listeners: [Listener], interval: Duration, report: @escaping @Sendable (Failure) -> Void) throws {
        self.listeners = listeners
        self.interval = max(.milliseconds(10), min(interval, .seconds(1)))
        self.report = report
        reactor = try Reactor(waker: try Waker())
        // The loop outlives its thread: `stop` joins it.
        let loop = Unmanaged.passUnretained(self)
        let started = try LoopThread { loop.takeUnretainedValue().run() }
        thread.withLock { $0 = started }
    }

    /// Takes nothing more in and returns when the thread has ended.
    func stop() {
        isStopped.store(true, ordering: .releasing)
        reactor.waker.wake()
        thread.withLock { $0 }?.join()
    }

    private func run() {
        var shortage = Shortage()
        var isSettling = false
        while !isStopped.load(ordering: .acquiring) {
            let isPaused = shortage.isPaused(at: .now)
            reactor.watch(
                only: isPaused || isSettling
                    ? [] : listeners.enumerated().map { .init($1.listening, token: UInt64($0), for: .input) })
            let isQuiet = !isPaused && listeners.allSatisfy(\.service.connections.isEmpty)
            let ready = reactor.wait(atMost: isSettling ? Self.settlingTime : isQuiet ? nil : interval)
            isSettling = false
            for event in ready {
                switch listeners[Int(event.token)].accept() {
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
