import CZlib
import Signals

/// Unpacks gzip files (RFC 1952), of several members too.
enum Gzip {
    /// The unpacked bytes as a file. What comes before damage is kept, and the damage told in `losses`.
    /// - Throws: `Failure` when nothing can be unpacked or more than `limit` bytes come out.
    static func unpack(_ packed: RecordingFile, limit: Int) throws -> RecordingFile {
        var stream = z_stream()
        // 15 bits of window, 16 for a gzip frame.
        guard inflateInit2_(&stream, 15 + 16, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) == Z_OK else {
            throw Failure(.failed, "\(packed.name) cannot be unpacked: zlib does not start.")
        }
        defer { inflateEnd(&stream) }
        var spool = try Spool()
        let input = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 18, alignment: 16)
        let output = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 18, alignment: 16)
        defer { input.deallocate(); output.deallocate() }
        var offset = 0
        var isWhole = false
        var result = Z_OK
        reading: while offset < packed.size {
            try Task.checkCancellation()
            let count = try packed.read(at: offset, into: input)
            guard count > 0 else { break }
            offset += count
            stream.next_in = input.baseAddress?.assumingMemoryBound(to: UInt8.self)
            stream.avail_in = UInt32(count)
            repeat {
                try Task.checkCancellation()
                if isWhole {
                    // Another member may follow; zeros and other padding may not.
                    guard stream.next_in.pointee == 0x1F, inflateReset(&stream) == Z_OK else { break reading }
                    isWhole = false
                }
                stream.next_out = output.baseAddress?.assumingMemoryBound(to: UInt8.self)
                stream.avail_out = UInt32(output.count)
                result = inflate(&stream, Z_NO_FLUSH)
                let filled = output.count - Int(stream.avail_out)
                guard filled <= limit - spool.count else { throw Failure.tooLarge(packed.name, limit: limit) }
                try spool.append(UnsafeRawBufferPointer(rebasing: output[..<filled]))
                isWhole = result == Z_STREAM_END
                guard result == Z_OK || isWhole || result == Z_BUF_ERROR else { break reading }
            } while stream.avail_in > 0 || (stream.avail_out == 0 && !isWhole)
        }
        let damage = offset - Int(stream.avail_in)
        guard spool.count > 0 else {
            throw Failure(
                .failed,
                "\(packed.name) is a gzip file that cannot be unpacked: damaged at byte \(damage), copy it again.")
        }
        let losses =
            isWhole
            ? []
            : [
                Loss(
                    .truncated, count: 1, unit: .blocks,
                    detail:
                        "the gzip file is cut or damaged at byte \(damage) of \(packed.size); what came before is kept")
            ]
        let size = spool.count
        return RecordingFile(
            name: packed.name.dropping(suffix: ".gz"), size: size, descriptor: spool.take(), losses: losses,
            isUnpacked: true)
    }
}

extension String {
    /// The text without `suffix`, compared without case.
    func dropping(suffix: String) -> String {
        lowercased().hasSuffix(suffix) && utf8.count > suffix.utf8.count ? String(dropLast(suffix.count)) : self
    }
}
