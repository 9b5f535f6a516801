import CZip
import Glibc
public import Signals

/// Writes a zip archive with libzip, to the disk or into memory. Used by one task; an archive that is not closed leaves nothing.
public final class ZipWriter {
    private let archive: OpaquePointer
    /// What the archive is written into; nil on the disk.
    private let sink: OpaquePointer?
    private var isOpen = true
    /// Asked while files are packed; why that is to end.
    private var refusal: () -> (any Error)? = { nil }
    private var refused: (any Error)?

    /// Begins an archive.
    /// - Parameter path: a file that is not there yet; nil for memory.
    /// - Throws: `Failure` when it cannot be made.
    public init(path: String? = nil) throws(Failure) {
        if let path {
            var code: Int32 = 0
            guard let archive = zip_open(path, ZIP_CREATE | ZIP_EXCL, &code) else {
                throw Self.failure("cannot be made", errno)
            }
            (self.archive, sink) = (archive, nil)
            return
        }
        guard let sink = zip_source_buffer_create(nil, 0, 0, nil) else { throw Self.failure("cannot be made") }
        guard let archive = zip_open_from_source(sink, ZIP_TRUNCATE, nil) else {
            zip_source_free(sink)
            throw Self.failure("cannot be made")
        }
        // The source outlives the archive, to be read from.
        zip_source_keep(sink)
        (self.archive, self.sink) = (archive, sink)
    }

    deinit {
        if isOpen { zip_discard(archive) }
        if let sink { zip_source_free(sink) }
    }

    /// Adds a file of some bytes.
    /// - Parameters:
    ///   - name: its path in the archive.
    ///   - bytes: what is in it.
    ///   - isPacked: whether it is packed by Deflate.
    /// - Throws: `Failure` when there is no memory.
    public func add(_ name: String, _ bytes: [UInt8], isPacked: Bool = true) throws(Failure) {
        var copy: UnsafeMutableRawPointer?
        // libzip keeps no pointer to nothing, and would not free it.
        if !bytes.isEmpty {
            // It frees the copy when the archive is closed, so it must come from malloc.
            copy = malloc(bytes.count)
            guard let copy else { throw Self.failure("cannot take \(name)") }
            bytes.withUnsafeBytes { if let base = $0.baseAddress { memcpy(copy, base, $0.count) } }
        }
        guard let source = zip_source_buffer(archive, copy, zip_uint64_t(bytes.count), 1) else {
            free(copy)
            throw Self.failure("cannot take \(name)")
        }
        try add(name, source, isPacked: isPacked)
    }

    /// Adds a file that lies on the disk until the archive is closed.
    /// - Throws: `Failure` when there is no memory.
    public func add(_ name: String, fileAt path: String) throws(Failure) {
        guard let source = zip_source_file(archive, path, 0, -1) else { throw Self.failure("cannot take \(name)") }
        try add(name, source, isPacked: true)
    }

    private func add(_ name: String, _ source: OpaquePointer, isPacked: Bool) throws(Failure) {
        let index = zip_file_add(archive, name, source, zip_flags_t(ZIP_FL_ENC_UTF_8))
        guard index >= 0 else {
            zip_source_free(source)
            throw Self.failure("cannot take \(name)")
        }
        if !isPacked { zip_set_file_compression(archive, zip_uint64_t(index), ZIP_CM_STORE, 0) }
    }

    /// Packs everything, which takes longest, and ends the archive.
    /// - Parameter refusal: asked now and then; gives the error with which packing is to end, nil to go on.
    /// - Returns: the archive where it is in memory; nothing where it is on the disk.
    /// - Throws: `Failure` when there is no room; what `refusal` gave.
    public func close(unless refusal: @escaping () -> (any Error)? = { nil }) throws -> [UInt8] {
        self.refusal = refusal
        defer { self.refusal = { nil } }
        zip_register_cancel_callback_with_state(
            archive, isZipRefused, nil, Unmanaged.passUnretained(self).toOpaque())
        guard zip_close(archive) == 0 else {
            throw refused
                ?? Self.failure(
                    "cannot be written; see that there is room", zip_error_code_system(zip_get_error(archive)))
        }
        isOpen = false
        return try sink.map(Self.read) ?? []
    }

    private static func read(_ source: OpaquePointer) throws(Failure) -> [UInt8] {
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

    fileprivate func isRefused() -> Bool {
        refused = refusal()
        return refused != nil
    }

    private static func failure(_ what: String, _ error: Int32 = 0) -> Failure {
        Failure(.failed, "The archive \(what).", cause: [ENOSPC, EDQUOT].contains(error) ? NoSpace() : nil)
    }
}

/// A function of the file because C calls it.
private func isZipRefused(_ archive: OpaquePointer?, _ state: UnsafeMutableRawPointer?) -> Int32 {
    guard let state else { return 0 }
    return Unmanaged<ZipWriter>.fromOpaque(state).takeUnretainedValue().isRefused() ? 1 : 0
}
