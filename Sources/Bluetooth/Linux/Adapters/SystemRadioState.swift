import Glibc

/// The radio's state as read from the system's files.
enum SystemRadioState {
    /// Whether a program of this name runs; false when that cannot be seen.
    static func isRunning(_ program: String) -> Bool {
        entries(of: "/proc").contains { entry in
            entry.utf8.allSatisfy { (0x30...0x39).contains($0) } && line("/proc/\(entry)/comm") == program
        }
    }

    /// Whether programs of others can be seen: the first one is hidden from a service, or by how `/proc` is mounted.
    static var seesProcesses: Bool { line("/proc/1/comm") != nil }

    /// Whether rfkill blocks an adapter: in software, by a switch of the machine.
    static func block(ofAdapter index: UInt16) -> (soft: Bool, hard: Bool) {
        let folder = "/sys/class/bluetooth/hci\(index)"
        var result = (soft: false, hard: false)
        for entry in entries(of: folder) where entry.hasPrefix("rfkill") {
            if line("\(folder)/\(entry)/soft") == "1" { result.soft = true }
            if line("\(folder)/\(entry)/hard") == "1" { result.hard = true }
        }
        return result
    }

    private static func entries(of folder: String) -> [String] {
        guard let directory = opendir(folder) else { return [] }
        defer { closedir(directory) }
        var names: [String] = []
        while let entry = readdir(directory) {
            names.append(
                withUnsafeBytes(of: entry.pointee.d_name) {
                    String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
                })
        }
        return names
    }

    /// The first line of a small file; nil when it cannot be read.
    static func line(_ path: String) -> String? {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var bytes = [UInt8](repeating: 0, count: 256)
        let count = read(descriptor, &bytes, bytes.count)
        guard count > 0 else { return nil }
        return String(decoding: bytes[..<count].prefix { $0 != 10 }, as: UTF8.self)
    }
}
