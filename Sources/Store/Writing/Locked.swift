/// A value behind a lock.
final class Locked<Value: Sendable>: @unchecked Sendable {
    private let latch = Latch()
    // Protected by `latch`.
    private var value: Value

    init(_ value: Value) { self.value = value }

    /// Runs `body` with the lock held.
    func withLock<T>(_ body: (inout Value) throws -> T) rethrows -> T { try latch.withLock { try body(&value) } }
}
