import Glibc

/// A mutex with a condition, for the few places where a thread of ours waits.
///
/// POSIX rather than `Synchronization.Mutex`, because that has no condition. The memory is allocated apart so that
/// its address never moves.
final class Latch: @unchecked Sendable {
    // Both are meant to be used from any thread; nothing else is mutable.
    private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)

    init() {
        pthread_mutex_init(mutex, nil)
        var attributes = pthread_condattr_t()
        pthread_condattr_init(&attributes)
        pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
        pthread_cond_init(condition, &attributes)
        pthread_condattr_destroy(&attributes)
    }

    deinit {
        pthread_cond_destroy(condition)
        pthread_mutex_destroy(mutex)
        condition.deallocate()
        mutex.deallocate()
    }

    /// Runs `body` with the mutex held.
    func withLock<T>(_ body: () throws -> T) rethrows -> T {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        return try body()
    }

    /// Waits, inside of ``withLock(_:)``, for a signal or until `deadline` of the monotonic clock, in nanoseconds.
    func wait(until deadline: UInt64? = nil) {
        guard let deadline else { return _ = pthread_cond_wait(condition, mutex) }
        var time = timespec(
            tv_sec: Int(clamping: deadline / 1_000_000_000), tv_nsec: Int(deadline % 1_000_000_000))
        pthread_cond_timedwait(condition, mutex, &time)
    }

    /// Wakes every waiting thread.
    func signal() { pthread_cond_broadcast(condition) }
}

/// The monotonic clock, in nanoseconds.
func monotonicNow() -> UInt64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
}

/// A result that is set once and can be waited for.
final class Outcome: @unchecked Sendable {
    private let latch = Latch()
    // Protected by `latch`.
    private var result: Result<Void, any Error>?

    /// Sets the result; the first one counts.
    func set(_ value: Result<Void, any Error>) {
        latch.withLock {
            if result == nil { result = value }
            latch.signal()
        }
    }

    /// Blocks until there is a result.
    func get() -> Result<Void, any Error> {
        latch.withLock {
            while true {
                if let result { return result }
                latch.wait()
            }
        }
    }
}
