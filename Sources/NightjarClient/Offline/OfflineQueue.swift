#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// Requests that must not be lost when there is no connection: kept in a file until the gateway has taken them.
///
/// ```swift
/// let queue = try OfflineQueue(client: client, store: FolderStore(folder: folder))
/// try await queue.add(.uploadHealthData(upload), title: "Heart rate of this morning")
/// await queue.run()  // for as long as the program lives
/// ```
///
/// The queue is looked at every 60 s and whenever something is added; each request is tried three times, 30 s apart, and
/// then kept and shown until ``flush()``, ``retry(_:)`` or ``discard(_:)``. A request belongs to who was signed in when it
/// was added, and is sent while that person is: nobody's data go out as another's.
public actor OfflineQueue {
    private static let name = "queue.json"

    /// Without tokens: each request is sent with one of its own account.
    private let client: NightjarClient
    private let tokens: (any TokenProvider)?
    private let store: any BlobStore
    private let time: any TimeSource
    private var state: OfflineQueueState
    private var isSending = false
    private var wait: Task<Void, any Error>?
    private var watchers: [Int: AsyncStream<[QueuedRequest]>.Continuation] = [:]
    private var nextWatcher = 0

    /// A queue with what an earlier run has kept in `store`; sends by `client`.
    /// - Throws: what the store throws, or a decoding error for a file that is none of this queue: it holds what a person
    ///   thinks is safe, so it is never silently begun anew.
    public init(client: NightjarClient, store: any BlobStore, time: any TimeSource = SystemTime()) throws {
        self.client = NightjarClient(transport: client.transport, retry: .none, time: client.time)
        tokens = client.tokens
        self.store = store
        self.time = time
        state = try store.read(Self.name).map { try JSONDecoder().decode(OfflineQueueState.self, from: $0) } ?? .init()
    }

    /// Requests that wait or have failed, the oldest first.
    public var requests: [QueuedRequest] { state.requests }

    /// The contents of the queue, now and after each change.
    public func changes() -> AsyncStream<[QueuedRequest]> {
        let (stream, continuation) = AsyncStream<[QueuedRequest]>.makeStream(bufferingPolicy: .bufferingNewest(1))
        let key = nextWatcher
        nextWatcher += 1
        watchers[key] = continuation
        continuation.onTermination = { [weak self] _ in Task { await self?.unwatch(key) } }
        continuation.yield(state.requests)
        return stream
    }

    private func unwatch(_ key: Int) { watchers[key] = nil }

    /// Puts a request into the queue; when this returns, it outlives the program.
    /// - Parameters:
    ///   - endpoint: the request, which carries JSON.
    ///   - title: what it is, for a person.
    /// - Returns: its id.
    /// - Throws: what the store throws when it cannot be kept; it is then not in the queue.
    @discardableResult
    public func add<Reply>(_ endpoint: Call<Reply>, title: String) async throws -> UUID {
        var body = Data()
        switch endpoint.body {
        case .none: break
        case .data(let data): body = data
        case .stream:
            throw TransportError(.unreadableBody, "A file is not queued; import it when the gateway is there.")
        }
        let request = QueuedRequest(
            id: endpoint.idempotencyKey.flatMap { UUID(uuidString: $0) } ?? UUID(), title: title,
            method: endpoint.method, target: endpoint.target, body: body, created: time.now, account: await account())
        try change { state in
            guard !state.requests.contains(where: { $0.id == request.id }) else { return }
            state.requests.append(request)
        }
        wait?.cancel()
        return request.id
    }

    /// Tries at once all that was not reached: the connection is back.
    public func flush() throws {
        try change { $0.renew() }
        wait?.cancel()
    }

    /// Tries a request again, even a refused one. One that was added while nobody was signed in is from now on of who is.
    public func retry(_ id: UUID) async throws {
        let account = await account()
        try change { state in
            state.adopt(id, by: account)
            state.renew(id)
        }
        wait?.cancel()
    }

    /// Removes a request without sending it.
    public func discard(_ id: UUID) throws { try change { $0.succeeded(id) } }

    /// Sends what waits, until the task is cancelled.
    public func run() async {
        while !Task.isCancelled {
            switch await next() {
            case .send(let request):
                // Whoever it is of may have signed out just now; it is looked at again, but not at once.
                if await !send(request) { await pause(1) }
            case .wait(let seconds): await pause(seconds)
            case .rest: await pause(OfflineQueueState.interval)
            }
        }
    }

    /// Sends what waits now, each request once at most: what an app does when it is woken in the background.
    public func runOnce() async {
        for request in state.requests where request.state == .waiting {
            guard !Task.isCancelled else { return }
            _ = await send(request)
        }
    }

    private func next() async -> OfflineQueueState.Action {
        guard state.requests.contains(where: { $0.state == .waiting }) else { return .rest }
        let account = await account()
        return state.next(at: time.now, as: account)
    }

    /// The account that is signed in, empty for nobody; nil where there are no accounts.
    private func account() async -> String? { await tokens?.account() }

    /// - Returns: false when it is not its turn.
    private func send(_ request: QueuedRequest) async -> Bool {
        guard !isSending else { return false }
        isSending = true
        defer { isSending = false }
        do {
            guard try await deliver(request) else { return false }
            // When the file cannot be written it is sent again after a restart, and the gateway knows the key.
            try? change { $0.succeeded(request.id) }
        } catch let error as APIError {
            let now = time.now
            try? change { $0.failed(request.id, error, at: now) }
        } catch {
            // Cancelled: it counts as not tried.
        }
        return true
    }

    /// Sends a request with a token of its account.
    /// - Returns: false when somebody else is signed in.
    private func deliver(_ request: QueuedRequest) async throws -> Bool {
        var call = Call<Nothing>(
            request.method, request.target, body: request.body.isEmpty ? .none : .data(request.body))
        call.idempotencyKey = request.id.uuidString
        guard request.isSendable(as: await account()) else { return false }
        guard let tokens else {
            _ = try await client.data(call)
            return true
        }
        call.token = try await tokens.token()
        var isRenewed = false
        while true {
            // It may be another's by now. A token that names nobody is of who is signed in.
            let named = AuthTokens.account(of: call.token)
            guard request.isSendable(as: named == nil ? await account() : named) else { return false }
            do {
                _ = try await client.data(call)
                return true
            } catch APIError.unauthorized(let problem) where problem.isAboutToken && !isRenewed {
                guard let refused = call.token, let next = try await tokens.replacement(for: refused) else {
                    throw APIError.unauthorized(problem)
                }
                isRenewed = true
                call.token = next
            }
        }
    }

    /// Sleeps, unless there is something to do sooner.
    private func pause(_ seconds: Double) async {
        let sleep = Task { [time] in try await time.sleep(seconds: seconds) }
        wait = sleep
        await withTaskCancellationHandler {
            _ = try? await sleep.value
        } onCancel: {
            sleep.cancel()
        }
        wait = nil
    }

    /// Changes the stored queue first, then the one in memory.
    private func change(_ body: (inout OfflineQueueState) -> Void) throws {
        var changed = state
        body(&changed)
        guard changed != state else { return }
        do {
            try store.write(Self.name, try JSONEncoder().encode(changed))
        } catch {
            // What is done is done, even where it cannot be written down; what is new is not promised.
            if changed.requests.count <= state.requests.count { state = changed }
            throw error
        }
        state = changed
        for watcher in watchers.values { watcher.yield(state.requests) }
    }
}
