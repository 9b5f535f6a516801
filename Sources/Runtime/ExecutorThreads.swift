import CLinux
import Glibc

/// The threads of a ``ThreadExecutor`` and the work that waits for them. Threads keep this and not the executor, so that
/// an executor that nobody uses goes, and they with it.
final class ExecutorThreads: @unchecked Sendable {
    /// How long a thread but the last waits for more, in seconds.
    private static let linger = 5

    let width: Int
    private let mayWaitForDisk: Bool
    private let mayMakeThread: @Sendable () -> Bool
    // `@unchecked Sendable`: everything below is touched only while `mutex` is held.
    private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    private let hasWork = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
    /// Each with its executor, which must be there while it runs.
    private var jobs: [(job: UnownedJob, executor: ThreadExecutor)] = []
    /// Jobs at the front of `jobs` that were taken.
    private var taken = 0
    private var idle = 0
    private var isOver = false
    private var state = ThreadExecutor.Load()

    init(width: Int, mayWaitForDisk: Bool, mayMakeThread: @escaping @Sendable () -> Bool) {
        self.width = width
        self.mayWaitForDisk = mayWaitForDisk
        self.mayMakeThread = mayMakeThread
        pthread_mutex_init(mutex, nil)
        var attributes = pthread_condattr_t()
        pthread_condattr_init(&attributes)
        pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
        pthread_cond_init(hasWork, &attributes)
        pthread_condattr_destroy(&attributes)
        locked { begin() }
    }

    deinit {
        pthread_cond_destroy(hasWork)
        pthread_mutex_destroy(mutex)
        hasWork.deallocate()
        mutex.deallocate()
    }

    var load: ThreadExecutor.Load { locked { state } }

    /// Takes a piece of work. Never runs it here: the caller may be a thread for which the work waits.
    func add(_ job: UnownedJob, of executor: ThreadExecutor) {
        var hasThread = locked {
            jobs.append((job, executor))
            state.waiting = jobs.count - taken
            state.mostWaiting = max(state.mostWaiting, state.waiting)
            if isShort { begin() }
            pthread_cond_signal(hasWork)
            return state.threads > 0
        }
        // Not even the first could be made: then there is nobody else who would try again.
        while !hasThread {
            usleep(10_000)
            hasThread = locked {
                if state.threads == 0 { begin() }
                return state.threads > 0
            }
        }
    }

    /// Ends the threads when nothing waits for them.
    func end() {
        locked {
            isOver = true
            pthread_cond_broadcast(hasWork)
        }
    }

    fileprivate func run() {
        _ = nj_may_wait_for_disk(mayWaitForDisk)
        while let (job, executor) = next() { job.runSynchronously(on: executor.asUnownedTaskExecutor()) }
    }

    /// Whether more wait than there are threads to take them.
    private var isShort: Bool { state.waiting > idle && state.threads < width }

    /// Makes a thread, under the lock, so that as many are counted as there are. Where there is none to be had, the work stays
    /// where it is, and the next who adds or takes some tries again.
    private func begin() {
        guard mayMakeThread() else { return }
        var thread = pthread_t()
        let context = Unmanaged.passRetained(self)
        guard pthread_create(&thread, nil, runExecutorThread, context.toOpaque()) == 0 else { return context.release() }
        pthread_detach(thread)
        state.threads += 1
    }

    /// The work that waits longest; nil when the thread is to end.
    private func next() -> (UnownedJob, ThreadExecutor)? {
        locked {
            var deadline = timespec()
            clock_gettime(CLOCK_MONOTONIC, &deadline)
            deadline.tv_sec += Self.linger
            var isLate = false
            while taken == jobs.count, !isOver, !isLate || state.threads == 1 {
                idle += 1
                let result =
                    isLate ? pthread_cond_wait(hasWork, mutex) : pthread_cond_timedwait(hasWork, mutex, &deadline)
                idle -= 1
                isLate = isLate || result != 0
            }
            guard taken < jobs.count else {
                state.threads -= 1
                return nil
            }
            let next = jobs[taken]
            taken += 1
            if taken == jobs.count { (jobs, taken) = ([], 0) }
            if taken > 64, taken * 2 > jobs.count {
                jobs.removeFirst(taken)
                taken = 0
            }
            state.waiting = jobs.count - taken
            if isShort { begin() }
            return (next.job, next.executor)
        }
    }

    private func locked<T>(_ body: () -> T) -> T {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        return body()
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
    if let context { Unmanaged<ExecutorThreads>.fromOpaque(context).takeRetainedValue().run() }
    return nil
}
