// Either may be taken for the owner of `timespec`, whichever the compiler meets first.
import CLinux
import Glibc
public import Signals

/// The host's clock as drivers need it: what time it is, and waiting. Injected, so that a test waits for nothing and
/// a replay runs at any speed.
public protocol HostClock: Sendable {
    /// The current instant on this clock.
    var now: Instant { get }
    /// Time that has passed since some moment before, which nobody sets: what measures how long something lasts.
    var elapsed: Duration { get }
    /// Waits until this clock shows `instant`; returns at once when it already does.
    /// - Throws: `CancellationError` when the task is cancelled.
    func wait(until instant: Instant) async throws
    /// Waits for so long, whatever the clock is set to meanwhile: what a deadline or a pause is.
    /// - Parameter seconds: how long; at once where it is zero or less.
    /// - Throws: `CancellationError` when the task is cancelled.
    func wait(seconds: Double) async throws
    /// Waits until ``elapsed`` is so much; returns at once when it already is.
    /// - Throws: `CancellationError` when the task is cancelled.
    func wait(untilElapsed time: Duration) async throws
}

extension HostClock {
    /// The time of ``now``: enough for monotonic clocks.
    public var elapsed: Duration { .nanoseconds(now.nanoseconds) }
    /// Waits by ``now``: enough for monotonic clocks.
    public func wait(seconds: Double) async throws { try await wait(until: now.advanced(bySeconds: seconds)) }
    /// Waits until ``elapsed`` has reached `time`.
    public func wait(untilElapsed time: Duration) async throws {
        try await wait(seconds: (time - elapsed) / .seconds(1))
    }
}

/// The time of the machine.
public struct WallClock: HostClock {
    /// The machine's clock.
    public init() {}

    /// The current UTC time; the end of the calendar (1680 or 2260) for a machine whose clock shows one beyond.
    public var now: Instant {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return Instant(clampingSeconds: time.tv_sec, nanoseconds: time.tv_nsec)
    }

    /// Time since the machine was started, sleep included; setting its clock changes nothing in it.
    public var elapsed: Duration {
        var time = timespec()
        clock_gettime(CLOCK_BOOTTIME, &time)
        return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
    }

    /// Waits by the monotonic clock for as long as the wall clock says is left, so a step of the wall clock shifts
    /// one wait only.
    public func wait(until instant: Instant) async throws {
        let left = instant.nanoseconds(since: now)
        if left > 0 { try await Task.sleep(for: .nanoseconds(left)) } else { try Task.checkCancellation() }
    }

    /// Waits by the monotonic clock alone, three decades at most.
    public func wait(seconds: Double) async throws {
        // A duration of more than fits into it ends the program.
        if seconds > 0 { try await Task.sleep(for: .seconds(min(seconds, 1e9))) } else { try Task.checkCancellation() }
    }
}

/// A clock that runs `speed` times as fast as the machine's from the moment it is made.
public struct AcceleratedClock: HostClock {
    private let origin: Instant
    private let started: ContinuousClock.Instant
    /// Seconds of this clock in one second of the machine; above zero.
    public let speed: Double

    /// A clock that shows `origin` now; nil unless `speed` is above zero and finite.
    public init?(origin: Instant, speed: Double) {
        guard speed > 0, speed.isFinite else { return nil }
        self.origin = origin
        self.speed = speed
        started = ContinuousClock.now
    }

    /// The current instant on this clock.
    public var now: Instant {
        origin.advanced(bySeconds: (ContinuousClock.now - started) / .seconds(1) * speed).inCalendar
    }

    /// Waits the accelerated time.
    public func wait(until instant: Instant) async throws {
        let left = instant.seconds(since: now) / speed
        if left > 0 { try await Task.sleep(for: .seconds(min(left, 1e9))) } else { try Task.checkCancellation() }
    }
}
