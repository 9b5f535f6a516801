import Glibc
import Runtime
package import Signals

/// The folder of a gateway as a demonstration may have left it, looked at without opening a gateway.
package struct DemoFolder: Sendable {
    /// The path of the folder.
    package let path: String
    /// What its store holds of made-up wearers; nil where there is no store.
    package let content: MadeUpContent?

    /// Looks at the folder at `path`.
    /// - Throws: `Failure` when there is a store that cannot be read.
    package init(path: String) throws(Failure) {
        self.path = path
        let folder = StoreFolder(path: path)
        guard folder.hasDatabase else {
            content = nil
            return
        }
        do {
            let connection = try Connection(path: folder.database, access: .reading)
            // A store of an earlier version may lack tables; a gateway that opens it brings it up to date.
            let version = try connection.integer("PRAGMA user_version") ?? 0
            content = version == Schema.version ? try MadeUpContent(connection) : nil
        } catch {
            throw error.failure("The store \(folder.database) cannot be read")
        }
    }

    /// Bytes that the folder takes.
    package var bytes: Int64 { FolderTree.bytes(in: path) }

    /// Removes what a gateway has put into the folder, and the folder where nothing else is in it. Nobody else can open the
    /// store meanwhile.
    /// - Returns: what is left in the folder, by name, as Nightjar did not make it.
    /// - Throws: `Failure` with code `conflict` while a gateway runs on it; then nothing was removed.
    package func remove() throws(Failure) -> [String] {
        let folder = StoreFolder(path: path)
        let lock: StoreLock
        do { lock = try StoreLock(path: folder.lock) } catch {
            guard let use = error.cause as? StoreInUse else { throw error }
            throw Failure(
                .conflict,
                "The demonstration in \(path) is running (process \(use.holder ?? "unknown")). Stop it first, with Control-C "
                    + "where it was started. Nothing was removed.", cause: use)
        }
        defer { lock.release() }
        // The lock goes last: until then nobody begins a store between what is left of this one.
        let names = try entries().filter { Self.isOwn($0) && $0 != "store.lock" } + ["store.lock"]
        for name in names { FolderTree.remove("\(path)/\(name)") }
        let left = try entries()
        if left.isEmpty { rmdir(path) }
        return left
    }

    private func entries() throws(Failure) -> [String] {
        guard let names = FolderTree.names(in: path) else {
            throw Failure(SystemError(errno, "opendir", path), "The folder \(path) cannot be read")
        }
        return names
    }

    /// Whether a gateway makes a file or folder of that name in its folder.
    private static func isOwn(_ name: String) -> Bool {
        names.contains(name) || (name.hasPrefix("damaged-") && name.contains(".sqlite"))
            || name.hasPrefix("relay-") || name.hasPrefix("store.")
    }

    private static let names: Set = [
        "token.key", "gateway.sock", "command.sock", "relay.sock", "relay", "incoming", "rescoring", "leaving",
        "recorders",
        "exports", "bluetooth-keys", "authority.pem", "authority.key", "server.pem", "server.key", "listen",
        "columns.txt",
    ]
}
