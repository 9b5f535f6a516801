import Glibc
import Recordings
import Runtime
import Signals
import Store
import Synchronization

/// A file that is being received: written to disk piece by piece for its decoder, and hashed and kept while it comes.
package final class ImportUpload: Sendable {
    /// Waits of 2 ms for room in the store, in all; what still finds none is read again when all has come.
    private static let mostWaits = 5000
    /// Bytes after which the disk is looked at again.
    private static let step = 16 << 20

    private struct State {
        /// The first bytes, until there are enough to know what they are.
        var head: [UInt8]? = []
        var received = 0
        /// Bytes after which the disk is looked at.
        var nextLook = 0
        var waits = 0
        /// Whether the bytes are those of no recording: what still comes is let pass, and nothing of it is kept.
        var isRefused = false
        /// Why, where they are those of a table whose columns nobody has named.
        var unnamed: String?
    }

    private let path: String
    private let size: Int?
    private let job: ImportJob
    private let arriving: ArrivingFile
    private let space: FreeSpace
    private let start: @Sendable (String, ArrivingFile) -> Void
    private let descriptor: Int32
    private let state = Mutex(State())

    init(
        path: String, size: Int?, job: ImportJob, arriving: ArrivingFile, space: FreeSpace,
        start: @escaping @Sendable (String, ArrivingFile) -> Void
    ) throws {
        self.path = path
        self.size = size
        self.job = job
        self.arriving = arriving
        self.space = space
        self.start = start
        descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else {
            throw Failure(SystemError(errno, "open", path), "\(path) cannot be written", as: .failed)
        }
    }

    deinit { _ = Glibc.close(descriptor) }

    /// Why it was refused, where it is a table whose columns have to be named; nil otherwise.
    package var unnamed: String? { state.withLock { $0.unnamed } }

    /// The progress of the import.
    package var status: ImportStatus { job.status }

    /// Writes the next bytes, once the store has room for them too: a sender is faster than a disk.
    /// - Throws: as ``write(_:)``.
    package func take(_ bytes: [UInt8]) async throws {
        while !arriving.hasRoom, mayWait() { try await Task.sleep(for: .milliseconds(2)) }
        try write(bytes)
    }

    /// Whether there is patience left with a slow disk; one for the whole file, however many pieces it comes in.
    private func mayWait() -> Bool {
        state.withLock { state in
            state.waits += 1
            return state.waits <= Self.mostWaits
        }
    }

    /// Takes the next bytes. Nothing is written before it is known what they may be.
    /// - Throws: `Failure` when the disk is full or fails; `CancellationError` when the import was stopped.
    package func write(_ bytes: [UInt8]) throws {
        try state.withLock { state in
            if state.isRefused { return }
            if job.status.stage.isFinal { throw CancellationError() }
            guard var head = state.head else { return try append(bytes, &state) }
            head += bytes
            state.head = head
            if head.count >= RecordingFormats.headSize { try judge(head, &state) }
        }
    }

    /// Lets what was held back pass, if it may be the beginning of a recording.
    private func judge(_ head: [UInt8], _ state: inout State) throws {
        state.head = nil
        do {
            let isTable = job.columns?.columns.isEmpty == false && TableHeading(head: head) != nil
            if !Self.isArchive(head), !isTable {
                _ = try RecordingFormats.format(head: Array(head.prefix(RecordingFormats.headSize)), name: job.fileName)
            }
        } catch {
            state.isRefused = true
            if TableHeading(head: head) != nil { state.unnamed = Failure.telling(error) }
            arriving.stopKeeping()
            return job.fail(error)
        }
        // Of an archive not its bytes are kept but what is in it.
        if Self.isPacked(head) { arriving.stopKeeping() }
        try append(head, &state)
    }

    private func append(_ bytes: [UInt8], _ state: inout State) throws {
        if state.received >= state.nextLook {
            // It is kept twice until it is complete: as it came, and in the store.
            let rest = 2 * Double(max(0, (size ?? 0) - state.received))
            try space.check(for: max(rest, Double(bytes.count)))
            // A disk refuses by itself what it has no room for; memory has to be asked more often.
            state.nextLook = state.received + (space.medium.isEphemeral ? 1 << 20 : Self.step)
        }
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
        arriving.receive(bytes)
        state.received += bytes.count
        if let size, size > 0 { job.report(.receiving, Double(state.received) / Double(size)) }
    }

    private func refused(_ code: Int32) -> Failure {
        Failure(
            SystemError(code, "write", path), "The file cannot be kept", as: .failed,
            advice: "Free some space and try again.")
    }

    /// Every byte has arrived: starts the import, unless it has failed already.
    package func finish() -> ImportStatus {
        do {
            let isRefused = try state.withLock { state in
                // Too few bytes to tell before: what decodes it says what they are.
                // A table without known columns is refused at once, so that its sender can name them.
                if let head = state.head, TableHeading(head: head) != nil {
                    try judge(head, &state)
                } else if let head = state.head {
                    try append(head, &state)
                }
                state.head = nil
                return state.isRefused
            }
            if isRefused { IncomingFolder.remove(path) } else { start(path, arriving) }
        } catch {
            abandon(error)
        }
        return status
    }

    /// The sender is gone: what was received is thrown away.
    package func abandon(_ error: any Error) {
        IncomingFolder.remove(path)
        arriving.stopKeeping()
        job.fail(error)
    }

    /// Whether a file that begins so may be one that is unpacked before it is decoded.
    private static func isPacked(_ head: [UInt8]) -> Bool {
        isArchive(head) && !GT3X.recognizes(head: head, fileName: "")
    }

    private static func isArchive(_ head: [UInt8]) -> Bool {
        head.starts(with: [0x1F, 0x8B]) || head.starts(with: [0x50, 0x4B, 3, 4])
    }
}
