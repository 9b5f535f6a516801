import Runtime
import Synchronization

/// Counts how often a thread has waited for the disk that was not made for it; see `DiskWait`.
final class MisplacedWaits: Sendable {
    private let noted = Atomic(0)

    /// How often that was.
    var count: Int { noted.load(ordering: .relaxed) }

    /// Counts a wait of this thread where it was not made for it.
    func note() { if !DiskWait.isAllowedHere { noted.add(1, ordering: .relaxed) } }
}
