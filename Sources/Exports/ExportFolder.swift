import Glibc
public import Signals

/// Writes finished files into a folder, each whole or not at all.
public enum ExportFolder {
    /// Writes `files` into the folder `path`, which is made if need be; a file of the same name is replaced.
    /// - Throws: `Failure` when the disk is full or the folder cannot be written.
    public static func write(_ files: [ExportFile], to path: String) throws(Failure) {
        try make(path)
        for file in files { try write(file.bytes, to: "\(path)/\(file.name)") }
    }

    /// Makes a folder and those above it that are missing.
    public static func make(_ path: String) throws(Failure) {
        guard mkdir(path, 0o755) != 0, errno != EEXIST else { return }
        let reason = errno
        if reason == ENOENT, let slash = path.lastIndex(of: "/"), slash > path.startIndex {
            try make(String(path[..<slash]))
            if mkdir(path, 0o755) == 0 || errno == EEXIST { return }
        }
        throw failure("The folder \(path) cannot be made")
    }

    /// Writes one file: first beside its place, then moved there.
    public static func write(_ bytes: [UInt8], to path: String) throws(Failure) {
        let part = "\(path).part"
        let descriptor = open(part, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
        guard descriptor >= 0 else { throw failure("\(path) cannot be written") }
        var done = 0
        while done < bytes.count {
            let count = bytes.withUnsafeBytes {
                Glibc.write(descriptor, $0.baseAddress.map { $0 + done }, $0.count - done)
            }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else {
                let error = failure("\(path) cannot be written")
                close(descriptor)
                unlink(part)
                throw error
            }
            done += count
        }
        let isSynced = fsync(descriptor) == 0
        guard close(descriptor) == 0, isSynced, rename(part, path) == 0 else {
            let error = failure("\(path) cannot be written")
            unlink(part)
            throw error
        }
    }

    private static func failure(_ what: String) -> Failure {
        Failure(errno == EACCES ? .notPermitted : .failed, "\(what): \(String(cString: strerror(errno))).")
    }
}
