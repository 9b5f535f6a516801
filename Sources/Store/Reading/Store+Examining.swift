import Runtime
package import Signals

extension Store {
    /// Looks through the whole file, table by table, on a reading connection: writing goes on meanwhile. What is found
    /// stands in the ``status``, and the next start moves the file aside.
    /// - Parameter now: the host's clock, for the status.
    /// - Returns: What is damaged; nil when nothing is, or the task was cancelled before the end.
    /// - Throws: `Failure` when the file cannot be looked through.
    @discardableResult
    package func examine(now: Instant) throws(Failure) -> String? {
        guard let found = try StoreExamination(path: path).run() else {
            if !Task.isCancelled { integrity.withLock { $0.checked = now } }
            return nil
        }
        folder.markSuspect()
        integrity.withLock { integrity in
            integrity.damage = integrity.damage ?? found
            integrity.checked = now
        }
        return found
    }
}

/// An examination of a folder's database, also while another process has it open.
package struct StoreExamination: Sendable {
    private let folder: StoreFolder
    private let companions: [String]

    /// A look through the store in the folder at `path`.
    /// - Parameters:
    ///   - path: the folder.
    ///   - companions: names of files in it that are only made beside a store, as in `Store.Options`.
    package init(path: String, companions: [String] = []) {
        folder = StoreFolder(path: path)
        self.companions = companions
    }

    /// Whether the database file exists.
    package var hasDatabase: Bool { folder.hasDatabase }

    /// Whether the store is on a file system in memory, so that nothing in it outlives the machine's next start.
    package var isInMemory: Bool { MemoryFolder.isInMemory(folder.path) }

    /// What is known to have been lost and not yet accepted, or what the next start will find to be lost; nil when nothing
    /// is.
    package var loss: String? { folder.foreseenLoss(companions) }

    /// Checks each table with its indexes. Small pieces, so that the log does not grow meanwhile.
    /// - Returns: the first damage; nil when there is none.
    /// - Throws: `Failure` when the database cannot be opened.
    package func run() throws(Failure) -> String? {
        do {
            let connection = try Connection(path: folder.database, access: .reading)
            try connection.execute("PRAGMA query_only = ON; PRAGMA mmap_size = 0; PRAGMA cache_size = -1024;")
            let rows = try connection.prepare(
                "SELECT name FROM sqlite_schema WHERE type = 'table' AND sql NOT LIKE 'CREATE VIRTUAL%' ORDER BY name")
            var tables = ["sqlite_schema"]
            while try rows.step() { tables.append(rows.text(0)) }
            rows.reset()
            for table in tables where !Task.isCancelled {
                let found = try connection.text("PRAGMA integrity_check('\(table)')")
                if let found, found != "ok" { return "\(table): \(found)" }
            }
            return nil
        } catch let error where error.code.meansDamage {
            return error.message
        } catch {
            throw error.failure("The store cannot be looked through")
        }
    }
}
