import Synchronization

/// Runs asynchronous work on things that are told apart by a key: one piece after the other for each, in the order in
/// which they came, so that what one piece has read still holds when it writes.
final class KeyedQueue: Sendable {
    /// Who waits for a key that is in use, by key; a key that nobody uses is not in it.
    private let waiters = Mutex<[String: [CheckedContinuation<Void, Never>]]>([:])

    /// Pieces of work that wait for others.
    var waiting: Int { waiters.withLock { $0.values.reduce(0) { $0 + $1.count } } }

    /// Runs `body` when everything that was asked for this key before has ended. What `body` does must not ask for the same
    /// key.
    func run<Value>(_ key: String, _ body: () async throws -> Value) async rethrows -> Value {
        await withCheckedContinuation { continuation in
            let isFree = waiters.withLock { waiters in
                guard waiters[key] != nil else {
                    waiters[key] = []
                    return true
                }
                waiters[key]?.append(continuation)
                return false
            }
            if isFree { continuation.resume() }
        }
        defer { leave(key) }
        return try await body()
    }

    private func leave(_ key: String) {
        let next: CheckedContinuation<Void, Never>? = waiters.withLock { waiters in
            guard waiters[key]?.isEmpty == false else {
                waiters[key] = nil
                return nil
            }
            return waiters[key]?.removeFirst()
        }
        next?.resume()
    }
}
