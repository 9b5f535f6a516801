import CSodium
import Glibc
import Runtime
import Signals

/// Secrets: made, compared, hashed and kept.
package enum Secret {
    /// Bytes that nobody can guess.
    package static func random(_ count: Int) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: count)
        randombytes_buf(&bytes, count)
        return bytes
    }

    /// Whether two secrets are the same, in a time that depends on their lengths alone.
    package static func same(_ a: [UInt8], _ b: [UInt8]) -> Bool {
        // Lengths of signatures and hashes are no secret.
        guard a.count == b.count else { return false }
        return sodium_memcmp(a, b, a.count) == 0
    }

    /// Whether two secrets are equal, in constant time.
    package static func same(_ a: String, _ b: String) -> Bool { same(Array(a.utf8), Array(b.utf8)) }

    /// What is kept of a token with 256 random bits: its SHA-256. There is nothing to guess in it, so it needs no salt.
    package static func hash(_ token: String) -> [UInt8] { SHA256.digest(of: Array(token.utf8)) }

    /// Writes a file that its owner alone may read, whole or not at all.
    /// - Throws: `Failure` when the system refuses.
    package static func write(_ bytes: [UInt8], to path: String) throws {
        let part = path + ".part"
        unlink(part)
        let descriptor = open(part, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw failure(path) }
        let count = Glibc.write(descriptor, bytes, bytes.count)
        let isKept = count == bytes.count && fsync(descriptor) == 0
        close(descriptor)
        guard isKept, rename(part, path) == 0 else {
            let failure = failure(path)
            unlink(part)
            throw failure
        }
    }

    private static func failure(_ path: String) -> Failure {
        Failure(SystemError(errno, "write", path), "\(path) cannot be written")
    }
}
