import Signals
import Synchronization

/// What a session waits for on one link: answers on a characteristic, and its end.
final class LinkInbox: Sendable {
    /// Thrown to whoever waits when the link ends.
    struct Ended: Error {
        var reason: String
        var isSilent = false
        /// Whether the device turned out not to match its profile.
        var isMismatch = false
    }

    private struct State {
        var end: Ended?
        var answers: [(handle: UInt16, bytes: [UInt8])] = []
        var collecting: Set<UInt16> = []
        var waiters: [UInt64: Waiter] = [:]
        var nextWaiter: UInt64 = 0
    }

    private struct Waiter {
        /// The handle whose value is awaited; nil waits for the end of the link alone.
        var handle: UInt16?
        var matches: @Sendable ([UInt8]) -> Bool
        var continuation: CheckedContinuation<[UInt8], any Error>
    }

    /// Answers that nobody waited for are forgotten from the oldest on.
    private static let limit = 256
    private let state = Mutex(State())

    /// Keeps values of a characteristic from now on, so that none is missed before it is awaited.
    func collect(_ handle: UInt16) { state.withLock { _ = $0.collecting.insert(handle) } }

    /// Stops keeping values, as nothing awaits them while data stream.
    func collectNothing() {
        state.withLock { state in
            state.collecting = []
            state.answers = []
        }
    }

    /// Takes in a value of a characteristic.
    func take(_ bytes: [UInt8], from handle: UInt16) {
        let waiter: Waiter? = state.withLock { state in
            guard state.collecting.contains(handle) else { return nil }
            if let found = state.waiters.first(where: { $0.value.handle == handle && $0.value.matches(bytes) }) {
                return state.waiters.removeValue(forKey: found.key)
            }
            state.answers.append((handle, bytes))
            if state.answers.count > Self.limit { state.answers.removeFirst() }
            return nil
        }
        waiter?.continuation.resume(returning: bytes)
    }

    /// Forgets answers that came before they are asked for.
    func forget(_ handle: UInt16) { state.withLock { $0.answers.removeAll { $0.handle == handle } } }

    /// The link has ended; the first reason is kept.
    func end(_ reason: String, isSilent: Bool = false, isMismatch: Bool = false) {
        let waiters = state.withLock { state in
            if state.end == nil { state.end = Ended(reason: reason, isSilent: isSilent, isMismatch: isMismatch) }
            defer { state.waiters = [:] }
            return state.waiters.values.map(\.continuation)
        }
        for waiter in waiters {
            waiter.resume(throwing: Ended(reason: reason, isSilent: isSilent, isMismatch: isMismatch))
        }
    }

    /// How the link ended; nil while it is up.
    var ended: Ended? { state.withLock { $0.end } }

    /// The next value of a characteristic that matches.
    /// - Throws: ``Ended``, `CancellationError`.
    func answer(from handle: UInt16?, where matches: @escaping @Sendable ([UInt8]) -> Bool) async throws -> [UInt8] {
        let key = state.withLock { state in
            state.nextWaiter += 1
            return state.nextWaiter
        }
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let outcome: Result<[UInt8], any Error>? = state.withLock { state in
                    if let end = state.end { return .failure(end) }
                    if Task.isCancelled { return .failure(CancellationError()) }
                    if let handle,
                        let index = state.answers.firstIndex(where: { $0.handle == handle && matches($0.bytes) })
                    {
                        return .success(state.answers.remove(at: index).bytes)
                    }
                    state.waiters[key] = Waiter(handle: handle, matches: matches, continuation: continuation)
                    return nil
                }
                if let outcome { continuation.resume(with: outcome) }
            }
        } onCancel: {
            let waiter = state.withLock { $0.waiters.removeValue(forKey: key) }
            waiter?.continuation.resume(throwing: CancellationError())
        }
    }

    /// Waits for the end.
    /// - Throws: ``Ended``, always, or `CancellationError`.
    func untilEnd() async throws { _ = try await answer(from: nil) { _ in false } }
}
