/// The mounted file systems, from `/proc/self/mountinfo` (proc(5)).
package struct MountTable: Sendable {
    /// One mounted file system.
    package struct Mount: Hashable, Sendable {
        /// The block device's number as `major:minor`.
        package var device: String
        /// The mount point, its escapes decoded.
        package var mountPoint: String
        /// The file system's type, such as `vfat`.
        package var type: String
        /// Whether it is mounted read-only.
        package var isReadOnly: Bool
    }

    /// The mounts in the kernel's order.
    package let mounts: [Mount]

    /// The mounts that `text` lists; lines of another shape are passed over.
    package init(text: String) {
        mounts = text.split(separator: "\n").compactMap { Self.mount($0) }
    }

    /// The present mounts of this process.
    package static func current() -> MountTable {
        MountTable(text: SystemText.read("/proc/self/mountinfo", limit: 8 << 20) ?? "")
    }

    /// Where the block device `major:minor` is mounted, the first place when there are several.
    package func mountPoint(of device: String) -> String? { mounts.first { $0.device == device }?.mountPoint }

    private static func mount(_ line: Substring) -> Mount? {
        let fields = line.split(separator: " ")
        guard let dash = fields.firstIndex(of: "-"), dash >= 6, fields.count > dash + 1 else { return nil }
        let options = fields[5].split(separator: ",")
        return Mount(
            device: String(fields[2]), mountPoint: unescaped(fields[4]), type: String(fields[dash + 1]),
            isReadOnly: options.contains("ro"))
    }

    /// Blank, tab, line end and backslash are written as three octal digits.
    private static func unescaped(_ text: Substring) -> String {
        var bytes: [UInt8] = []
        var rest = Array(text.utf8)[...]
        while let byte = rest.popFirst() {
            let digits = rest.prefix(3)
            if byte == UInt8(ascii: "\\"), digits.count == 3,
                let code = UInt8(String(decoding: digits, as: UTF8.self), radix: 8)
            {
                bytes.append(code)
                rest = rest.dropFirst(3)
            } else {
                bytes.append(byte)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
