import Glibc
public import Signals

/// Small files of the operating system, read whole.
public enum SystemFile {
    /// The bytes of a regular file; nil when there is none at `path`.
    /// - Throws: `Failure` when it is larger than `limit` or the system refuses to read it.
    public static func read(_ path: String, limit: Int) throws(Failure) -> [UInt8]? {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else {
            if [ENOENT, ENOTDIR, ELOOP, ENAMETOOLONG].contains(errno) { return nil }
            throw failure(path, "open")
        }
        defer { _ = close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw failure(path, "fstat") }
        guard status.st_mode & S_IFMT == S_IFREG else { return nil }
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 16_384)
        while true {
            let count = Glibc.read(descriptor, &chunk, chunk.count)
            if count < 0 && errno == EINTR { continue }
            guard count >= 0 else { throw failure(path, "read") }
            if count == 0 { return bytes }
            bytes += chunk[..<count]
            guard bytes.count <= limit else { throw Failure(.failed, "\(path) is larger than \(limit) bytes.") }
        }
    }

    /// Where a symbolic link leads, as it is written in the link; nil when `path` is none.
    public static func linkTarget(_ path: String) -> String? {
        let target = [CChar](unsafeUninitializedCapacity: Int(PATH_MAX)) { buffer, count in
            if let start = buffer.baseAddress { count = max(0, readlink(path, start, buffer.count)) }
        }
        return target.isEmpty ? nil : String(decoding: target.map(UInt8.init(bitPattern:)), as: UTF8.self)
    }

    private static func failure(_ path: String, _ call: String) -> Failure {
        Failure(SystemError(errno, call, path), "\(path) cannot be read")
    }
}
