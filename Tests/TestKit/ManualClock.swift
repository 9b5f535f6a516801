import Runtime
package import Signals
import Synchronization

/// A clock that a test moves: who waits goes on when it has been moved far enough.
package final class ManualClock: HostClock {
    /// What somebody waits for: that the clock shows an instant, or that so much time has passed.
    private enum Goal {
        case instant(Instant)
        case elapsed(Duration)
    }

    private struct Waiter {
        var goal: Goal
        var continuation: CheckedContinuation<Void, any Error>
    }

    private struct State {
        var now: Instant
        var elapsed = Duration.zero
        var waiters: [UInt64: Waiter] = [:]
        var next: UInt64 = 0

        func distance(_ goal: Goal) -> Double {
            switch goal {
            case .instant(let instant): instant.seconds(since: now)
            case .elapsed(let duration): (duration - elapsed) / .seconds(1)
            }
        }

        func has(_ goal: Goal) -> Bool {
            switch goal {
            case .instant(let instant): instant <= now
            case .elapsed(let duration): duration <= elapsed
            }
        }
    }

    private let state: Mutex<State>

    /// A clock that shows `start`.
    package init(start: Instant = Instant(nanoseconds: 1_700_000_000_000_000_000)) {
        state = Mutex(State(now: start))
    }

    /// What it shows.
    package var now: Instant { state.withLock { $0.now } }

    /// What has passed, whatever it was set to.
    package var elapsed: Duration { state.withLock { $0.elapsed } }

    /// Sets the clock as somebody sets that of a machine: no time passes.
    package func set(to instant: Instant) { state.withLock { $0.now = instant } }

    /// How many wait.
    package var waiting: Int { state.withLock { $0.waiters.count } }

    /// Waits until a test has moved the clock to `instant`.
    package func wait(until instant: Instant) async throws { try await wait(for: .instant(instant)) }

    /// Waits until a test has let so much time pass, whatever the clock was set to.
    package func wait(seconds: Double) async throws { try await wait(for: .elapsed(elapsed + Self.whole(seconds))) }

    /// In whole nanoseconds, as 1.9 s and 0.1 s are less than 2 s in binary.
    private static func whole(_ seconds: Double) -> Duration { .nanoseconds(Int64((seconds * 1e9).rounded())) }

    /// Waits until a test has let time pass up to there, whatever the clock was set to.
    package func wait(untilElapsed time: Duration) async throws { try await wait(for: .elapsed(time)) }

    private func wait(for goal: Goal) async throws {
        let key = state.withLock { state in
            state.next += 1
            return state.next
        }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let outcome: Result<Void, any Error>? = state.withLock { state in
                    if Task.isCancelled { return .failure(CancellationError()) }
                    if state.has(goal) { return .success(()) }
                    state.waiters[key] = Waiter(goal: goal, continuation: continuation)
                    return nil
                }
                if let outcome { continuation.resume(with: outcome) }
            }
        } onCancel: {
            let waiter = state.withLock { $0.waiters.removeValue(forKey: key) }
            waiter?.continuation.resume(throwing: CancellationError())
        }
    }

    /// Moves the clock forward and lets go on who waited for less.
    package func advance(bySeconds seconds: Double) {
        let due = state.withLock { state in
            state.now = state.now.advanced(bySeconds: seconds)
            state.elapsed += Self.whole(seconds)
            let due = state.waiters.filter { state.has($0.value.goal) }
            for key in due.keys { state.waiters[key] = nil }
            return due.values.sorted { state.distance($0.goal) < state.distance($1.goal) }
        }
        for waiter in due { waiter.continuation.resume() }
    }
}
