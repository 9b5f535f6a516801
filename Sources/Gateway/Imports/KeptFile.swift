import Glibc
import Runtime
import Signals
import Store

/// The bytes of a recording as they were imported.
enum KeptFile {
    /// Writes them to a file.
    /// - Throws: `Failure` when they cannot be read or written; `CancellationError`.
    static func copy(_ id: RecordingID, of store: Store, to path: String) throws {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else {
            throw Failure(SystemError(errno, "open", path), "\(path) cannot be written", as: .failed)
        }
        defer { close(descriptor) }
        try store.forEachChunk(of: id) { bytes in
            try Task.checkCancellation()
            var done = 0
            while done < bytes.count {
                let count = bytes.withUnsafeBytes {
                    write(descriptor, $0.baseAddress.map { $0 + done }, $0.count - done)
                }
                if count < 0 && errno == EINTR { continue }
                guard count > 0 else {
                    throw Failure(SystemError(errno, "write", path), "\(path) cannot be written", as: .failed)
                }
                done += count
            }
        }
    }
}
