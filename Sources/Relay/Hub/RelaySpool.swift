import Glibc
import Runtime
import Signals

/// Files on their way, each under a random name in one folder.
final class RelaySpool {
    /// What stays free on the disk for everything else.
    static let reserve: Int64 = 64 << 20

    private let folder: String
    private var open: [String: Int32] = [:]

    init(folder: String) throws {
        self.folder = folder
        guard mkdir(folder, 0o700) == 0 || errno == EEXIST else {
            throw Failure(SystemError(errno, "mkdir", folder), "The relay cannot use \(folder)")
        }
    }

    deinit { for descriptor in open.values { close(descriptor) } }

    func path(_ name: String) -> String { "\(folder)/\(name)" }

    /// Removes files that no transfer needs.
    func clear(except kept: Set<String>) {
        guard let directory = opendir(folder) else { return }
        defer { closedir(directory) }
        while let entry = readdir(directory) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            if name != ".", name != "..", !kept.contains(name) { unlink(path(name)) }
        }
    }

    /// Makes room for a file.
    /// - Returns: Why it cannot; nil when it can.
    func make(_ name: String, size: Int64) -> RelayError.Code? {
        var status = statvfs()
        guard statvfs(folder, &status) == 0 else { return .generic }
        let free = Int64(clamping: UInt64(status.f_bavail) * UInt64(status.f_frsize))
        guard free - Self.reserve >= size else { return .insufficientSpace }
        let descriptor = Glibc.open(path(name), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { return errno == ENOSPC ? .insufficientSpace : .fileAccessDenied }
        open[name] = descriptor
        return nil
    }

    /// Adds bytes.
    /// - Returns: Why it cannot; nil when it can.
    func write(_ bytes: [UInt8], to name: String) -> RelayError.Code? {
        guard let descriptor = open[name] else { return nil }
        var done = 0
        while done < bytes.count {
            let count = bytes[done...].withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count < 0 && errno == EINTR { continue }
            guard count > 0 else { return errno == ENOSPC || errno == EDQUOT ? .insufficientSpace : .generic }
            done += count
        }
        return nil
    }

    /// Hands over the descriptor of a whole file, to be synced.
    func seal(_ name: String) -> Int32? { open.removeValue(forKey: name) }

    func drop(_ name: String) {
        if let descriptor = open.removeValue(forKey: name) { close(descriptor) }
        unlink(path(name))
    }

    func exists(_ name: String) -> Bool { access(path(name), F_OK) == 0 }
}
