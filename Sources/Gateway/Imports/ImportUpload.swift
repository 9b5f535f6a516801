import Glibc
import Runtime
import Signals
import Synchronization

/// A file that is being received, written to disk piece by piece.
public final class ImportUpload: Sendable {
    private let path: String
    private let size: Int?
    private let job: ImportJob
    private let start: @Sendable (String) -> Void
    private let descriptor: Int32
    private let received = Mutex(0)

    init(path: String, size: Int?, job: ImportJob, start: @escaping @Sendable (String) -> Void) throws {
        self.path = path
        self.size = size
        self.job = job
        self.start = start
        descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else {
            throw Failure(SystemError(errno, "open", path), "\(path) cannot be written", as: .failed)
        }
    }

    deinit { _ = Glibc.close(descriptor) }

    /// The progress of the import.
    public var status: ImportStatus { job.status }

    /// Writes the next bytes.
    /// - Throws: `Failure` when the disk is full or fails; `CancellationError` when the import was stopped.
    public func write(_ bytes: [UInt8]) throws {
        if job.status.stage.isFinal { throw CancellationError() }
        var done = 0
        while done < bytes.count {
            let count = bytes.withUnsafeBytes {
                Glibc.write(descriptor, $0.baseAddress.map { $0 + done }, $0.count - done)
            }
            if count < 0 && errno == EINTR { continue }
            guard count > 0 else {
                throw Failure(
                    SystemError(errno, "write", path), "The file cannot be kept", as: .failed,
                    advice: "Free some space and try again.")
            }
            done += count
        }
        let total = received.withLock { total in
            total += bytes.count
            return total
        }
        if let size, size > 0 { job.report(.receiving, Double(total) / Double(size)) }
    }

    /// Every byte has arrived: starts the import.
    public func finish() -> ImportStatus {
        start(path)
        return status
    }

    /// The sender is gone: what was received is thrown away.
    public func abandon(_ error: any Error) {
        IncomingFolder.remove(path)
        job.fail(error)
    }
}
