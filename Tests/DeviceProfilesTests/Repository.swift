import Glibc

/// Files of the repository that the tests compare with each other.
enum Repository {
    static let path: String = #filePath.split(separator: "/").dropLast(3).reduce("") { "\($0)/\($1)" }

    static func names(in folder: String, suffix: String) -> [String] {
        guard let stream = opendir("\(path)/\(folder)") else { return [] }
        defer { closedir(stream) }
        var names: [String] = []
        while let entry = readdir(stream) {
            let name = withUnsafeBytes(of: &entry.pointee.d_name) { buffer in
                String(decoding: buffer.prefix { $0 != 0 }, as: UTF8.self)
            }
            if name.hasSuffix(suffix) { names.append(name) }
        }
        return names.sorted()
    }

    static func text(_ file: String) -> String? {
        guard let stream = fopen("\(path)/\(file)", "r") else { return nil }
        defer { fclose(stream) }
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 65_536)
        while case let count = fread(&chunk, 1, chunk.count, stream), count > 0 { bytes += chunk[..<count] }
        return String(decoding: bytes, as: UTF8.self)
    }
}
