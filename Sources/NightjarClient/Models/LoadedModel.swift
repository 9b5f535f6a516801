public import Observation

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Data of a gateway for a view, with the states that a view has.
///
/// ``load()`` while it is already loading waits for the same answer; ``reload()`` gives that up and asks anew. Last
/// known data are there at once and are replaced when the answer comes.
@MainActor @Observable
public class LoadedModel<Value: Sendable> {
    /// The state of the data.
    public internal(set) var state: LoadState<Value> = .idle

    @ObservationIgnored private var task: Task<Void, Never>?
    @ObservationIgnored private var generation = 0

    nonisolated init() {}

    /// Stored data, without a request; nil for none.
    func lastKnown() async -> Snapshot<Value>? { nil }

    /// Requests the data.
    func fetch() async throws -> Snapshot<Value> { throw CancellationError() }

    /// Whether a value counts as empty.
    func isEmpty(_ value: Value) -> Bool { false }

    /// Asks for the data, once however many views ask.
    public func load() async {
        let task = task ?? begin()
        await task.value
    }

    /// Requests the data again; a request under way is cancelled.
    public func reload() async {
        cancel()
        await load()
    }

    /// Gives up what is on its way; what was shown stays.
    public func cancel() {
        generation += 1
        task?.cancel()
        task = nil
        guard case .loading(let last) = state else { return }
        state = last.map { .loaded($0) } ?? .idle
    }

    private func begin() -> Task<Void, Never> {
        generation += 1
        let mine = generation
        let shown = state.shown
        state = .loading(lastKnown: shown)
        let task = Task { await self.run(mine, shown) }
        self.task = task
        return task
    }

    private func run(_ mine: Int, _ shown: Snapshot<Value>?) async {
        var last = shown
        if last == nil {
            last = await lastKnown()
            guard mine == generation else { return }
            if last != nil { state = .loading(lastKnown: last) }
        }
        let outcome: LoadState<Value>?
        do {
            outcome = loaded(try await fetch())
        } catch let error as APIError {
            last = last.map { Snapshot(value: $0.value, asOf: $0.asOf, isStale: true) }
            outcome =
                error.isOffline
                ? .offline(message: error.message, lastKnown: last)
                : .error(message: error.message, lastKnown: last)
        } catch is CancellationError {
            outcome = nil
        } catch {
            outcome = .error(message: "Unknown error", lastKnown: last)
        }
        // A later load has taken over.
        guard mine == generation else { return }
        task = nil
        state = outcome ?? last.map { .loaded($0) } ?? .idle
    }

    private func loaded(_ snapshot: Snapshot<Value>) -> LoadState<Value> {
        if snapshot.isStale {
            return .offline(message: "The gateway does not answer; this is what it said last.", lastKnown: snapshot)
        }
        return isEmpty(snapshot.value) ? .empty(asOf: snapshot.asOf) : .loaded(snapshot)
    }
}
