import Glibc
import Signals

/// Ends a `poll` from another thread.
public final class Waker: Sendable {
    /// The descriptor to wait for.
    public let readEnd: Int32
    private let writeEnd: Int32

    /// A waker without descriptors, which wakes nobody.
    public static let broken = Waker(ends: (-1, -1))

    private init(ends: (Int32, Int32)) { (readEnd, writeEnd) = ends }

    /// A pipe.
    /// - Throws: `Failure` when the process has no descriptors left.
    public init() throws {
        var ends: [Int32] = [-1, -1]
        guard pipe2(&ends, O_NONBLOCK | O_CLOEXEC) == 0 else {
            throw Failure(SystemError(errno, "pipe2"), "A pipe cannot be made")
        }
        readEnd = ends[0]
        writeEnd = ends[1]
    }

    deinit {
        close(readEnd)
        close(writeEnd)
    }

    /// Ends the `poll` that waits for ``readEnd``, or the next one.
    public func wake() {
        // A full pipe is fine: the loop will wake anyway.
        var byte: UInt8 = 1
        _ = write(writeEnd, &byte, 1)
    }

    /// Resets it, so that it can wake again.
    public func drain() {
        var bytes: [UInt8] = Array(repeating: 0, count: 64)
        while read(readEnd, &bytes, bytes.count) > 0 {}
    }
}
