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

    private static let wakerToken = UInt64.max

    private let poller: Int32
    private let waker: Int32
    private let waiting = Mutex(Waiting())
    // `@unchecked Sendable`: `alarm` and `thread` are touched only on the loop's thread, which sets `thread` first of all.
    private var alarm: Duration?
    private var thread: pthread_t?

    /// A loop whose thread does not run yet.
    /// - Throws: `Failure` when the system has no more descriptors.
    init() throws(Failure) {
        poller = epoll_create1(Int32(EPOLL_CLOEXEC))
        waker = eventfd(0, Int32(EFD_CLOEXEC | EFD_NONBLOCK))
        guard poller >= 0, waker >= 0, watch(waker, token: Self.wakerToken, writable: false) else {
            throw Failure(SystemError(errno, "epoll_create1"), "The radio cannot wait for its sockets")
        }
    }

    deinit {
        close(poller)
        close(waker)
    }

    /// Starts the thread; `handler` is called on it.
    func start(_ handler: @escaping @Sendable (Wake) -> Void) throws {
        _ = try LoopThread { [self] in run(handler) }
    }

    /// Ends the thread after what it has been given so far.
    func stop() {
        waiting.withLock { $0.isStopped = true }
        wake()
    }

    /// Waits for input on a descriptor, and for room to write when asked to; false when the kernel refuses.
    @discardableResult
    func watch(_ descriptor: Int32, token: UInt64, writable: Bool) -> Bool {
        var event = epoll_event()
        event.events = EPOLLIN.rawValue | EPOLLRDHUP.rawValue | (writable ? EPOLLOUT.rawValue : 0)
        event.data.u64 = token
        if epoll_ctl(poller, EPOLL_CTL_MOD, descriptor, &event) == 0 { return true }
        return epoll_ctl(poller, EPOLL_CTL_ADD, descriptor, &event) == 0
    }

    /// Stops watching a descriptor.
    func forget(_ descriptor: Int32) {
        var event = epoll_event()
        _ = epoll_ctl(poller, EPOLL_CTL_DEL, descriptor, &event)
    }

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
        wake()
    }

    func checkIsolated() {
        precondition(isOwnThread, "only on the radio's thread")
    }

    func isIsolatingCurrentContext() -> Bool? { isOwnThread }

    private var isOwnThread: Bool { thread.map { pthread_equal($0, pthread_self()) != 0 } ?? false }

    private func wake() {
        // A full counter is fine: the thread will wake anyway.
        var one: UInt64 = 1
        _ = write(waker, &one, 8)
    }

    private func run(_ handler: @Sendable (Wake) -> Void) {
        thread = pthread_self()
        var events = [epoll_event](repeating: epoll_event(), count: 64)
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
            let count = epoll_wait(poller, &events, Int32(events.count), timeout)
            guard count >= 0 || errno == EINTR else { return }
            for event in events.prefix(Int(max(0, count))) { deliver(event, to: handler) }
        }
    }

    private func deliver(_ event: epoll_event, to handler: @Sendable (Wake) -> Void) {
        guard event.data.u64 != Self.wakerToken else {
            var count: UInt64 = 0
            _ = read(waker, &count, 8)
            return
        }
        let hasFailed = event.events & (EPOLLERR.rawValue | EPOLLHUP.rawValue) != 0
        handler(
            .ready(
                token: event.data.u64, readable: event.events & (EPOLLIN.rawValue | EPOLLRDHUP.rawValue) != 0,
                writable: event.events & EPOLLOUT.rawValue != 0, failed: hasFailed))
    }

    /// Milliseconds until the alarm, rounded up so as not to spin; -1 for ever. Jobs that came since wake the thread.
    private var timeout: Int32 {
        guard let alarm else { return -1 }
        let left = max(.zero, alarm)
        let (seconds, attoseconds) = left.components
        let milliseconds = min(seconds, 3600) * 1000 + (attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000
        return Int32(clamping: milliseconds)
    }
}
