import Bluetooth
import Signals
import Synchronization

/// What people say about the pairing with a device: that it is to be made anew.
final class PairingRequests: Sendable {
    private struct State {
        var count = 0
        var nextWaiter: UInt64 = 0
        var waiters: [UInt64: CheckedContinuation<Void, Never>] = [:]
    }

    private let state = Mutex(State())

    /// How often it was said.
    var count: Int { state.withLock { $0.count } }

    /// Somebody says it.
    func add() {
        let waiters = state.withLock { state in
            state.count += 1
            defer { state.waiters = [:] }
            return state.waiters.values.map(\.self)
        }
        for waiter in waiters { waiter.resume() }
    }

    /// Returns when it was said more than `count` times, or the task is cancelled.
    func more(than count: Int) async {
        let key = state.withLock { state in
            state.nextWaiter += 1
            return state.nextWaiter
        }
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isOver = state.withLock { state in
                    if state.count > count || Task.isCancelled { return true }
                    state.waiters[key] = continuation
                    return false
                }
                if isOver { continuation.resume() }
            }
        } onCancel: {
            state.withLock { $0.waiters.removeValue(forKey: key) }?.resume()
        }
    }
}

extension Error {
    /// Whether it comes of a pairing that is not there: trying again changes nothing before a person has it made anew.
    var isOfPairing: Bool {
        if let ended = self as? LinkInbox.Ended { return ended.isUnpaired }
        switch (self as? Failure)?.cause {
        case is PairingFailure: return true
        case let failure as GATTFailure:
            switch failure {
            case .notSecured: return true
            case .refused(let code, _): return code.securityDemand != nil
            default: return false
            }
        default: return false
        }
    }
}
