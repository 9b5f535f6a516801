import Glibc
import Runtime
import Signals
import Store

/// How much room the disk of the store has, and what else of the machine decides about a night.
struct FreeSpace: Sendable {
    let medium: any StoreMedium
    /// Replaces the question to the system, in tests.
    let ask: (@Sendable () -> Int64?)?

    /// When the machine was started; nil when that cannot be told.
    var booted: Instant? {
        var up = timespec()
        guard clock_gettime(CLOCK_BOOTTIME, &up) == 0 else { return nil }
        return WallClock().now.advanced(byNanoseconds: -(Int64(up.tv_sec) * 1_000_000_000 + Int64(up.tv_nsec)))
    }

    /// Bytes that a program without privileges may still write; nil when that cannot be told.
    var bytes: Int64? { ask.map { $0() } ?? medium.freeBytes }
}
