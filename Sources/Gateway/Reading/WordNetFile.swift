import Glibc

/// A file of lines that are sorted by their first word, as WordNet's index and exception files are: looked up by halving,
/// a few hundred bytes at a time, so that nothing of it stays in memory.
final class WordNetFile {
    private let descriptor: Int32
    private let size: Int
    /// The longest line that is accepted, in bytes.
    private static let longest = 16_384

    /// Opens a file; nil when it cannot be read.
    init?(path: String) {
        descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            close(descriptor)
            return nil
        }
        size = Int(status.st_size)
    }

    deinit { if descriptor >= 0 { close(descriptor) } }

    /// The lines that begin with `prefix`, at most `limit`.
    func lines(with prefix: String, limit: Int = 1) -> [String] {
        let wanted = Array(prefix.utf8)
        // Invariant: every line that begins before `low` is below `prefix`; none that begins at or after `high` is.
        var (low, high) = (0, size)
        while low < high {
            let middle = (low + high) / 2
            let start = middle == 0 ? 0 : nextLine(after: middle - 1)
            guard let start, start < high else {
                high = middle
                continue
            }
            guard let line = line(at: start) else { return [] }
            if line.lexicographicallyPrecedes(wanted) {
                low = start + line.count + 1
            } else {
                high = middle
            }
        }
        var found: [String] = []
        var place = low == 0 ? 0 : nextLine(after: low - 1) ?? size
        while found.count < limit, place < size, let line = line(at: place), line.starts(with: wanted) {
            found.append(String(decoding: line, as: UTF8.self))
            place += line.count + 1
        }
        return found
    }

    /// The line that begins at `offset`, without its end; nil when there is none.
    func line(at offset: Int) -> [UInt8]? {
        guard offset >= 0, offset < size else { return nil }
        var bytes: [UInt8] = []
        while bytes.count < Self.longest {
            let chunk = read(at: offset + bytes.count, count: 512)
            if let end = chunk.firstIndex(of: 10) { return bytes + chunk[..<end] }
            bytes += chunk
            if chunk.count < 512 { break }
        }
        return bytes
    }

    /// Where the line after the one with `offset` begins.
    private func nextLine(after offset: Int) -> Int? {
        var place = offset
        while place < size {
            let chunk = read(at: place, count: 256)
            if let end = chunk.firstIndex(of: 10) { return place + end + 1 }
            guard !chunk.isEmpty else { return nil }
            place += chunk.count
        }
        return nil
    }

    private func read(at offset: Int, count: Int) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            filled = max(0, pread(descriptor, buffer.baseAddress, count, off_t(offset)))
        }
    }
}
