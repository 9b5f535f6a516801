import CZstd
import Signals

/// Zstandard frames (RFC 8878) with a checksum, one call each: nothing is kept between calls, so an idle store holds
/// no compressor.
enum Zstd {
    /// Compresses `bytes`.
    /// - Throws: `Failure` when there is no memory for it.
    static func compress(_ bytes: [UInt8], level: Int32 = 3) throws(Failure) -> [UInt8] {
        guard let context = ZSTD_createCCtx() else { throw outOfMemory }
        defer { ZSTD_freeCCtx(context) }
        ZSTD_CCtx_setParameter(context, ZSTD_c_compressionLevel, level)
        ZSTD_CCtx_setParameter(context, ZSTD_c_checksumFlag, 1)
        var result = 0
        let packed = [UInt8](unsafeUninitializedCapacity: ZSTD_compressBound(bytes.count)) { target, count in
            result = bytes.withUnsafeBytes {
                ZSTD_compress2(context, target.baseAddress, target.count, $0.baseAddress, $0.count)
            }
            count = ZSTD_isError(result) == 0 ? result : 0
        }
        guard ZSTD_isError(result) == 0 else { throw outOfMemory }
        return packed
    }

    /// Unpacks a frame that must give exactly `size` bytes.
    /// - Throws: `DecodeError` for damage, or a size beyond 256 MiB, which no block of ours has.
    static func decompress(_ packed: [UInt8], size: Int) throws(DecodeError) -> [UInt8] {
        guard (0...(256 << 20)).contains(size) else { throw DecodeError(.invalid("a block of \(size) bytes"), at: 0) }
        var result = 0
        let bytes = [UInt8](unsafeUninitializedCapacity: max(size, 1)) { target, count in
            result = packed.withUnsafeBytes {
                ZSTD_decompress(target.baseAddress, size, $0.baseAddress, $0.count)
            }
            count = ZSTD_isError(result) == 0 ? result : 0
        }
        guard ZSTD_isError(result) == 0 else {
            throw DecodeError(.invalid("compressed data: \(String(cString: ZSTD_getErrorName(result)))"), at: 0)
        }
        guard bytes.count == size else {
            throw DecodeError(.truncated(needed: size, available: bytes.count), at: 0)
        }
        return bytes
    }

    private static let outOfMemory = Failure(.failed, "There is no memory to compress a block. Free some and retry.")
}
