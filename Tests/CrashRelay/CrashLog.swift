import Glibc
import Relay
import Signals

/// What a program has written down, a line at a time; a line is there or not, whenever the program is killed.
struct CrashLog {
    let path: String
    private let descriptor: Int32

    init(path: String) throws {
        self.path = path
        descriptor = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw Failure(.failed, "\(path) cannot be written.") }
    }

    func write(_ words: String) {
        let line = Array((words + "\n").utf8)
        _ = line.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
    }

    /// What stands in it by now, by the first word of each line.
    static func lines(_ path: String) -> [[Substring]] {
        guard let file = fopen(path, "re") else { return [] }
        defer { fclose(file) }
        var text: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = fread(&chunk, 1, chunk.count, file)
            guard count > 0 else { break }
            text += chunk[..<count]
        }
        return String(decoding: text, as: UTF8.self).split(separator: "\n").map { $0.split(separator: " ") }
    }
}
