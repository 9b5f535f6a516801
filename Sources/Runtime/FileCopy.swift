import Glibc
import Signals

/// Copies of files and their hashes, in little memory whatever their size.
public enum FileCopy {
    private static let portion = 1 << 20

    /// The SHA-256 of a file as it is on the disk.
    /// - Parameters:
    ///   - path: the file; a symbolic link is not followed.
    ///   - goesOn: told after each portion how many bytes were read; what it throws ends it.
    /// - Throws: `Failure` when the file cannot be read, and what `goesOn` throws.
    public static func hash(of path: String, goesOn: (Int64) throws -> Void = { _ in }) throws -> [UInt8] {
        try read(path, goesOn: goesOn) { _ in }
    }

    /// Copies a file, whole or not at all, for its owner alone.
    /// - Parameters:
    ///   - path: the file that is read; a symbolic link is not followed.
    ///   - target: the new file; what stood there stays until the copy is whole.
    ///   - goesOn: told after each portion how many bytes were read; what it throws ends it.
    /// - Throws: `Failure` when one cannot be read or the other not be written, and what `goesOn` throws.
    /// - Returns: the SHA-256 of what was copied.
    public static func copy(_ path: String, to target: String, goesOn: (Int64) throws -> Void = { _ in }) throws
        -> [UInt8]
    {
        let file = try WholeFile(target)
        let hash = try read(path, goesOn: goesOn) { try file.write($0) }
        try file.finish()
        return hash
    }

    private static func read(
        _ path: String, goesOn: (Int64) throws -> Void, _ body: (UnsafeRawBufferPointer) throws -> Void
    ) throws -> [UInt8] {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
        guard descriptor >= 0 else { throw Failure(SystemError(errno, "open", path), "\(path) cannot be read") }
        defer { close(descriptor) }
        // What is read is to come from the disk, not from what the system remembers of it.
        posix_fadvise(descriptor, 0, 0, POSIX_FADV_DONTNEED)
        var hash = SHA256()
        var bytes = [UInt8](repeating: 0, count: portion)
        var done: Int64 = 0
        while true {
            let count = Glibc.read(descriptor, &bytes, bytes.count)
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw Failure(SystemError(errno, "read", path), "\(path) cannot be read") }
            guard count > 0 else { return hash.digest() }
            try bytes.withUnsafeBytes { try body(UnsafeRawBufferPointer(rebasing: $0[..<count])) }
            hash.update(count == bytes.count ? bytes : Array(bytes[..<count]))
            done += Int64(count)
            try goesOn(done)
        }
    }
}
