import CZip
import Exports
import Glibc
import Signals

/// A `.zip` that is written to disk, a few files in memory at a time; taken away again unless it is closed.
final class ZipFile {
    /// Bytes that wait in memory before they are written.
    private static let waiting = 32 << 20

    private let path: String
    private var archive: OpaquePointer?
    private var bytes = 0
    private var isDone = false

    /// Begins an archive at `path`, for its owner alone.
    /// - Throws: `Failure` when it cannot be written.
    init(path: String) throws {
        self.path = path
        try open()
    }

    deinit {
        if let archive { zip_discard(archive) }
        if !isDone { unlink(path) }
    }

    /// Adds a file.
    /// - Throws: `Failure` when memory or room is short.
    func add(_ file: ExportFile) throws {
        guard let archive else { throw failure("is closed") }
        guard let copy = malloc(max(1, file.bytes.count)) else { throw failure("needs more memory") }
        file.bytes.withUnsafeBytes { if let base = $0.baseAddress { memcpy(copy, base, $0.count) } }
        guard let source = zip_source_buffer(archive, copy, zip_uint64_t(file.bytes.count), 1) else {
            free(copy)
            throw failure("cannot take \(file.name)")
        }
        guard zip_file_add(archive, file.name, source, zip_flags_t(ZIP_FL_ENC_UTF_8)) >= 0 else {
            zip_source_free(source)
            throw failure("cannot take \(file.name)")
        }
        bytes += file.bytes.count
        if bytes > Self.waiting {
            try flush()
            try open()
        }
    }

    /// Writes everything out.
    /// - Throws: `Failure` when there is no room.
    func close() throws {
        try flush()
        isDone = true
    }

    private func open() throws {
        var code: Int32 = 0
        archive = zip_open(path, ZIP_CREATE, &code)
        bytes = 0
        guard archive != nil else { throw failure("cannot be opened") }
    }

    private func flush() throws {
        guard let archive else { return }
        guard zip_close(archive) == 0 else { throw failure("cannot be written; is there room?") }
        self.archive = nil
        chmod(path, 0o600)
    }

    private func failure(_ what: String) -> Failure {
        Failure(
            .failed, "The archive \(path) \(what).", cause: [ENOSPC, EDQUOT].contains(errno) ? NoSpace() : nil)
    }
}
