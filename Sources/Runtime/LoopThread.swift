import Glibc
import Signals
import Synchronization

/// A thread that runs one function to its end.
public final class LoopThread: Sendable {
    private let handle: Mutex<pthread_t?>

    /// Starts the thread.
    /// - Throws: `Failure` when the system has no more threads.
    public init(_ body: @escaping @Sendable () -> Void) throws {
        var thread = pthread_t()
        let context = Unmanaged.passRetained(Body(run: body))
        let result = pthread_create(&thread, nil, runLoop, context.toOpaque())
        guard result == 0 else {
            context.release()
            throw Failure(SystemError(result, "pthread_create"), "A thread cannot be started")
        }
        handle = Mutex(thread)
    }

    /// Waits for the end of the thread; on the thread itself, and a second time, returns at once.
    public func join() {
        let thread = handle.withLock { handle -> pthread_t? in
            defer { handle = nil }
            return handle
        }
        guard let thread else { return }
        if pthread_equal(thread, pthread_self()) != 0 {
            pthread_detach(thread)
        } else {
            pthread_join(thread, nil)
        }
    }

    fileprivate final class Body: Sendable {
        let run: @Sendable () -> Void
        init(run: @escaping @Sendable () -> Void) { self.run = run }
    }
}

// At file scope: a closure could be checked for an actor on the new thread.
private func runLoop(_ context: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    guard let context else { return nil }
    Unmanaged<LoopThread.Body>.fromOpaque(context).takeRetainedValue().run()
    return nil
}
