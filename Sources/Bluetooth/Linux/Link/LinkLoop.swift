import CLinux
import Glibc
import Runtime
import Signals
import Synchronization

/// One thread on which all links and the management socket are waited for, and on which the actor that owns them runs:
/// what the kernel has arrives without a hop between threads.
final class LinkLoop: SerialExecutor, @unchecked Sendable {
    /// Why the handler is called.
    enum Wake: Sendable {
        /// The descriptor registered under `token` is ready.
        case ready(token: UInt64, readable: Bool, writable: Bool, failed: Bool)
        /// Every pending event has been handled: callers that wait for a time set it by ``setAlarm(_:)`` now.
        case settled
    }

    private struct Waiting {
        var jobs: [UnownedJob] = []
        var isStopped = false
    }

    private let reactor: Reactor
    private let waiting = Mutex(Waiting())
    // `@unchecked Sendable`: `alarm` and `thread` are touched only on the loop's thread, which sets `thread` first of all.
    private var alarm: Duration?
    private var thread: pthread_t?

    /// A loop whose thread does not run yet.
    /// - Throws: `Failure` when the system has no more descriptors.
    init() throws(Failure) { reactor = try Reactor(waker: try Waker()) }

    /// Starts the thread; `handler` is called on it.
    func start(_ handler: @escaping @Sendable (Wake) -> Void) throws {
        _ = try LoopThread { [self] in run(handler) }
    }

    /// Ends the thread after what it has been given so far.
    func stop() {
        waiting.withLock { $0.isStopped = true }
        reactor.waker.wake()
    }

    /// Waits for input on a descriptor, and for room to write when asked to; false when the kernel refuses. As
    /// ``forget(_:)`` only on the loop's thread.
    @discardableResult
    func watch(_ descriptor: Int32, token: UInt64, writable: Bool) -> Bool {
        reactor.watch(.init(descriptor, token: token, for: writable ? [.input, .output] : .input))
    }

    /// Waits for the descriptor of a token no longer; to be called before that is closed.
    func forget(_ token: UInt64) { reactor.forget(token) }

    /// Asks for ``Wake/settled`` after so long at the latest; nil for whenever something comes. Only on the loop's thread.
    func setAlarm(in time: Duration?) { alarm = time }

    /// The time of the monotonic clock.
    static var uptime: Duration {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
    }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        waiting.withLock { $0.jobs.append(job) }
        reactor.waker.wake()
    }

    func checkIsolated() {
        precondition(isOwnThread, "only on the radio's thread")
    }

    func isIsolatingCurrentContext() -> Bool? { isOwnThread }

    private var isOwnThread: Bool { thread.map { pthread_equal($0, pthread_self()) != 0 } ?? false }

    private func run(_ handler: @Sendable (Wake) -> Void) {
        thread = pthread_self()
        while true {
            let (jobs, isStopped) = waiting.withLock { waiting in
                defer { waiting.jobs.removeAll(keepingCapacity: true) }
                return (waiting.jobs, waiting.isStopped)
            }
            for job in jobs { job.runSynchronously(on: asUnownedSerialExecutor()) }
            guard !isStopped else {
                if jobs.isEmpty { return } else { continue }
            }
            handler(.settled)
            for event in reactor.wait(atMost: alarm) {
                handler(
                    .ready(
                        token: event.token, readable: event.isReadable, writable: event.isWritable,
                        failed: event.hasFailed))
            }
        }
    }
}
