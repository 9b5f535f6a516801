import CLinux
import Glibc
public import Signals

/// Wakes a thread that waits for ``descriptor``, most often in a ``Reactor``; from any thread and from callbacks of C.
public final class Waker: Sendable {
    /// Readable once it was woken, until ``drain()``.
    public let descriptor: Int32

    /// One that wakes nobody.
    public static let broken = Waker(descriptor: -1)

    private init(descriptor: Int32) { self.descriptor = descriptor }

    /// An event descriptor.
    /// - Throws: `Failure` when the process has no descriptors left.
    public init() throws(Failure) {
        descriptor = eventfd(0, Int32(EFD_CLOEXEC | EFD_NONBLOCK))
        guard descriptor >= 0 else { throw Failure(SystemError(errno, "eventfd"), "No event descriptor can be made") }
    }

    deinit { if descriptor >= 0 { close(descriptor) } }

    /// Ends the wait for ``descriptor``, or the next one.
    public func wake() { eventfd_write(descriptor, 1) }

    /// Resets it, so that it can wake again.
    public func drain() {
        var count: eventfd_t = 0
        eventfd_read(descriptor, &count)
    }

    /// Waits until it is woken, for at most so long, or for ever; it stays woken. For a thread that waits for nothing else.
    public func wait(atMost time: Duration? = nil) {
        var one = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        _ = poll(&one, 1, time?.millisecondsToWait ?? -1)
    }
}

extension Duration {
    /// Milliseconds for a system call that waits: up, as a wait that ends too early would be none; an hour at most.
    var millisecondsToWait: Int32 {
        guard self > .zero else { return 0 }
        let (seconds, attoseconds) = min(self, .seconds(3600)).components
        return Int32(clamping: seconds * 1000 + (attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000)
    }
}
