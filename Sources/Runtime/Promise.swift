import Synchronization

/// A value that comes once, awaited by one task: nothing is lost when it comes before the task waits.
public final class Promise<Value: Sendable>: Sendable {
    private enum State {
        case open
        case awaited(CheckedContinuation<Value, Never>)
        case kept(Value)
    }

    private let state = Mutex(State.open)

    /// A promise without a value.
    public init() {}

    /// Sets the value; only the first call has an effect.
    public func keep(_ value: Value) {
        let waiting = state.withLock { state -> CheckedContinuation<Value, Never>? in
            switch state {
            case .open:
                state = .kept(value)
                return nil
            case .awaited(let continuation):
                state = .kept(value)
                return continuation
            case .kept: return nil
            }
        }
        waiting?.resume(returning: value)
    }

    /// The value, as soon as it is there, whether the task is cancelled or not.
    public var value: Value {
        get async {
            await withCheckedContinuation { continuation in
                let kept = state.withLock { state -> Value? in
                    if case .kept(let value) = state { return value }
                    state = .awaited(continuation)
                    return nil
                }
                if let kept { continuation.resume(returning: kept) }
            }
        }
    }

    /// The value, as soon as it is there; `substitute` when the task is cancelled before.
    public func value(ifCancelled substitute: Value) async -> Value {
        await withTaskCancellationHandler {
            await value
        } onCancel: {
            keep(substitute)
        }
    }
}

extension Promise where Value == Bool {
    /// True once the promise was kept with it; false after `patience` or when the task is cancelled.
    public func holds(within patience: Duration) async -> Bool {
        let alarm = Task {
            if (try? await Task.sleep(for: patience)) != nil { keep(false) }
        }
        defer { alarm.cancel() }
        return await value(ifCancelled: false)
    }
}

extension Task where Success == Void, Failure == Never {
    /// Waits for the end of the task, for `patience` at most; the task goes on.
    /// - Returns: Whether it has ended.
    public func hasEnded(within patience: Duration) async -> Bool {
        let end = Promise<Bool>()
        Task {
            await value
            end.keep(true)
        }
        return await end.holds(within: patience)
    }
}
