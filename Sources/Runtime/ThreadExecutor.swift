/// A few threads that run the tasks given to them, away from the threads that all others share: for work that computes
/// or blocks for long, and for work that must not wait behind such. With one thread, what it is given runs one after the
/// other.
///
/// ```swift
/// let background = ThreadExecutor()
/// Task(executorPreference: background) { … }
/// ```
///
/// The first thread is made with the executor and stays as long as that does; others go when there has been no work for
/// some seconds. Where the system has no thread to give, work waits for those that there are.
public final class ThreadExecutor: TaskExecutor {
    /// How much an executor has to do.
    public struct Load: Hashable, Sendable {
        /// Threads there are now.
        public var threads = 0
        /// Pieces of work that wait for a thread.
        public var waiting = 0
        /// The most that have waited at once.
        public var mostWaiting = 0
    }

    /// The most threads at once.
    public var width: Int { threads.width }
    let threads: ExecutorThreads

    /// An executor with its first thread.
    /// - Parameters:
    ///   - threads: how many there are at most, at least one.
    ///   - mayWaitForDisk: whether what runs here may wait for a disk; see ``DiskWait``.
    public convenience init(threads: Int = 1, mayWaitForDisk: Bool = true) {
        self.init(threads: threads, mayWaitForDisk: mayWaitForDisk) { true }
    }

    /// As the public one; `mayMakeThread` stands in tests for a system without another thread.
    init(threads: Int = 1, mayWaitForDisk: Bool = true, mayMakeThread: @escaping @Sendable () -> Bool) {
        self.threads = ExecutorThreads(
            width: max(1, threads), mayWaitForDisk: mayWaitForDisk, mayMakeThread: mayMakeThread)
    }

    deinit { threads.end() }

    /// What it has to do now.
    public var load: Load { threads.load }

    /// Takes a piece of work; what the tasks call.
    public func enqueue(_ job: consuming ExecutorJob) { threads.add(UnownedJob(job), of: self) }
}
