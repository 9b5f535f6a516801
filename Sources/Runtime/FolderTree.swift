import Glibc

/// A folder with everything in it.
package enum FolderTree {
    /// Removes a folder with everything in it, as far as that is possible; links are removed, not followed.
    package static func remove(_ path: String) { nftw(path, removeEntry, 16, Int32(FTW_DEPTH | FTW_PHYS)) }

    /// Bytes that the files in a folder take of its disk or memory.
    package static func bytes(in path: String) -> Int64 {
        var sum: Int64 = 0
        for name in names(in: path) ?? [] {
            var status = stat()
            guard lstat("\(path)/\(name)", &status) == 0 else { continue }
            // Blocks of 512 bytes, whatever the file system.
            let isFolder = status.st_mode & S_IFMT == S_IFDIR
            sum &+= isFolder ? bytes(in: "\(path)/\(name)") : Int64(status.st_blocks) &* 512
        }
        return sum
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
}

private func removeEntry(
    path: UnsafePointer<CChar>?, status: UnsafePointer<stat>?, kind: Int32, place: UnsafeMutablePointer<FTW>?
) -> Int32 {
    path.map { remove($0) } ?? 0
}
