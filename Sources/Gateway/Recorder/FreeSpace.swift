import Glibc

/// How much room the disk of the store has.
struct FreeSpace: Sendable {
    let folder: String
    /// Asked in place of the system.
    let ask: (@Sendable () -> Int64?)?

    /// Bytes that a program without privileges may still write; nil when that cannot be told.
    var bytes: Int64? {
        if let ask { return ask() }
        var status = statvfs()
        guard statvfs(folder, &status) == 0 else { return nil }
        let (bytes, overflow) = Int64(clamping: status.f_bavail).multipliedReportingOverflow(
            by: Int64(clamping: status.f_frsize))
        return overflow ? .max : bytes
    }
}
