import CLinux
import Glibc
import Runtime
import Signals

/// Wakes a thread that waits in `poll`; may be signalled from any thread and from callbacks of C.
final class WakeupEvent: Sendable {
    /// Readable after ``signal()``.
    let descriptor: Int32

    /// An event that is not signalled.
    /// - Throws: `Failure` when the process has no descriptors left.
    init() throws {
        descriptor = eventfd(0, Int32(EFD_CLOEXEC | EFD_NONBLOCK))
        guard descriptor >= 0 else {
            throw Failure(SystemError(errno, "eventfd"), "No event descriptor can be made")
        }
    }

    deinit { close(descriptor) }

    /// Wakes whoever polls ``descriptor``.
    func signal() { eventfd_write(descriptor, 1) }

    /// Waits until it was rung, for at most so long; it stays rung.
    func wait(milliseconds: Int32) {
        var one = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        _ = poll(&one, 1, milliseconds)
    }

    /// Resets it, so that it can wake again.
    func reset() {
        var count: eventfd_t = 0
        eventfd_read(descriptor, &count)
    }
}
