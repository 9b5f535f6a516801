import Glibc
import Runtime
import Signals
import Synchronization

/// A file opened for sending, from an offset, of a known length; closed when nobody wants it any more.
package final class OpenFile: Sendable {
    /// Bytes to send.
    package let count: UInt64
    /// Where they begin in the file.
    package let offset: UInt64
    private let descriptor: Mutex<Int32?>

    /// Takes over an open descriptor.
    package init(descriptor: Int32, offset: UInt64 = 0, count: UInt64) {
        self.descriptor = Mutex(descriptor)
        self.offset = offset
        self.count = count
    }

    /// Opens a regular file.
    /// - Throws: `Failure`: `notFound` when it is not there, `notPermitted` when it may not be read, `failed` otherwise.
    package convenience init(path: String) throws {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else {
            let error = SystemError(errno, "open", path)
            throw Failure(error, "\(path) cannot be opened", as: error.number == ENOENT ? .notFound : nil)
        }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            close(descriptor)
            throw Failure(.failed, "\(path) is not a regular file; name a file.")
        }
        self.init(descriptor: descriptor, count: UInt64(clamping: status.st_size))
    }

    /// Hands the descriptor over to a new owner; nil the second time.
    func take() -> Int32? {
        descriptor.withLock { descriptor in
            defer { descriptor = nil }
            return descriptor
        }
    }

    deinit {
        if let descriptor = take() { close(descriptor) }
    }
}
