public import Runtime
public import Signals
import Synchronization

/// A clock that a test moves: whoever waits goes on when the test has moved it there.
public final class ManualClock: HostClock {
    private struct State {
        var now: Instant
        var next = 0
        var waiters: [Int: (until: Instant, resume: CheckedContinuation<Void, any Error>)] = [:]
        /// Waits that were cancelled before they began.
        var cancelled: Set<Int> = []
    }

    private let state: Mutex<State>

    /// A clock that shows `start`.
    public init(_ start: Instant) { state = Mutex(State(now: start)) }

    /// What the clock shows.
    public var now: Instant { state.withLock { $0.now } }

    /// How many wait.
    public var waiting: Int { state.withLock { $0.waiters.count } }

    /// Moves the clock on by `seconds`.
    public func advance(seconds: Double) { advance(to: now.advanced(bySeconds: seconds)) }

    /// Moves the clock on to `instant`.
    public func advance(to instant: Instant) {
        let due = state.withLock { state in
            state.now = max(state.now, instant)
            let due = state.waiters.filter { $0.value.until <= state.now }
            for key in due.keys { state.waiters[key] = nil }
            return due.sorted { ($0.value.until, $0.key) < ($1.value.until, $1.key) }
        }
        for waiter in due { waiter.value.resume.resume() }
    }

    /// Waits until a test has moved the clock to `instant`.
    public func wait(until instant: Instant) async throws {
        try Task.checkCancellation()
        let key = state.withLock { state in
            state.next += 1
            return state.next
        }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let outcome: Result<Void, any Error>? = state.withLock { state in
                    if state.cancelled.remove(key) != nil { return .failure(CancellationError()) }
                    if instant <= state.now { return .success(()) }
                    state.waiters[key] = (instant, continuation)
                    return nil
                }
                if let outcome { continuation.resume(with: outcome) }
            }
        } onCancel: {
            let waiter = state.withLock { state in
                let waiter = state.waiters.removeValue(forKey: key)
                if waiter == nil { state.cancelled.insert(key) }
                return waiter
            }
            waiter?.resume.resume(throwing: CancellationError())
        }
    }
}
