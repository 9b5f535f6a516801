import CZip
import Exports
import Glibc
import Runtime
import Signals
import Store

/// A `.zip` that is made piece by piece: each of its files is made first, on the disk or in memory, and all are packed at the
/// end, so that on the disk none needs to fit in memory. Taken away again unless it is closed.
final class ZipFile {
    /// A file in it.
    struct Member {
        var name: String
        var bytes = 0
        var digest = ""
    }

    /// What is in it, in the order in which it was added.
    private(set) var members: [Member] = []
    private let path: String?
    private let folder: String?
    private let place: ExportRoom.Place
    private var parts: [ExportScratch] = []
    private var hash = SHA256()
    /// Why packing was ended.
    private var refusal: (any Error)?
    private var isDone = false

    /// Begins an archive at `path`, for its owner alone, or in memory.
    /// - Throws: `Failure` when it cannot be written.
    init(path: String?, in place: ExportRoom.Place) throws {
        (self.path, self.place) = (path, place)
        folder = path.map { $0 + ".parts" }
        if let folder, mkdir(folder, 0o700) != 0 { throw failure("cannot be begun", errno) }
    }

    deinit {
        parts = []
        if let folder { rmdir(folder) }
        if let path, !isDone { unlink(path) }
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
        parts.append(try ExportScratch(path: folder.map { "\($0)/\(parts.count)" }, in: place))
        members.append(Member(name: name))
        hash = SHA256()
    }

    /// Adds bytes to the file that was begun.
    func write(_ bytes: [UInt8]) throws {
        try parts[parts.count - 1].write(bytes)
        hash.update(bytes)
        members[members.count - 1].bytes += bytes.count
    }

    /// Ends the file that was begun.
    func end() throws {
        try parts[parts.count - 1].end()
        members[members.count - 1].digest = HexText.text(hash.digest())
    }

    /// Packs everything.
    /// - Throws: `Failure` when there is no room; `CancellationError`.
    func close() throws -> ExportScratch {
        if let path {
            var code: Int32 = 0
            guard let archive = zip_open(path, ZIP_CREATE | ZIP_EXCL, &code) else {
                throw failure("cannot be made", errno)
            }
            try pack(archive)
            chmod(path, 0o600)
            isDone = true
            return ExportScratch(written: path, in: place)
        }
        guard let sink = zip_source_buffer_create(nil, 0, 0, nil) else { throw failure("cannot be made") }
        defer { zip_source_free(sink) }
        guard let archive = zip_open_from_source(sink, ZIP_TRUNCATE, nil) else { throw failure("cannot be made") }
        // The source outlives the archive, to be read from.
        zip_source_keep(sink)
        try pack(archive)
        let bytes = try read(sink)
        parts = []
        place.give()
        try place.take(bytes.count)
        return ExportScratch(bytes, in: place)
    }

    private func pack(_ archive: OpaquePointer) throws {
        do {
            for (member, part) in zip(members, parts) { try add(part, named: member.name, to: archive) }
        } catch {
            zip_discard(archive)
            throw error
        }
        // Packing writes as much again, and takes longest.
        zip_register_cancel_callback_with_state(
            archive, isZipRefused, nil, Unmanaged.passUnretained(self).toOpaque())
        guard zip_close(archive) == 0 else {
            let error = zip_error_code_system(zip_get_error(archive))
            zip_discard(archive)
            throw refusal ?? failure("cannot be written; see that there is room", error)
        }
    }

    private func add(_ part: ExportScratch, named name: String, to archive: OpaquePointer) throws {
        let source: OpaquePointer?
        if let path = part.path {
            source = zip_source_file(archive, path, 0, -1)
        } else {
            // libzip frees the copy when the archive is closed, so it must come from malloc.
            let copy = malloc(max(1, part.bytes.count))
            if let copy { part.bytes.withUnsafeBytes { if let base = $0.baseAddress { memcpy(copy, base, $0.count) } } }
            source = copy.flatMap { zip_source_buffer(archive, $0, zip_uint64_t(part.bytes.count), 1) }
            if source == nil { free(copy) }
        }
        guard let source else { throw failure("cannot take \(name)") }
        guard zip_file_add(archive, name, source, zip_flags_t(ZIP_FL_ENC_UTF_8)) >= 0 else {
            zip_source_free(source)
            throw failure("cannot take \(name)")
        }
    }

    private func read(_ source: OpaquePointer) throws -> [UInt8] {
        guard zip_source_open(source) == 0 else { throw failure("cannot be read back") }
        defer { zip_source_close(source) }
        zip_source_seek(source, 0, SEEK_END)
        let size = Int(zip_source_tell(source))
        zip_source_seek(source, 0, SEEK_SET)
        guard size > 0 else { throw failure("is empty") }
        var bytes = [UInt8](repeating: 0, count: size)
        let count = bytes.withUnsafeMutableBytes { zip_source_read(source, $0.baseAddress, zip_uint64_t($0.count)) }
        guard count == size else { throw failure("cannot be read back") }
        return bytes
    }

    /// Whether packing is to end, because the disk fills or nobody waits any more.
    fileprivate var isRefused: Bool {
        do {
            try Task.checkCancellation()
            if path != nil { try place.room.checkDisk() }
            return false
        } catch {
            refusal = error
            return true
        }
    }

    private func failure(_ what: String, _ error: Int32 = 0) -> Failure {
        Failure(
            .failed, "The archive \(what).", cause: [ENOSPC, EDQUOT].contains(error) ? NoSpace() : nil)
    }
}

/// A function of the file because C calls it.
private func isZipRefused(_ archive: OpaquePointer?, _ state: UnsafeMutableRawPointer?) -> Int32 {
    guard let state else { return 0 }
    return Unmanaged<ZipFile>.fromOpaque(state).takeUnretainedValue().isRefused ? 1 : 0
}
