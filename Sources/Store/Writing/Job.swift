import Signals
import Synchronization

/// Work that a caller waits for and that only the writing connection may do.
final class Job: Sendable {
    /// The work, run on the writer's thread.
    let body: @Sendable (Writer) throws -> Void
    /// Whether it is done after the transaction, which then stands whatever becomes of it.
    let isOutside: Bool
    /// Whether it only keeps what follows from all else in the store, of which nothing changes.
    let isDerived: Bool
    private let isDone = Atomic(false)
    private let whenDone: @Sendable (Result<Void, any Error>) -> Void

    init(
        isOutside: Bool = false, isDerived: Bool = false, _ body: @escaping @Sendable (Writer) throws -> Void,
        whenDone: @escaping @Sendable (Result<Void, any Error>) -> Void
    ) {
        self.isOutside = isOutside
        self.isDerived = isDerived
        self.body = body
        self.whenDone = whenDone
    }

    /// Tells the caller how it ended; the first time counts.
    func finish(_ result: Result<Void, any Error>) {
        if !isDone.exchange(true, ordering: .acquiringAndReleasing) { whenDone(result) }
    }
}
