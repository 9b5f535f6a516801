import Documents
import Runtime
import Synchronization

/// Answers that are read again and again, kept until what they were made from changes, each made once however many ask
/// for it at the same moment.
///
/// What a person or an import has changed is in the next answer. Of what streams in live, the caller first makes the
/// next answer and waits for it; the others meanwhile get the one before, while that is young.
final class AnswerCache: Sendable {
    /// What a route makes: the JSON, and which live series are in it.
    struct Made {
        var json: JSONText
        var stretch: Stretch?
    }

    /// What ``answer(_:by:)`` returns at once.
    enum Answer {
        case now(HTTPResponse)
        /// It is being made.
        case later(@Sendable () async throws -> HTTPResponse)
    }

    typealias Make = @Sendable (HTTPRequest) throws -> Made

    /// What an answer depends on beside what is kept.
    private struct Key: Hashable {
        var address: String
        var caller: Caller
    }

    /// The state of the counters when an answer began to be made.
    private struct Start {
        var commits: UInt64
        var people: UInt64
        var time: ContinuousClock.Instant
    }

    private struct Entry {
        var start: Start
        var bytes: KeptBytes
        var stretch: Stretch?
        /// The commit count at which ``isOld`` was last checked.
        var known: UInt64
        /// Whether a commit has changed the stretch since the answer was made.
        var isOld = false
    }

    private struct Maker {
        var number: UInt64
        var start: Start
        var task: Task<KeptBytes, any Error>
    }

    private struct State {
        var entries: [Key: Entry] = [:]
        var makers: [Key: Maker] = [:]
        var made: UInt64 = 0
    }

    private enum Found {
        case kept(KeptBytes)
        case waiting(Task<KeptBytes, any Error>)
    }

    /// Answers, and bytes of them, that are kept at most.
    private static let (limit, room) = (16, 2 << 20)
    /// The longest time that an answer is kept, even if nothing is known to have changed.
    private static let longest: Duration = .seconds(10)
    /// An answer that something has streamed into is given to nobody after this.
    private static let oldest: Duration = .seconds(2)
    private let basis: AnswerBasis
    private let state = Mutex(State())

    /// A cache of what is made from `basis`.
    init(_ basis: AnswerBasis) { self.basis = basis }

    /// The kept answer, or the one that is being made, by whichever request: it is made once.
    func answer(_ request: HTTPRequest, by make: @escaping Make) -> Answer {
        let (key, now) = (Self.key(request), start)
        let found: Found = state.withLock { state in
            let maker = state.makers[key].flatMap { isSettled($0.start, now) ? $0.task : nil }
            guard var entry = state.entries[key], isSettled(entry.start, now) else {
                return .waiting(maker ?? begin(request, key, now, make, &state))
            }
            if entry.known != now.commits {
                let append = entry.stretch.map(basis.lastAppend) ?? 0
                entry.isOld = append > entry.start.commits
                entry.known = now.commits
                state.entries[key] = entry
            }
            let age = now.time - entry.start.time
            guard entry.isOld || age >= Self.longest else { return .kept(entry.bytes) }
            guard let maker else { return .waiting(begin(request, key, now, make, &state)) }
            return entry.isOld && age >= Self.oldest ? .waiting(maker) : .kept(entry.bytes)
        }
        switch found {
        case .kept(let bytes): return .now(Self.response(bytes))
        case .waiting(let task): return .later { Self.response(try await task.value) }
        }
    }

    /// The present state of the counters. To be read before what answers are made from: what changes meanwhile makes an
    /// answer old, never wrong.
    private var start: Start { Start(commits: basis.commits(), people: basis.people(), time: basis.now()) }

    /// Whether nothing has changed since that the next answer must have.
    private func isSettled(_ start: Start, _ now: Start) -> Bool {
        start.people == now.people && (start.commits == now.commits || basis.lastChange() <= start.commits)
    }

    private func begin(
        _ request: HTTPRequest, _ key: Key, _ start: Start, _ make: @escaping Make, _ state: inout State
    ) -> Task<KeptBytes, any Error> {
        let isPacked = HTTPResponse.unpacks(request) || state.entries[key]?.bytes.isPacked == true
        state.made &+= 1
        let number = state.made
        let task = Task(executorPreference: basis.threads) { [self] in
            let made = Result {
                let made = try make(request)
                let bytes = KeptBytes(made.json.bytes)
                // Here, and not on the server's thread for the first who wants it so.
                if isPacked { _ = bytes.packed }
                return Entry(start: start, bytes: bytes, stretch: made.stretch, known: start.commits)
            }
            keep(made, key, number)
            return try made.get().bytes
        }
        state.makers[key] = Maker(number: number, start: start, task: task)
        return task
    }

    private func keep(_ made: Result<Entry, any Error>, _ key: Key, _ number: UInt64) {
        state.withLock { state in
            if state.makers[key]?.number == number { state.makers[key] = nil }
            guard let entry = try? made.get(), entry.bytes.bytes.count <= Self.room / 4 else { return }
            if let known = state.entries[key], known.start.commits > entry.start.commits { return }
            state.entries[key] = entry
            while state.entries.count > Self.limit
                || state.entries.values.reduce(0, { $0 + $1.bytes.bytes.count }) > Self.room
            {
                guard let oldest = state.entries.min(by: { $0.value.start.time < $1.value.start.time })?.key else {
                    break
                }
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
