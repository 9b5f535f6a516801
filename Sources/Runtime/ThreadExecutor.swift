import CLinux
import Glibc

/// A few threads that run the tasks given to them, away from the threads that all others share: for work that computes
/// or blocks for long, and for work that must not wait behind such. With one thread, what it is given runs one after the
/// other.
///
/// ```swift
/// let background = ThreadExecutor()
/// Task(executorPreference: background) { … }
/// ```
///
/// A thread is there while there is work and goes when there has been none for some seconds.
public final class ThreadExecutor: TaskExecutor, @unchecked Sendable {
    /// How much an executor has to do.
    public struct Load: Hashable, Sendable {
        /// Threads there are now.
        public var threads = 0
        /// Pieces of work that wait for a thread.
        public var waiting = 0
        /// The most that have waited at once.
        public var mostWaiting = 0
    }

    /// How long a thread waits for more, in seconds.
    private static let linger = 5

    /// The most threads at once.
    public let width: Int
    private let mayWaitForDisk: Bool
    // `@unchecked Sendable`: everything below is touched only while `mutex` is held.
    private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    private let hasWork = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
    private var jobs: [UnownedJob] = []
    /// Jobs at the front of `jobs` that were taken.
    private var taken = 0
    private var idle = 0
    private var state = Load()

    /// An executor without a thread yet.
    /// - Parameters:
    ///   - threads: how many there are at most, at least one.
    ///   - mayWaitForDisk: whether what runs here may wait for a disk; see ``DiskWait``.
    public init(threads: Int = 1, mayWaitForDisk: Bool = true) {
        width = max(1, threads)
        self.mayWaitForDisk = mayWaitForDisk
        pthread_mutex_init(mutex, nil)
        var attributes = pthread_condattr_t()
        pthread_condattr_init(&attributes)
        pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
        pthread_cond_init(hasWork, &attributes)
        pthread_condattr_destroy(&attributes)
    }

    deinit {
        pthread_cond_destroy(hasWork)
        pthread_mutex_destroy(mutex)
        hasWork.deallocate()
        mutex.deallocate()
    }

    /// What it has to do now.
    public var load: Load {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        return state
    }

    /// Takes a piece of work; what the tasks call.
    public func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        pthread_mutex_lock(mutex)
        jobs.append(job)
        state.waiting = jobs.count - taken
        state.mostWaiting = max(state.mostWaiting, state.waiting)
        let isShort = state.waiting > idle && state.threads < width
        if isShort { state.threads += 1 } else { pthread_cond_signal(hasWork) }
        pthread_mutex_unlock(mutex)
        if isShort { start() }
    }

    private func start() {
        var thread = pthread_t()
        let context = Unmanaged.passRetained(self)
        guard pthread_create(&thread, nil, runExecutorThread, context.toOpaque()) == 0 else {
            // No thread to be had: better here and now than never.
            return context.takeRetainedValue().run(lingering: false)
        }
        pthread_detach(thread)
    }

    fileprivate func run(lingering: Bool = true) {
        let before = nj_may_wait_for_disk(mayWaitForDisk)
        defer { nj_may_wait_for_disk(before) }
        while let job = next(lingering) { job.runSynchronously(on: asUnownedTaskExecutor()) }
    }

    /// The work that waits longest; nil when the thread is to end.
    private func next(_ lingers: Bool) -> UnownedJob? {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        var deadline = timespec()
        clock_gettime(CLOCK_MONOTONIC, &deadline)
        deadline.tv_sec += Self.linger
        while lingers, taken == jobs.count {
            idle += 1
            let result = pthread_cond_timedwait(hasWork, mutex, &deadline)
            idle -= 1
            if result != 0 { break }
        }
        guard taken < jobs.count else {
            state.threads -= 1
            return nil
        }
        let job = jobs[taken]
        taken += 1
        if taken == jobs.count { (jobs, taken) = ([], 0) }
        if taken > 64, taken * 2 > jobs.count {
            jobs.removeFirst(taken)
            taken = 0
        }
        state.waiting = jobs.count - taken
        return job
    }
}

/// Whether the thread that runs may wait for a disk. A thread that others wait for, such as a radio's or a server's, may
/// not; threads of a ``ThreadExecutor`` may, unless it was made otherwise.
public enum DiskWait {
    /// Whether this thread was made for waiting.
    public static var isAllowedHere: Bool { nj_waits_for_disk() }
}

/// The thread's body; a function of the file because C calls it.
private func runExecutorThread(_ context: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    if let context { Unmanaged<ThreadExecutor>.fromOpaque(context).takeRetainedValue().run() }
    return nil
}
