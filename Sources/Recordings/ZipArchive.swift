import CZip
import Glibc
import Signals

/// Reads zip archives with libzip.
enum ZipArchive {
    /// The only file in `packed` as a file of its own, or nil when the archive holds several and the name does not
    /// say that it is merely an archive.
    /// - Throws: `Failure` when the archive is damaged, locked, too large, or named `.zip` and not of one file.
    static func unpackOnlyEntry(of packed: RecordingFile, limit: Int) throws -> RecordingFile? {
        let descriptor = try packed.duplicateDescriptor()
        var code: Int32 = 0
        guard let archive = zip_fdopen(descriptor, 0, &code) else {
            Glibc.close(descriptor)
            guard packed.name.lowercased().hasSuffix(".zip") else { return nil }
            if let salvaged = try salvage(packed, why: text(of: code), limit: limit) { return salvaged }
            throw Failure(.failed, "\(packed.name) is a damaged zip archive: \(text(of: code)); copy it again.")
        }
        defer { zip_discard(archive) }
        let files = (0..<max(0, zip_get_num_entries(archive, 0))).filter { index in
            guard let name = zip_get_name(archive, UInt64(index), 0).map({ String(cString: $0) }) else { return false }
            return !name.hasSuffix("/") && !name.hasPrefix("__MACOSX/")
        }
        guard let only = files.first, files.count == 1 else {
            guard packed.name.lowercased().hasSuffix(".zip") else { return nil }
            throw Failure(
                .failed,
                "\(packed.name) holds \(files.count) files and not one recording: unpack it and name one of them.")
        }
        return try unpack(UInt64(only), of: archive, packed: packed, limit: limit)
    }

    /// What can still be unpacked of the only file in an archive without a readable directory; nil where there is nothing.
    private static func salvage(_ packed: RecordingFile, why: String, limit: Int) throws -> RecordingFile? {
        let members = try ZipSalvage.members(of: packed)
        guard members.count == 1, let member = members.first else { return nil }
        let reader = LimitedMember(try SalvagedMember(member, of: packed), limit: limit)
        var spool = try Spool()
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 18, alignment: 16)
        defer { buffer.deallocate() }
        while true {
            try Task.checkCancellation()
            let count = try reader.read(into: buffer)
            if count == 0 { break }
            try spool.append(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
        }
        let size = spool.count
        guard size > 0 else { return nil }
        let what = reader.damage.map { "\(why); \($0)" } ?? why
        let loss = Loss(
            .truncated, count: 1, unit: .blocks,
            detail: "the zip archive is damaged (\(what)); the first \(size) bytes are kept")
        let name = member.name.split(separator: "/").last.map(String.init) ?? packed.name.dropping(suffix: ".zip")
        return RecordingFile(name: name, size: size, descriptor: spool.take(), losses: [loss], isUnpacked: true)
    }

    private static func unpack(
        _ index: UInt64, of archive: OpaquePointer, packed: RecordingFile, limit: Int
    ) throws -> RecordingFile {
        guard let entry = zip_fopen_index(archive, index, 0) else {
            throw Failure(.failed, "\(packed.name) cannot be unpacked: \(String(cString: zip_strerror(archive))).")
        }
        defer { zip_fclose(entry) }
        let path = zip_get_name(archive, index, 0).map { String(cString: $0) } ?? packed.name
        let name = path.split(separator: "/").last.map(String.init) ?? packed.name.dropping(suffix: ".zip")
        var spool = try Spool()
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 18, alignment: 16)
        defer { buffer.deallocate() }
        var losses: [Loss] = []
        while true {
            try Task.checkCancellation()
            let count = Int(zip_fread(entry, buffer.baseAddress, UInt64(buffer.count)))
            if count == 0 { break }
            guard count > 0 else {
                let why = String(cString: zip_error_strerror(zip_file_get_error(entry)))
                guard spool.count > 0 else { throw Failure(.failed, "\(packed.name) cannot be unpacked: \(why).") }
                losses.append(
                    Loss(
                        .truncated, count: 1, unit: .blocks,
                        detail: "the zip archive is damaged (\(why)); the first \(spool.count) bytes are kept"))
                break
            }
            guard count <= limit - spool.count else { throw Failure.tooLarge(packed.name, limit: limit) }
            try spool.append(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
        }
        let size = spool.count
        guard size > 0 else { throw Failure(.failed, "\(name) in \(packed.name) is empty (0 bytes).") }
        return RecordingFile(name: name, size: size, descriptor: spool.take(), losses: losses, isUnpacked: true)
    }

    private static func text(of code: Int32) -> String {
        var error = zip_error_t()
        zip_error_init_with_code(&error, code)
        defer { zip_error_fini(&error) }
        return String(cString: zip_error_strerror(&error))
    }
}
