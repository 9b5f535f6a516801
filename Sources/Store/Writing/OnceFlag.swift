import Synchronization

/// A flag that can be raised once.
final class OnceFlag: Sendable {
    private let isRaised = Atomic(false)

    /// Raises the flag; true for the first caller.
    func raise() -> Bool { !isRaised.exchange(true, ordering: .acquiringAndReleasing) }
}
