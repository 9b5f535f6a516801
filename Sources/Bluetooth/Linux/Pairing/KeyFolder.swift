import Documents
import Glibc
import Runtime
import Signals

/// The folder in which pairings are kept, one file for each adapter, and what devices offer, one file for each; readable by
/// their owner only.
struct KeyFolder: Sendable {
    /// The folder; made when the first key is kept.
    var path: String

    /// What is kept for an adapter; nothing when there is no file.
    /// - Throws: `Failure` when the file cannot be read or understood.
    func read(_ adapter: BluetoothAddress) throws -> Pairings {
        guard let bytes = try bytes(of: file(adapter)) else { return Pairings() }
        return try Pairings(JSONValue(parsing: bytes))
    }

    /// What a device offered last; nil when that is not known.
    func readMemory(of device: BluetoothAddress) -> GATTMemory? {
        guard let bytes = try? bytes(of: database(device)) else { return nil }
        return GATTMemory(text: bytes)
    }

    /// Keeps what a device offers, or forgets it.
    /// - Throws: `Failure` when it cannot be written.
    func write(_ memory: GATTMemory?, of device: BluetoothAddress) throws(Failure) {
        if let memory { try write(memory.text, to: database(device)) } else { unlink(database(device)) }
    }

    /// The bytes of a file; nil when there is no such file.
    private func bytes(of file: String) throws(Failure) -> [UInt8]? {
        let descriptor = open(file, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else {
            if errno == ENOENT { return nil }
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
        return bytes
    }

    /// Keeps what is known for an adapter; the file is whole at any time.
    /// - Throws: `Failure` when it cannot be written.
    func write(_ pairings: Pairings, _ adapter: BluetoothAddress) throws(Failure) {
        try write(pairings.json.text, to: file(adapter))
    }

    private func write(_ bytes: [UInt8], to file: String) throws(Failure) {
        _ = mkdir(path, 0o700)
        let fresh = "\(file).new"
        let descriptor = open(fresh, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw failure("written", fresh) }
        let isWritten = Glibc.write(descriptor, bytes, bytes.count) == bytes.count && fsync(descriptor) == 0
        close(descriptor)
        guard isWritten, rename(fresh, file) == 0 else { throw failure("written", file) }
    }

    private func file(_ adapter: BluetoothAddress) -> String { "\(path)/\(digits(adapter)).json" }

    /// Two devices may share the octets of addresses of different kinds.
    private func database(_ device: BluetoothAddress) -> String {
        "\(path)/\(digits(device))-\(device.kind.rawValue)-database.json"
    }

    private func digits(_ address: BluetoothAddress) -> String { address.description.lowercased().filter { $0 != ":" } }

    private func failure(_ what: String, _ file: String) -> Failure {
        Failure(SystemError(errno, "open", file), "The Bluetooth keys in \(file) cannot be \(what)")
    }
}
