import CSodium
import Signals

/// The SHA-256 digest (FIPS 180-4) of bytes, by libsodium.
public enum SHA256 {
    /// The digest as 64 hexadecimal digits in lower case.
    public static func hex(of bytes: [UInt8]) -> String {
        var digest = [UInt8](repeating: 0, count: Int(crypto_hash_sha256_BYTES))
        // It has no way to fail: the returned code is always 0.
        _ = crypto_hash_sha256(&digest, bytes, UInt64(bytes.count))
        return HexText.text(digest)
    }
}
