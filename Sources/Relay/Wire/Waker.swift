import Glibc
import Signals

/// Ends a `poll` from another thread.
final class Waker: Sendable {
    /// The descriptor to wait for.
    let readEnd: Int32
    private let writeEnd: Int32

    /// One that wakes nobody.
    static let broken = Waker(ends: (-1, -1))

    private init(ends: (Int32, Int32)) { (readEnd, writeEnd) = ends }

    init() throws {
        var ends: [Int32] = [-1, -1]
        guard pipe2(&ends, O_NONBLOCK | O_CLOEXEC) == 0 else {
            throw Failure(.failed, "The relay cannot make a pipe: \(String(cString: strerror(errno))).")
        }
        readEnd = ends[0]
        writeEnd = ends[1]
    }

    deinit {
        close(readEnd)
        close(writeEnd)
    }

    /// A full pipe is fine: the loop will wake anyway.
    func wake() {
        var byte: UInt8 = 1
        _ = write(writeEnd, &byte, 1)
    }

    func drain() {
        var bytes: [UInt8] = Array(repeating: 0, count: 64)
        while read(readEnd, &bytes, bytes.count) > 0 {}
    }
}
