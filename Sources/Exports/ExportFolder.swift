import Glibc
import Runtime
package import Signals

/// Writes finished files into a folder, each whole or not at all, for the owner alone: they hold health data.
package enum ExportFolder {
    /// Writes `files` into the folder `path`, which is made if need be; a file of the same name is replaced.
    /// - Throws: `Failure` when the disk is full or the folder cannot be written.
    package static func write(_ files: [ExportFile], to path: String) throws(Failure) {
        try make(path)
        for file in files { try write(file.bytes, to: "\(path)/\(file.name)") }
    }

    /// Makes a folder and those above it that are missing, for the owner alone (0700).
    package static func make(_ path: String) throws(Failure) {
        guard mkdir(path, 0o700) != 0, errno != EEXIST else { return }
        let reason = errno
        if reason == ENOENT, let slash = path.lastIndex(of: "/"), slash > path.startIndex {
            try make(String(path[..<slash]))
            if mkdir(path, 0o700) == 0 || errno == EEXIST { return }
        }
        throw Failure(SystemError(errno, "mkdir", path), "The folder \(path) cannot be made")
    }

    /// Writes one file: first beside its place, then moved there.
    /// - Parameters:
    ///   - bytes: what is in it.
    ///   - path: where it will be.
    ///   - mode: who may read it; data of no person may also be read by others.
    package static func write(_ bytes: [UInt8], to path: String, mode: UInt32 = 0o600) throws(Failure) {
        let file = try WholeFile(path, mode: mode)
        try file.write(bytes)
        try file.finish()
    }
}
