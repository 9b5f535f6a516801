import Runtime
import Signals
import Synchronization

/// Answers that are read again and again, kept until something in the store changes: a few, for a second at most, and each
/// made once however many ask for it at the same moment.
final class AnswerCache: Sendable {
    /// What an answer depends on beside the store.
    struct Key: Hashable {
        var address: String
        var caller: Caller
    }

    private struct Entry {
        var revision: UInt64
        var made: ContinuousClock.Instant
        var bytes: KeptBytes
    }

    private struct State {
        var entries: [Key: Entry] = [:]
        var makers: [Key: (revision: UInt64, task: Task<KeptBytes, any Error>)] = [:]
    }

    /// Answers, and bytes of them, that are kept at most.
    private static let (limit, room) = (16, 2 << 20)
    /// What was changed in memory is seen after this even when no commit came with it.
    private static let longest: Duration = .seconds(1)
    private let revision: @Sendable () -> UInt64
    private let state = Mutex(State())

    /// A cache of what is read from a store that tells by `revision` when it changes.
    init(revision: @escaping @Sendable () -> UInt64) { self.revision = revision }

    /// The kept answer; nil when there is none, or it is too old.
    func answer(_ request: HTTPRequest) -> HTTPResponse? {
        let (key, now) = (Self.key(request), revision())
        let entry = state.withLock { $0.entries[key] }
        guard let entry, entry.revision == now, .now - entry.made < Self.longest else { return nil }
        return Self.response(entry.bytes)
    }

    /// Makes the answer, or waits for whoever makes it.
    func answer(
        _ request: HTTPRequest, by make: @escaping @Sendable (HTTPRequest) throws -> JSONText
    ) async throws -> HTTPResponse {
        let key = Self.key(request)
        let task = state.withLock { state in
            // The revision is read before the store is: what changes meanwhile makes the answer old, never wrong.
            let revision = revision()
            if let maker = state.makers[key], maker.revision == revision { return maker.task }
            let task = Task { [self] in
                let made = Result { KeptBytes(try make(request).bytes) }
                keep(made, key, revision)
                return try made.get()
            }
            state.makers[key] = (revision, task)
            return task
        }
        return Self.response(try await task.value)
    }

    private func keep(_ made: Result<KeptBytes, any Error>, _ key: Key, _ revision: UInt64) {
        state.withLock { state in
            if state.makers[key]?.revision == revision { state.makers[key] = nil }
            guard let bytes = try? made.get(), bytes.bytes.count <= Self.room / 4 else { return }
            state.entries[key] = Entry(revision: revision, made: .now, bytes: bytes)
            while state.entries.count > Self.limit
                || state.entries.values.reduce(0, { $0 + $1.bytes.bytes.count }) > Self.room
            {
                guard let oldest = state.entries.min(by: { $0.value.made < $1.value.made })?.key else { break }
                state.entries[oldest] = nil
            }
        }
    }

    private static func key(_ request: HTTPRequest) -> Key {
        var address = request.path
        for item in request.query.items { address += "\u{1}\(item.name)\u{2}\(item.value)" }
        return Key(address: address, caller: request.caller)
    }

    private static func response(_ bytes: KeptBytes) -> HTTPResponse {
        HTTPResponse(
            status: 200, headers: HTTPHeaders([("Content-Type", "application/json")]), body: .kept(bytes))
    }
}
