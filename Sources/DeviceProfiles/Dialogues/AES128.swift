import CCrypto
import Runtime

/// The cipher AES-128 (FIPS 197), one block at a time, by libcrypto.
enum AES128 {
    /// A block of 16 bytes under a key; nil where libcrypto is not on this machine, or the block has another length.
    static func encrypt(_ block: [UInt8], with key: DeviceKey) -> [UInt8]? {
        guard block.count == 16 else { return nil }
        var encrypted = [UInt8](repeating: 0, count: 16)
        return nj_crypto_aes128(key.bytes, block, &encrypted) == 0 ? encrypted : nil
    }
}
