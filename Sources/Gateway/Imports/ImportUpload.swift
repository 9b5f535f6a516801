import Glibc
import Recordings
import Runtime
import Signals
import Store
import Synchronization

/// A file that is being received: written to disk piece by piece for its decoder, and hashed and kept while it comes.
package final class ImportUpload: Sendable {
    /// Waits of 2 ms for room in the store; what still finds none is read again when all has come.
    private static let mostWaits = 5000

    private let path: String
    private let size: Int?
    private let job: ImportJob
    private let arriving: ArrivingFile
    private let medium: any StoreMedium
    private let start: @Sendable (String, ArrivingFile) -> Void
    private let descriptor: Int32
    private let received = Mutex(0)

    init(
        path: String, size: Int?, job: ImportJob, arriving: ArrivingFile,
        medium: any StoreMedium, start: @escaping @Sendable (String, ArrivingFile) -> Void
    ) throws {
        self.path = path
        self.size = size
        self.job = job
        self.arriving = arriving
        self.medium = medium
        self.start = start
        descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else {
            throw Failure(SystemError(errno, "open", path), "\(path) cannot be written", as: .failed)
        }
    }

    deinit { _ = Glibc.close(descriptor) }

    /// The progress of the import.
    package var status: ImportStatus { job.status }

    /// Writes the next bytes, once the store has room for them too: a sender is faster than a disk.
    /// - Throws: as ``write(_:)``.
    package func take(_ bytes: [UInt8]) async throws {
        var waits = 0
        while !arriving.hasRoom, waits < Self.mostWaits {
            waits += 1
            try await Task.sleep(for: .milliseconds(2))
        }
        try write(bytes)
    }

    /// Writes the next bytes.
    /// - Throws: `Failure` when the disk is full or fails; `CancellationError` when the import was stopped.
    package func write(_ bytes: [UInt8]) throws {
        if job.status.stage.isFinal { throw CancellationError() }
        // A disk refuses what it has no room for; memory has to be asked.
        if medium.mostBytes != nil, let free = medium.freeBytes, free < bytes.count { throw refused(ENOSPC) }
        var done = 0
        while done < bytes.count {
            let count = bytes.withUnsafeBytes {
                Glibc.write(descriptor, $0.baseAddress.map { $0 + done }, $0.count - done)
            }
            if count < 0 && errno == EINTR { continue }
            guard count > 0 else {
                throw refused(errno)
            }
            done += count
        }
        let total = received.withLock { total in
            // Of an archive not its bytes are kept but what is in it.
            if total == 0, Self.isArchive(bytes) { arriving.stopKeeping() }
            arriving.receive(bytes)
            total += bytes.count
            return total
        }
        if let size, size > 0 { job.report(.receiving, Double(total) / Double(size)) }
    }

    private func refused(_ code: Int32) -> Failure {
        Failure(
            SystemError(code, "write", path), "The file cannot be kept", as: .failed,
            advice: "Free some space and try again.")
    }

    /// Every byte has arrived: starts the import.
    package func finish() -> ImportStatus {
        start(path, arriving)
        return status
    }

    /// The sender is gone: what was received is thrown away.
    package func abandon(_ error: any Error) {
        IncomingFolder.remove(path)
        arriving.stopKeeping()
        job.fail(error)
    }

    /// Whether a file that begins so may be one that is unpacked before it is decoded.
    private static func isArchive(_ head: [UInt8]) -> Bool {
        head.starts(with: [0x1F, 0x8B])
            || head.starts(with: [0x50, 0x4B, 3, 4]) && !GT3X.recognizes(head: head, fileName: "")
    }
}
