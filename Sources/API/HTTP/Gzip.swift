import CZlib

/// The gzip format (RFC 1952) of answers and of what is sent.
enum Gzip {
    /// Window of 32 KiB in the gzip format, as zlib's parameter says it.
    private static let window: Int32 = 15 + 16

    /// Packs bytes quickly; nil when zlib has no memory.
    static func pack(_ bytes: [UInt8]) -> [UInt8]? {
        var stream = z_stream()
        let size = Int32(MemoryLayout<z_stream>.size)
        guard
            deflateInit2_(&stream, 3, Z_DEFLATED, window, 8, Z_DEFAULT_STRATEGY, ZLIB_VERSION, size) == Z_OK,
            let count = UInt32(exactly: bytes.count)
        else { return nil }
        defer { deflateEnd(&stream) }
        let room = Int(deflateBound(&stream, UInt(bytes.count)))
        guard let limit = UInt32(exactly: room) else { return nil }
        var isWhole = false
        let packed = [UInt8](unsafeUninitializedCapacity: room) { buffer, used in
            bytes.withUnsafeBufferPointer { bytes in
                stream.next_in = UnsafeMutablePointer(mutating: bytes.baseAddress)
                stream.avail_in = count
                stream.next_out = buffer.baseAddress
                stream.avail_out = limit
                isWhole = deflate(&stream, Z_FINISH) == Z_STREAM_END
            }
            used = room - Int(stream.avail_out)
        }
        return isWhole ? packed : nil
    }

    /// Unpacks bytes that may become `limit` at most: a kilobyte can stand for a megabyte.
    /// - Throws: ``HTTPProblem``: 413 for more, 400 for what is no whole gzip stream.
    static func unpack(_ bytes: [UInt8], limit: Int) throws -> [UInt8] {
        var stream = z_stream()
        guard inflateInit2_(&stream, window, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) == Z_OK,
            let count = UInt32(exactly: bytes.count)
        else { throw HTTPProblem.tooLarge(limit: limit) }
        defer { inflateEnd(&stream) }
        var result: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: 64 << 10)
        var packed = bytes
        try packed.withUnsafeMutableBufferPointer { packed in
            stream.next_in = packed.baseAddress
            stream.avail_in = count
            while true {
                let (code, made) = piece.withUnsafeMutableBufferPointer { piece in
                    stream.next_out = piece.baseAddress
                    stream.avail_out = UInt32(piece.count)
                    return (inflate(&stream, Z_NO_FLUSH), piece.count - Int(stream.avail_out))
                }
                guard result.count + made <= limit else { throw HTTPProblem.tooLarge(limit: limit) }
                result.append(contentsOf: piece[..<made])
                if code == Z_STREAM_END { return }
                guard code == Z_OK, made > 0 || stream.avail_in > 0 else {
                    throw HTTPProblem.parameter("The body is no whole gzip stream, as its Content-Encoding says.")
                }
            }
        }
        return result
    }
}

extension HTTPRequest {
    /// The body without its coding.
    /// - Throws: ``HTTPProblem``: 415 for a coding other than gzip, and what unpacking throws.
    func unpacked(_ body: [UInt8], limit: Int) throws -> [UInt8] {
        guard let coding = headers["Content-Encoding"]?.lowercased(), coding != "identity" else { return body }
        guard coding == "gzip" || coding == "x-gzip" else { throw HTTPProblem.unknownCoding(coding) }
        return try Gzip.unpack(body, limit: limit)
    }
}

extension HTTPProblem {
    /// 415: a `Content-Encoding` that is not supported.
    static func unknownCoding(_ coding: String) -> HTTPProblem {
        HTTPProblem(
            status: 415, kind: "unsupported-media-type", title: "Unknown coding",
            detail: "A body may be sent as it is or with Content-Encoding gzip, not with \(coding).",
            headers: HTTPHeaders([("Accept-Encoding", "gzip")]))
    }
}
