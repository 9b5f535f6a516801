import Glibc

/// A thread that runs the tasks given to it, one after the other, away from the threads that all others share: for
/// work that computes or blocks for long, and for work that must not wait behind such.
///
/// ```swift
/// let background = ThreadExecutor()
/// Task(executorPreference: background) { … }
/// ```
///
/// The thread is there while there is work and goes when there has been none for some seconds.
public final class ThreadExecutor: TaskExecutor, @unchecked Sendable {
    /// How long the thread waits for more, in seconds.
    private static let linger = 5

    // `@unchecked Sendable`: everything below is touched only while `mutex` is held.
    private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    private let hasWork = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
    private var jobs: [UnownedJob] = []
    private var isRunning = false

    /// An executor without a thread yet.
    public init() {
        pthread_mutex_init(mutex, nil)
        pthread_cond_init(hasWork, nil)
    }

    deinit {
        pthread_cond_destroy(hasWork)
        pthread_mutex_destroy(mutex)
        hasWork.deallocate()
        mutex.deallocate()
    }

    /// Enqueues a job; Swift calls it.
    public func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        pthread_mutex_lock(mutex)
        jobs.append(job)
        let isAwake = isRunning
        isRunning = true
        pthread_cond_signal(hasWork)
        pthread_mutex_unlock(mutex)
        if !isAwake { start() }
    }

    private func start() {
        var thread = pthread_t()
        let context = Unmanaged.passRetained(self)
        guard pthread_create(&thread, nil, runExecutorThread, context.toOpaque()) == 0 else {
            // No thread to be had: better here and now than never.
            return context.takeRetainedValue().run()
        }
        pthread_detach(thread)
    }

    fileprivate func run() {
        while let batch = next() {
            for job in batch { job.runSynchronously(on: asUnownedTaskExecutor()) }
        }
    }

    /// The work that waits; nil when the thread is to end.
    private func next() -> [UnownedJob]? {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        var deadline = timespec()
        clock_gettime(CLOCK_REALTIME, &deadline)
        deadline.tv_sec += Self.linger
        while jobs.isEmpty {
            guard pthread_cond_timedwait(hasWork, mutex, &deadline) == 0 else { break }
        }
        if jobs.isEmpty {
            isRunning = false
            return nil
        }
        defer { jobs = [] }
        return jobs
    }
}

/// The thread's body; a function of the file because C calls it.
private func runExecutorThread(_ context: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    if let context { Unmanaged<ThreadExecutor>.fromOpaque(context).takeRetainedValue().run() }
    return nil
}
