import Glibc
import Runtime
package import Signals

/// A folder with backups, each a folder of its own that is named by its time: `nightjar-20261125T195034Z`.
///
/// One that is being written has another name until it is whole and looked through, so that half a backup is never taken for
/// one. Whoever copies such a folder copies a backup.
package struct BackupFolder: Sendable {
    /// The path of the folder.
    package let path: String

    static let prefix = "nightjar-"

    /// The folder at `path`, which need not be there yet.
    package init(_ path: String) { self.path = path.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path }

    /// The backups that are whole, by name, the oldest first.
    package var names: [String] {
        FolderTree.folders(in: path).filter {
            $0.hasPrefix(Self.prefix) && Self.time(of: $0) != nil
                && access("\(path)/\($0)/\(BackupSums.name)", F_OK) == 0
        }
    }

    /// The path of the newest backup; the folder itself where it is one; nil where there is none. One from after `now`, as of
    /// a clock that was set back, is newest only where there is no other.
    package func newest(at now: Instant) -> String? {
        if access("\(path)/\(BackupSums.name)", F_OK) == 0 { return path }
        return Self.byAge(names, at: now).last.map { "\(path)/\($0)" }
    }

    /// When the newest backup that is not from after `now` was made; nil where there is none.
    package func newestTime(at now: Instant) -> Instant? { names.compactMap(Self.time).last { $0 <= now } }

    /// Names by what their times are worth at `now`: one from after it was made before the clock was set back, and goes first.
    private static func byAge(_ names: [String], at now: Instant) -> [String] {
        let isLater = { (name: String) in time(of: name).map { $0 > now } ?? true }
        return names.filter(isLater) + names.filter { !isLater($0) }
    }

    /// The name for a folder of that time in this one; a later one where that is there.
    func name(at now: Instant, prefix: String = BackupFolder.prefix) -> String {
        let seconds = now.nanoseconds - now.nanoseconds % 1_000_000_000
        let text = CivilTime(nanoseconds: seconds).description.prefix(19).filter { $0 != "-" && $0 != ":" }
        let name = "\(prefix)\(text)Z"
        guard access("\(path)/\(name)", F_OK) == 0 else { return name }
        return self.name(at: now.advanced(bySeconds: 1), prefix: prefix)
    }

    private static func time(of name: String) -> Instant? {
        let text = Array(name.dropFirst(prefix.count).utf8)
        guard text.count == 16, text[8] == UInt8(ascii: "T"), text[15] == UInt8(ascii: "Z") else { return nil }
        func digits(_ range: Range<Int>) -> String { String(decoding: text[range], as: UTF8.self) }
        return Instant(
            rfc3339:
                "\(digits(0..<4))-\(digits(4..<6))-\(digits(6..<8))T\(digits(9..<11)):\(digits(11..<13)):\(digits(13..<15))Z"
        )
    }

    /// Removes all backups but the newest few, never the one that was just made, whatever the clock says. What is being removed
    /// is no backup any more, however far that comes.
    /// - Returns: the names of those that were removed.
    package func removeAll(but count: Int, after made: Backup) -> [String] {
        let others = names.filter { "\(path)/\($0)" != made.path }
        let old = Array(Self.byAge(others, at: made.manifest.made).dropLast(max(1, count) - 1))
        for name in old where rename("\(path)/\(name)", part(name)) == 0 { FolderTree.remove(part(name)) }
        return old
    }

    /// Where a backup is while it is being written.
    func part(_ name: String) -> String { "\(path)/.\(name).part" }

    /// Makes the folder, and holds it for one backup at a time; what was left of earlier ones that broke off is removed.
    func hold() throws(Failure) -> StoreLock {
        try StoreFolder(path: path).create()
        let lock: StoreLock
        do { lock = try StoreLock(path: "\(path)/backup.lock") } catch {
            guard let holder = (error.cause as? StoreInUse)?.holder else { throw error }
            throw Failure(.conflict, "Process \(holder) is writing a backup to \(path). Wait for it.")
        }
        for name in FolderTree.folders(in: path) where name.hasPrefix(".\(Self.prefix)") && name.hasSuffix(".part") {
            FolderTree.remove("\(path)/\(name)")
        }
        return lock
    }
}
