import Glibc
import Runtime
import Signals

/// The folder in which pairings are kept, one file for each adapter, readable by their owner only.
struct KeyFolder: Sendable {
    /// The folder; made when the first key is kept.
    var path: String

    /// What is kept for an adapter; nothing when there is no file.
    /// - Throws: `Failure` when the file cannot be read or understood.
    func read(_ adapter: BluetoothAddress) throws -> Pairings {
        let file = file(adapter)
        let descriptor = open(file, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else {
            if errno == ENOENT { return Pairings() }
            throw failure("read", file)
        }
        defer { close(descriptor) }
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 16_384)
        while bytes.count < 1 << 20 {
            let count = Glibc.read(descriptor, &chunk, chunk.count)
            guard count >= 0 else { throw failure("read", file) }
            if count == 0 { break }
            bytes += chunk[..<count]
        }
        return try Pairings(JSONValue(parsing: bytes))
    }

    /// Keeps what is known for an adapter; the file is whole at any time.
    /// - Throws: `Failure` when it cannot be written.
    func write(_ pairings: Pairings, _ adapter: BluetoothAddress) throws(Failure) {
        _ = mkdir(path, 0o700)
        let file = file(adapter)
        let fresh = "\(file).new"
        let descriptor = open(fresh, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw failure("written", fresh) }
        let bytes = pairings.json.text
        let isWritten = Glibc.write(descriptor, bytes, bytes.count) == bytes.count && fsync(descriptor) == 0
        close(descriptor)
        guard isWritten, rename(fresh, file) == 0 else { throw failure("written", file) }
    }

    private func file(_ adapter: BluetoothAddress) -> String {
        "\(path)/\(adapter.description.lowercased().filter { $0 != ":" }).json"
    }

    private func failure(_ what: String, _ file: String) -> Failure {
        Failure(
            errno == EACCES ? .notPermitted : .failed,
            "The Bluetooth keys in \(file) cannot be \(what): \(RadioProblem.text(errno)).")
    }
}
