import Signals

/// Work that a caller waits for and that only the writing connection may do.
final class Job: Sendable {
    /// The work, run on the writer's thread.
    let body: @Sendable (Writer) throws -> Void
    /// Whether it is done after the transaction, which then stands whatever becomes of it.
    let isOutside: Bool
    private let outcome = Outcome()

    init(isOutside: Bool = false, _ body: @escaping @Sendable (Writer) throws -> Void) {
        self.isOutside = isOutside
        self.body = body
    }

    /// Sets the outcome for the waiting caller; only the first counts.
    func finish(_ result: Result<Void, any Error>) { outcome.set(result) }

    /// Blocks until the job is durable or has failed.
    func wait() throws { try outcome.get().get() }
}
