import CZip
import Exports
import Glibc
import Signals

/// Several files as one `.zip`, for a browser that saves one file at a time.
enum ZipBundle {
    /// The bytes of a `.zip` that holds `files`.
    /// - Throws: `Failure` when libzip refuses.
    static func bytes(_ files: [ExportFile]) throws -> [UInt8] {
        var error = zip_error_t()
        zip_error_init(&error)
        defer { zip_error_fini(&error) }
        guard let sink = zip_source_buffer_create(nil, 0, 0, &error) else { throw failure("cannot begin") }
        guard let archive = zip_open_from_source(sink, ZIP_TRUNCATE, &error) else {
            zip_source_free(sink)
            throw failure("cannot begin")
        }
        // The source outlives the archive, to be read from.
        zip_source_keep(sink)
        defer { zip_source_free(sink) }
        do {
            for file in files { try add(file, to: archive) }
        } catch {
            zip_discard(archive)
            throw error
        }
        guard zip_close(archive) == 0 else {
            zip_discard(archive)
            throw failure("cannot be written")
        }
        return try read(sink)
    }

    private static func add(_ file: ExportFile, to archive: OpaquePointer) throws {
        // libzip frees the copy when the archive is closed, so it must come from malloc.
        guard let copy = malloc(max(1, file.bytes.count)) else { throw failure("memory is short") }
        file.bytes.withUnsafeBytes { if let base = $0.baseAddress { memcpy(copy, base, $0.count) } }
        guard let source = zip_source_buffer(archive, copy, zip_uint64_t(file.bytes.count), 1) else {
            free(copy)
            throw failure("\(file.name) cannot be added")
        }
        guard zip_file_add(archive, file.name, source, zip_flags_t(ZIP_FL_ENC_UTF_8)) >= 0 else {
            zip_source_free(source)
            throw failure("\(file.name) cannot be added")
        }
    }

    private static func read(_ source: OpaquePointer) throws -> [UInt8] {
        guard zip_source_open(source) == 0 else { throw failure("cannot be read back") }
        defer { zip_source_close(source) }
        zip_source_seek(source, 0, SEEK_END)
        let size = zip_source_tell(source)
        zip_source_seek(source, 0, SEEK_SET)
        guard size > 0 else { throw failure("is empty") }
        var bytes = [UInt8](repeating: 0, count: Int(size))
        let count = bytes.withUnsafeMutableBytes { zip_source_read(source, $0.baseAddress, zip_uint64_t($0.count)) }
        guard count == size else { throw failure("cannot be read back") }
        return bytes
    }

    private static func failure(_ what: String) -> Failure {
        Failure(.failed, "The export as .zip failed: the archive \(what).")
    }
}
