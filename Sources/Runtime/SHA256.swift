import CSodium
import Signals

/// The SHA-256 (FIPS 180-4) of bytes that come piece by piece, by libsodium: how a file is known again whatever its name.
public struct SHA256: Sendable {
    private var state = crypto_hash_sha256_state()

    /// The hash of no bytes.
    public init() { crypto_hash_sha256_init(&state) }

    /// The 32 bytes of the hash of `bytes`.
    public static func digest(of bytes: [UInt8]) -> [UInt8] {
        var hash = SHA256()
        hash.update(bytes)
        return hash.digest()
    }

    /// The hash of `bytes` as 64 hexadecimal digits in lower case.
    public static func hex(of bytes: [UInt8]) -> String { HexText.text(digest(of: bytes)) }

    /// Takes in more bytes.
    public mutating func update(_ bytes: [UInt8]) {
        bytes.withUnsafeBufferPointer { buffer in
            // An empty array may have no address; the library reads none of it then.
            _ = crypto_hash_sha256_update(&state, buffer.baseAddress, UInt64(buffer.count))
        }
    }

    /// The 32 bytes of the hash of everything so far.
    public consuming func digest() -> [UInt8] {
        var digest = [UInt8](repeating: 0, count: Int(crypto_hash_sha256_BYTES))
        crypto_hash_sha256_final(&state, &digest)
        return digest
    }
}
