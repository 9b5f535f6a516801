import CZip
import Signals

/// The files of an EPUB, read with libzip, bounded whatever the archive says of itself.
struct EPUBArchive: ~Copyable {
    private let archive: OpaquePointer
    private let bytes: UnsafeMutableRawBufferPointer
    private var left = Self.most

    /// Bytes of one file, and of all files together, that are unpacked.
    private static let longest = 8 << 20
    private static let most = 48 << 20

    /// Opens an archive.
    /// - Throws: `Failure` for what is none.
    init(_ content: [UInt8]) throws {
        bytes = .allocate(byteCount: max(1, content.count), alignment: 16)
        bytes.copyBytes(from: content)
        var error = zip_error_t()
        zip_error_init(&error)
        defer { zip_error_fini(&error) }
        guard let source = zip_source_buffer_create(bytes.baseAddress, UInt64(content.count), 0, &error) else {
            bytes.deallocate()
            throw Failure(.failed, "Memory is short.")
        }
        guard let archive = zip_open_from_source(source, Int32(ZIP_RDONLY), &error) else {
            zip_source_free(source)
            bytes.deallocate()
            throw Failure(.usage, "This is no EPUB, or a damaged one; copy it again.")
        }
        self.archive = archive
    }

    deinit {
        zip_discard(archive)
        bytes.deallocate()
    }

    /// The content of a file; nil when there is none of that name.
    /// - Throws: `Failure` for one that is too large, locked or damaged.
    mutating func file(_ name: String) throws -> [UInt8]? {
        let index = zip_name_locate(archive, name, 0)
        guard index >= 0 else { return nil }
        guard let entry = zip_fopen_index(archive, UInt64(index), 0) else {
            throw Failure(.usage, "“\(name)” in the EPUB is locked or damaged.")
        }
        defer { zip_fclose(entry) }
        var content: [UInt8] = []
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 16)
        defer { buffer.deallocate() }
        while true {
            let count = Int(zip_fread(entry, buffer.baseAddress, UInt64(buffer.count)))
            if count == 0 { return content }
            guard count > 0 else { throw Failure(.usage, "“\(name)” in the EPUB is damaged.") }
            left -= count
            guard content.count + count <= Self.longest, left >= 0 else {
                throw Failure(.usage, "The EPUB unpacks to more than is taken here; choose a shorter book.")
            }
            content += buffer[..<count]
        }
    }
}
