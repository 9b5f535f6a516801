import Documents
import Glibc
import Runtime
import Signals

/// Where the text of a profile comes from.
enum ProfileSource {
    /// What is compared to see that a file has changed.
    struct Stamp: Hashable, Sendable {
        var size: Int64
        var modified: Int64
        var inode: UInt64
    }

    /// One profile's text.
    struct Text: Sendable {
        var file: String
        var bytes: [UInt8]
    }

    /// Every `.json` file of the folders, with its stamp.
    static func stamps(_ folders: [String]) -> [String: Stamp] {
        var stamps: [String: Stamp] = [:]
        for folder in folders {
            for name in names(folder) {
                var status = stat()
                let path = "\(folder)/\(name)"
                guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { continue }
                stamps[path] = Stamp(
                    size: Int64(status.st_size),
                    modified: Int64(status.st_mtim.tv_sec) &* 1_000_000_000 &+ Int64(status.st_mtim.tv_nsec),
                    inode: UInt64(status.st_ino))
            }
        }
        return stamps
    }

    /// Reads one file; a text longer than a profile may be is cut one byte after, for the parser to say so.
    /// - Throws: `Failure` when the system refuses.
    static func read(_ file: String) throws(Failure) -> Text {
        guard let bytes = try SystemFile.read(file, limit: 1 << 20) else {
            throw Failure(.notFound, "There is no file \(file).")
        }
        return Text(file: file, bytes: bytes)
    }

    /// The names of a folder's `.json` files in order; none for a folder that there is not.
    private static func names(_ folder: String) -> [String] {
        guard let stream = opendir(folder) else { return [] }
        defer { closedir(stream) }
        var names: [String] = []
        while let entry = readdir(stream), names.count < 1000 {
            let name = withUnsafeBytes(of: &entry.pointee.d_name) { buffer in
                String(decoding: buffer.prefix { $0 != 0 }, as: UTF8.self)
            }
            if name.hasSuffix(".json"), !name.hasPrefix(".") { names.append(name) }
        }
        return names.sorted()
    }
}
