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

    /// Checks that there is room for so many bytes beside what is to stay free for nights.
    /// - Throws: `Failure` with the cause `NoSpace` where there is not.
    func check(for count: Double = 0) throws {
        guard let bytes else { return }
        let (free, needed) = (max(0, bytes) / 1_000_000, Int(count / 1_000_000))
        if medium.isEphemeral {
            guard Double(bytes) < count else { return }
            throw Failure(
                .failed,
                "The memory of the store has \(free) MB free, \(max(1, needed)) MB are needed. Give it more, or keep less in it.",
                cause: NoSpace())
        }
        guard Double(bytes) < NightMonitor.reserve + count else { return }
        throw Failure(
            .failed,
            "The disk of the store has \(free) MB free\(needed > 0 ? ", \(needed) MB are needed" : ""), and "
                + "\(Int(NightMonitor.reserve / 1_000_000)) MB are to stay free for nights. Free some space, then try again.",
            cause: NoSpace())
    }
}
