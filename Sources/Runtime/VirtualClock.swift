public import Signals
import Synchronization

/// A clock that never waits: asked to wait until an instant, it shows it. Work timed by it runs as fast as it can.
public final class VirtualClock: HostClock {
    private let nanoseconds: Atomic<Int64>

    /// A clock that shows `start`.
    public init(start: Instant) { nanoseconds = Atomic(start.nanoseconds) }

    /// The instant reached so far.
    public var now: Instant { Instant(nanoseconds: nanoseconds.load(ordering: .relaxed)) }

    /// Moves the clock forward to `instant` and gives other tasks a turn; never moves it back.
    public func wait(until instant: Instant) async throws {
        nanoseconds.max(instant.nanoseconds, ordering: .relaxed)
        try Task.checkCancellation()
        await Task.yield()
    }
}
