import Signals

extension Store {
    /// Runs `body` on the writer and returns when it is on disk. No thread waits meanwhile, however long that takes.
    /// - Parameters:
    ///   - isDerived: whether it only keeps what follows from all else in the store, so that ``lastChange`` stays.
    ///   - body: what is done.
    /// - Throws: `Failure` when it cannot be written, and what `body` throws.
    func perform(
        isDerived: Bool = false, _ body: @escaping @Sendable (Writer) throws -> Void
    ) async throws(Failure) {
        do { try await gate.perform(isDerived: isDerived, body) } catch { throw refusal(error) }
    }

    /// As ``perform(isDerived:_:)``, for what is decided under a lock that must be held until it is on disk: the thread waits, so it
    /// has to be one that was made for it, see `DiskWait`.
    /// - Throws: `Failure` when it cannot be written, and what `body` throws.
    func performWaiting(_ body: @escaping @Sendable (Writer) throws -> Void) throws(Failure) {
        do { try gate.performWaiting(body) } catch { throw refusal(error) }
    }

    private func refusal(_ error: any Error) -> Failure {
        switch error {
        case let failure as Failure: failure
        case let error as SQLiteError: error.failure("The store \(path) cannot be changed")
        default: Failure(.failed, "The store \(path) cannot be changed: \(error)", cause: error)
        }
    }
}
