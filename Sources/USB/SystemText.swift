import Glibc

/// Small text files and folders of `/sys` and `/proc`.
enum SystemText {
    /// The file's text without white space around it; nil when it cannot be read or is empty.
    static func read(_ path: String, limit: Int = 1 << 20) -> String? {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        defer { _ = close(descriptor) }
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 4096)
        while bytes.count < limit {
            let count = Glibc.read(descriptor, &chunk, chunk.count)
            if count < 0 && errno == EINTR { continue }
            guard count > 0 else { break }
            bytes += chunk[..<count]
        }
        let text = trimmed(String(decoding: bytes, as: UTF8.self))
        return text.isEmpty ? nil : text
    }

    /// The number in a file, written in base 16; nil for anything else.
    static func hexadecimal<T: FixedWidthInteger>(_ path: String, as type: T.Type = T.self) -> T? {
        read(path).flatMap { T($0, radix: 16) }
    }

    /// Names in a folder, sorted, without those that begin with a dot; empty when there is no such folder.
    static func names(in folder: String) -> [String] {
        guard let stream = opendir(folder) else { return [] }
        defer { closedir(stream) }
        var names: [String] = []
        while let entry = readdir(stream) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) { start in
                start.withMemoryRebound(to: CChar.self, capacity: MemoryLayout.size(ofValue: start.pointee)) {
                    String(cString: $0)
                }
            }
            if !name.hasPrefix(".") { names.append(name) }
        }
        return names.sorted()
    }

    /// Whether `path` is a folder and no link to one.
    static func isOwnFolder(_ path: String) -> Bool {
        var status = stat()
        return lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    }

    /// `text` without the blanks, line ends and zero bytes at its ends, with which devices pad their names.
    static func trimmed(_ text: String) -> String {
        let isPadding = { (scalar: Unicode.Scalar) in scalar.value <= 0x20 || scalar.value == 0x7F }
        let body = text.unicodeScalars.drop(while: isPadding)
        guard let last = body.lastIndex(where: { !isPadding($0) }) else { return "" }
        return String(String.UnicodeScalarView(body[...last]))
    }
}
