import CLinux
import Glibc
import Signals

/// The attribute channel of one link: one protocol data unit per read and write.
final class LinkSocket {
    /// The outcome of a read.
    enum Reading {
        case unit(count: Int, stamp: Instant?)
        case empty
        /// The link is down, for the reason of this error number; 0 when the peer closed it.
        case ended(Int32)
    }

    /// The outcome of a write.
    enum Writing {
        case done
        /// No room for now, or the link is being encrypted.
        case later
        case failed(Int32)
    }

    let descriptor: Int32
    /// The bytes of the last unit read; no unit is longer than 517 bytes (Core Specification 5.4, vol 3 part F, 3.2.9).
    private(set) var buffer = [UInt8](repeating: 0, count: 1024)

    private var isOpen = true

    init(_ descriptor: Int32) { self.descriptor = descriptor }

    deinit { shut() }

    /// Closes it; it takes and gives nothing any more.
    func shut() {
        guard isOpen else { return }
        isOpen = false
        close(descriptor)
    }

    /// The error that ended the connecting, 0 when the link is up.
    func takeError() -> Int32 {
        guard isOpen else { return EBADF }
        var number: Int32 = 0
        var size = socklen_t(4)
        return getsockopt(descriptor, SOL_SOCKET, SO_ERROR, &number, &size) == 0 ? number : errno
    }

    func read() -> Reading {
        guard isOpen else { return .ended(EBADF) }
        var stamp: Int64 = 0
        let count = nj_receive_stamped(descriptor, &buffer, buffer.count, &stamp)
        if count < 0 { return errno == EAGAIN || errno == EINTR ? .empty : .ended(errno) }
        guard count > 0 else { return .ended(takeError()) }
        return .unit(count: min(count, buffer.count), stamp: stamp == 0 ? nil : Instant(nanoseconds: stamp))
    }

    func write(_ unit: [UInt8]) -> Writing {
        guard isOpen else { return .failed(EBADF) }
        let flags = Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT)
        if send(descriptor, unit, unit.count, flags) >= 0 { return .done }
        return errno == EAGAIN || errno == EINTR || errno == ENOBUFS ? .later : .failed(errno)
    }
}
