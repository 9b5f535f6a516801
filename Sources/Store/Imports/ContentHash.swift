import CSodium

/// The SHA-256 (FIPS 180-4) of bytes that come piece by piece: how a file is known again whatever its name.
public struct ContentHash: Sendable {
    private var state = crypto_hash_sha256_state()

    /// The hash of no bytes.
    public init() { crypto_hash_sha256_init(&state) }

    /// Adds bytes.
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
