import CLinux
import Glibc

extension Machine {
    /// This machine and process, with system files looked up below `root`.
    static func current(dataFolder: String, root: String = "") -> Machine {
        var machine = Machine(
            read: { Self.text("\(root)\($0)") }, names: { Self.entries("\(root)\($0)") }, dataFolder: dataFolder)
        machine.isSuperuser = geteuid() == 0
        machine.user = getpwuid(geteuid()).map { String(cString: $0.pointee.pw_name) } ?? "\(geteuid())"
        machine.groups = Self.groups()
        machine.opensBluetooth = Self.opensBluetooth()
        var time = timex()
        let state = adjtimex(&time)
        machine.clockIsSteered = state < 0 ? nil : time.status & STA_UNSYNC == 0
        machine.freeBytes = Self.freeBytes(at: dataFolder)
        return machine
    }

    private static func text(_ path: String) -> String? {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { return nil }
        defer { _ = close(descriptor) }
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 65_536)
        while bytes.count < 8 << 20 {
            let count = Glibc.read(descriptor, &chunk, chunk.count)
            guard count > 0 else { return count == 0 ? String(decoding: bytes, as: UTF8.self) : nil }
            bytes += chunk[..<count]
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    private static func entries(_ folder: String) -> [String] {
        guard let stream = opendir(folder) else { return [] }
        defer { closedir(stream) }
        var names: [String] = []
        while let entry = readdir(stream) {
            let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
                String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            if name != "." && name != ".." { names.append(name) }
        }
        return names.sorted()
    }

    private static func groups() -> Set<UInt32> {
        let count = getgroups(0, nil)
        guard count > 0 else { return [getegid()] }
        var numbers = [gid_t](repeating: 0, count: Int(count))
        guard getgroups(count, &numbers) == count else { return [getegid()] }
        return Set(numbers).union([getegid()])
    }

    private static func opensBluetooth() -> Bool {
        let descriptor = socket(AF_BLUETOOTH, Int32(SOCK_SEQPACKET.rawValue) | O_CLOEXEC, 0)
        guard descriptor >= 0 else { return false }
        close(descriptor)
        return true
    }

    /// Looks upwards from `folder` until something is there.
    private static func freeBytes(at folder: String) -> UInt64? {
        var path = folder[...]
        while true {
            var status = statvfs()
            if statvfs(path.isEmpty ? "/" : String(path), &status) == 0 {
                return UInt64(status.f_bavail) * UInt64(status.f_frsize)
            }
            guard let slash = path.lastIndex(of: "/") else { return nil }
            path = path[..<slash]
        }
    }
}
