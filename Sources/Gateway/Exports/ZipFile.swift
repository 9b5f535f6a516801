import CZip
import Exports
import Glibc
import Runtime
import Signals
import Store

/// A `.zip` that is made on the disk: each of its files is written beside it first, piece by piece, and all are packed at
/// the end, so that none needs to fit in memory. Taken away again unless it is closed.
final class ZipFile {
    /// A file in it.
    struct Member {
        var name: String
        var bytes = 0
        var digest = ""
    }

    /// What is in it, in the order in which it was added.
    private(set) var members: [Member] = []
    private let path: String
    private let parts: String
    private var descriptor: Int32 = -1
    private var hash = ContentHash()
    private var isDone = false

    /// Begins an archive at `path`, for its owner alone.
    /// - Throws: `Failure` when it cannot be written.
    init(path: String) throws {
        self.path = path
        parts = path + ".parts"
        guard mkdir(parts, 0o700) == 0 else { throw failure("cannot be begun") }
    }

    deinit {
        if descriptor >= 0 { Glibc.close(descriptor) }
        for index in members.indices { unlink(part(index)) }
        rmdir(parts)
        if !isDone { unlink(path) }
    }

    /// Adds a file.
    /// - Throws: `Failure` when there is no room.
    func add(_ file: ExportFile) throws {
        try begin(file.name)
        try write(file.bytes)
        try end()
    }

    /// Begins a file that is written piece by piece.
    func begin(_ name: String) throws {
        members.append(Member(name: name))
        descriptor = open(part(members.count - 1), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw failure("cannot take \(name)") }
        hash = ContentHash()
    }

    /// Adds bytes to the file that was begun.
    func write(_ bytes: [UInt8]) throws {
        try Task.checkCancellation()
        var done = 0
        while done < bytes.count {
            let count = bytes.withUnsafeBytes {
                Glibc.write(descriptor, $0.baseAddress.map { $0 + done }, $0.count - done)
            }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw failure("cannot be written; see that there is room") }
            done += count
        }
        hash.update(bytes)
        members[members.count - 1].bytes += bytes.count
    }

    /// Ends the file that was begun.
    func end() throws {
        let code = Glibc.close(descriptor)
        descriptor = -1
        guard code == 0 else { throw failure("cannot be written; see that there is room") }
        members[members.count - 1].digest = ContentHash.hex(hash.digest())
    }

    /// Packs everything.
    /// - Throws: `Failure` when there is no room.
    func close() throws {
        var code: Int32 = 0
        guard let archive = zip_open(path, ZIP_CREATE | ZIP_EXCL, &code) else { throw failure("cannot be made") }
        do {
            for (index, member) in members.enumerated() {
                guard let source = zip_source_file(archive, part(index), 0, -1) else {
                    throw failure("cannot take \(member.name)")
                }
                guard zip_file_add(archive, member.name, source, zip_flags_t(ZIP_FL_ENC_UTF_8)) >= 0 else {
                    zip_source_free(source)
                    throw failure("cannot take \(member.name)")
                }
            }
        } catch {
            zip_discard(archive)
            throw error
        }
        guard zip_close(archive) == 0 else {
            zip_discard(archive)
            throw failure("cannot be written; see that there is room")
        }
        chmod(path, 0o600)
        isDone = true
    }

    private func part(_ index: Int) -> String { "\(parts)/\(index)" }

    private func failure(_ what: String) -> Failure {
        Failure(
            .failed, "The archive of what is yours \(what).",
            cause: [ENOSPC, EDQUOT].contains(errno) ? NoSpace() : nil)
    }
}
