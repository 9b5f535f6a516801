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
        guard let bytes = try bytes(of: file(of: adapter)) else { return Pairings() }
        return try Pairings(JSONValue(parsing: bytes))
    }

    /// The adapters of which something is kept.
    func adapters() -> [BluetoothAddress] {
        guard let directory = opendir(path) else { return [] }
        defer { closedir(directory) }
        var found: [BluetoothAddress] = []
        while let entry = readdir(directory) {
            let name = withUnsafeBytes(of: &entry.pointee.d_name) {
                String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
            }
            let digits = name.utf8.prefix(12)
            guard name.utf8.count == 17, name.hasSuffix(".json"), digits.allSatisfy({ UInt8(ascii: "0") <= $0 }),
                let bits = UInt64(String(decoding: digits, as: UTF8.self), radix: 16)
            else { continue }
            found.append(BluetoothAddress(bits: bits, kind: .public))
        }
        return found
    }

    /// What a device offered last; nil when that is not known.
    func readMemory(of device: BluetoothAddress) -> GATTMemory? {
        guard let bytes = try? bytes(of: database(of: device)) else { return nil }
        return GATTMemory(text: bytes)
    }

    /// The advertisement that was last begun and not ended; nil for none.
    func readAdvertising() -> KeptAdvertising? {
        guard let bytes = try? bytes(of: advertising), let json = try? JSONValue(parsing: bytes) else { return nil }
        return KeptAdvertising(json)
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

    /// Writes a file, which is whole at any time and on the disk when this returns; nil removes it.
    /// - Throws: `Failure` when it cannot be written.
    func write(_ bytes: [UInt8]?, to file: String) throws(Failure) {
        guard let bytes else {
            guard unlink(file) != 0 else { return try settleNames() }
            guard errno == ENOENT || errno == ENOTDIR else { throw failure("removed", file) }
            return
        }
        _ = mkdir(path, 0o700)
        let fresh = "\(file).new"
        let descriptor = open(fresh, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw failure("written", fresh) }
        let isWritten = Glibc.write(descriptor, bytes, bytes.count) == bytes.count && fsync(descriptor) == 0
        close(descriptor)
        guard isWritten, rename(fresh, file) == 0 else { throw failure("written", file) }
        try settleNames()
    }

    /// Returns when names are on the disk: without this one may still be that of an old file after the power went.
    private func settleNames() throws(Failure) {
        let folder = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard folder >= 0 else { throw failure("written", path) }
        defer { close(folder) }
        guard fsync(folder) == 0 else { throw failure("written", path) }
    }

    /// Gives a file that cannot be read another name, so that nothing is written over it.
    /// - Returns: that name; nil where it keeps its own.
    func setAside(_ file: String) -> String? {
        for number in 1...99 {
            let name = "\(file).unreadable\(number)"
            // A second one is not to take the place of the first.
            guard access(name, F_OK) != 0 else { continue }
            return rename(file, name) == 0 ? name : nil
        }
        return nil
    }

    /// The file of an adapter.
    func file(of adapter: BluetoothAddress) -> String { "\(path)/\(digits(adapter)).json" }

    /// The file of the advertisement that is under way.
    var advertising: String { "\(path)/advertising.json" }

    /// The file of what a device offers. Two devices may share the octets of addresses of different kinds.
    func database(of device: BluetoothAddress) -> String {
        "\(path)/\(digits(device))-\(device.kind.rawValue)-database.json"
    }

    private func digits(_ address: BluetoothAddress) -> String { address.description.lowercased().filter { $0 != ":" } }

    private func failure(_ what: String, _ file: String) -> Failure {
        Failure(SystemError(errno, "open", file), "The Bluetooth keys in \(file) cannot be \(what)")
    }
}
