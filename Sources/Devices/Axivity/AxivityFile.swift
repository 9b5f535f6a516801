import Glibc
package import Recordings
import Runtime
import Signals

/// The recording on a recorder's volume.
package struct AxivityFile: Sendable {
    /// The path of the file on the mounted volume.
    package let path: String
    /// Bytes of the file.
    package let size: Int
    /// The decoded header.
    package let header: CWAFileHeader
    /// The header as stored.
    package let headerBytes: [UInt8]

    /// The recording in the root of `folder`, whatever the case of its name; nil when there is none.
    /// - Throws: `Failure` when it cannot be read or does not begin with a header.
    package init?(folder: String) throws {
        guard let name = try Self.names(folder).first(where: { $0.lowercased() == "cwa-data.cwa" }) else { return nil }
        try self.init(path: "\(folder)/\(name)")
    }

    /// The recording at `path`, or a copy of one.
    /// - Throws: `Failure` when it cannot be read or does not begin with a header.
    package init(path: String) throws {
        Self.forget(path)
        let file = try RecordingFile.open(path: path)
        headerBytes = try file.head(CWAFileHeader.size)
        do {
            header = try CWAFileHeader(headerBytes)
        } catch {
            throw Failure(.failed, "\(path) does not begin with a recorder's header: \(error).", cause: error)
        }
        self.path = path
        size = file.size
    }

    /// Whether any data follow the header.
    package var hasData: Bool { size > CWAFileHeader.size }

    /// Drops what the kernel keeps of the file: a recorder writes it behind the kernel's back when it is set up.
    private static func forget(_ path: String) {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { return }
        _ = posix_fadvise(descriptor, 0, 0, POSIX_FADV_DONTNEED)
        close(descriptor)
    }

    private static func names(_ folder: String) throws -> [String] {
        guard let stream = opendir(folder) else {
            throw Failure(SystemError(errno, "opendir", folder), "\(folder) cannot be listed")
        }
        defer { closedir(stream) }
        var names: [String] = []
        while let entry = readdir(stream), names.count < 4096 {
            names.append(
                withUnsafePointer(to: &entry.pointee.d_name) {
                    $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
                })
        }
        return names.sorted()
    }
}
