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
        /// Whether it could not be encrypted.
        var isUnpaired = false
    }

    private struct State {
        var end: Ended?
        var answers: [(handle: UInt16, bytes: [UInt8])] = []
        var collecting: Set<UInt16> = []
        /// Handles whose values are answers and nothing else.
        var exclusive: Set<UInt16> = []
        var waiters: [UInt64: Waiter] = [:]
        var nextWaiter: UInt64 = 0
    }

    private struct Waiter {
        /// The handles whose value is awaited; empty to wait for the end of the link alone.
        var handles: Set<UInt16>
        var matches: @Sendable ([UInt8]) -> Bool
        var continuation: CheckedContinuation<[UInt8], any Error>
    }

    /// Answers that nobody waited for are forgotten from the oldest on.
    private static let limit = 256
    private let state = Mutex(State())

    /// Keeps values of a characteristic from now on, so that none is missed before it is awaited.
    func collect(_ handle: UInt16) { state.withLock { _ = $0.collecting.insert(handle) } }

    /// Keeps values of these characteristics from now on, which belong to nobody else until ``release(_:)``; what came
    /// before is forgotten.
    func reserve(_ handles: Set<UInt16>) {
        state.withLock { state in
            state.collecting.formUnion(handles)
            state.exclusive.formUnion(handles)
            state.answers.removeAll { handles.contains($0.handle) }
        }
    }

    /// Values of these characteristics are not kept any more and belong to everybody.
    func release(_ handles: Set<UInt16>) {
        state.withLock { state in
            state.collecting.subtract(handles)
            state.exclusive.subtract(handles)
            state.answers.removeAll { handles.contains($0.handle) }
        }
    }

    /// Stops keeping values, as nothing awaits them while data stream.
    func collectNothing() {
        state.withLock { state in
            state.collecting = []
            state.answers = []
        }
    }

    /// Takes in a value of a characteristic.
    /// - Returns: whether it is an answer and nothing else.
    @discardableResult
    func take(_ bytes: [UInt8], from handle: UInt16) -> Bool {
        let (waiter, isExclusive): (Waiter?, Bool) = state.withLock { state in
            guard state.collecting.contains(handle) else { return (nil, false) }
            let isExclusive = state.exclusive.contains(handle)
            if let found = state.waiters.first(where: { $0.value.handles.contains(handle) && $0.value.matches(bytes) })
            {
                return (state.waiters.removeValue(forKey: found.key), isExclusive)
            }
            state.answers.append((handle, bytes))
            if state.answers.count > Self.limit { state.answers.removeFirst() }
            return (nil, isExclusive)
        }
        waiter?.continuation.resume(returning: bytes)
        return isExclusive
    }

    /// Forgets answers that came before they are asked for.
    func forget(_ handle: UInt16) { state.withLock { $0.answers.removeAll { $0.handle == handle } } }

    /// The link has ended; the first reason is kept.
    func end(_ ended: Ended) {
        let waiters = state.withLock { state in
            if state.end == nil { state.end = ended }
            defer { state.waiters = [:] }
            return state.waiters.values.map(\.continuation)
        }
        for waiter in waiters { waiter.resume(throwing: ended) }
    }

    /// The link has ended for a reason.
    func end(_ reason: String) { end(Ended(reason: reason)) }

    /// How the link ended; nil while it is up.
    var ended: Ended? { state.withLock { $0.end } }

    /// The next value of a characteristic that matches.
    /// - Throws: ``Ended``, `CancellationError`.
    func answer(from handle: UInt16, where matches: @escaping @Sendable ([UInt8]) -> Bool) async throws -> [UInt8] {
        try await next(from: [handle], where: matches)
    }

    /// The next value of any of these characteristics.
    /// - Throws: ``Ended``, `CancellationError`.
    func next(
        from handles: Set<UInt16>, where matches: @escaping @Sendable ([UInt8]) -> Bool = { _ in true }
    ) async throws -> [UInt8] {
        let key = state.withLock { state in
            state.nextWaiter += 1
            return state.nextWaiter
        }
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let outcome: Result<[UInt8], any Error>? = state.withLock { state in
                    if let end = state.end { return .failure(end) }
                    if Task.isCancelled { return .failure(CancellationError()) }
                    if let index = state.answers.firstIndex(where: { handles.contains($0.handle) && matches($0.bytes) })
                    {
                        return .success(state.answers.remove(at: index).bytes)
                    }
                    state.waiters[key] = Waiter(handles: handles, matches: matches, continuation: continuation)
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
    func untilEnd() async throws { _ = try await next(from: []) }
}
