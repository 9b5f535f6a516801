import Glibc

/// A folder with everything in it.
package enum FolderTree {
    /// Removes a folder with everything in it, as far as that is possible; links are removed, not followed.
    package static func remove(_ path: String) { nftw(path, removeEntry, 16, Int32(FTW_DEPTH | FTW_PHYS)) }

    /// Bytes that the files in a folder take of its disk or memory.
    package static func bytes(in path: String) -> Int64 {
        var sum: Int64 = 0
        for (name, status) in entries(of: path) {
            // Blocks of 512 bytes, whatever the file system.
            let isFolder = status.st_mode & S_IFMT == S_IFDIR
            sum &+= isFolder ? bytes(in: "\(path)/\(name)") : Int64(status.st_blocks) &* 512
        }
        return sum
    }

    /// The regular files in a folder and those below it, by their paths within it, in order; links are not followed.
    package static func files(in path: String) -> [String] {
        entries(of: path).flatMap { name, status -> [String] in
            switch status.st_mode & S_IFMT {
            case S_IFREG: [name]
            case S_IFDIR: files(in: "\(path)/\(name)").map { "\(name)/\($0)" }
            default: []
            }
        }.sorted()
    }

    /// The folders in a folder, in order; links are not followed.
    package static func folders(in path: String) -> [String] {
        entries(of: path).filter { $0.status.st_mode & S_IFMT == S_IFDIR }.map(\.name).sorted()
    }

    /// The names of what is in a folder, in order; nil, with `errno`, where it cannot be read.
    package static func names(in path: String) -> [String]? {
        guard let stream = opendir(path) else { return nil }
        defer { closedir(stream) }
        var names: [String] = []
        while let entry = readdir(stream) {
            let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
                String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            if name != ".", name != ".." { names.append(name) }
        }
        return names.sorted()
    }

    /// Puts what was made, renamed and removed in a folder on disk.
    package static func sync(_ path: String) -> Bool {
        let folder = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard folder >= 0 else { return false }
        defer { close(folder) }
        return fsync(folder) == 0
    }

    private static func entries(of path: String) -> [(name: String, status: stat)] {
        (names(in: path) ?? []).compactMap { name in
            var status = stat()
            return lstat("\(path)/\(name)", &status) == 0 ? (name, status) : nil
        }
    }
}

private func removeEntry(
    path: UnsafePointer<CChar>?, status: UnsafePointer<stat>?, kind: Int32, place: UnsafeMutablePointer<FTW>?
) -> Int32 {
    path.map { remove($0) } ?? 0
}
