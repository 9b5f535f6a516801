import Glibc
import Runtime
import Signals
import Synchronization

/// The right to write a store: an advisory lock (flock) on a file that names its holder. The kernel gives it back
/// when the process ends, however it ends.
final class StoreLock: Sendable {
    private let descriptor: Atomic<Int32>

    /// Takes the lock at `path`.
    /// - Throws: `Failure` naming the process that has it.
    init(path: String) throws(Failure) {
        let opened = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard opened >= 0 else {
            throw Failure(SystemError(errno, "open", path), "The lock file \(path) cannot be opened")
        }
        guard flock(opened, LOCK_EX | LOCK_NB) == 0 else {
            let code = errno
            let holder = StoreLock.holder(opened)
            close(opened)
            guard code == EWOULDBLOCK else {
                throw Failure(SystemError(code, "flock", path), "The lock file \(path) cannot be locked")
            }
            throw Failure(
                .failed,
                "The store is in use by process \(holder ?? "unknown"). Stop that gateway, or give this one another "
                    + "folder with --data.", cause: StoreInUse(holder: holder))
        }
        descriptor = Atomic(opened)
        let text = Array("\(getpid())\n".utf8)
        _ = ftruncate(opened, 0)
        // Only for people to read: the lock holds without it.
        _ = text.withUnsafeBytes { pwrite(opened, $0.baseAddress, $0.count, 0) }
    }

    deinit { release() }

    /// Releases the lock.
    func release() {
        let held = descriptor.exchange(-1, ordering: .acquiringAndReleasing)
        guard held >= 0 else { return }
        // A child that has not reached its exec yet would hold it on.
        flock(held, LOCK_UN)
        close(held)
    }

    private static func holder(_ descriptor: Int32) -> String? {
        var text = [UInt8](repeating: 0, count: 20)
        let count = text.withUnsafeMutableBytes { pread(descriptor, $0.baseAddress, $0.count, 0) }
        let digits = text.prefix(max(0, count)).prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
        return digits.isEmpty ? nil : String(decoding: digits, as: UTF8.self)
    }
}

/// Why a store could not be opened: another process has it.
package struct StoreInUse: Error, Hashable {
    /// The number of that process; nil when it does not say.
    package var holder: String?
}
