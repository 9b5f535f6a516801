import Glibc
import Signals

extension Writer {
    /// Opens the database for writing, moving a damaged one aside.
    /// - Returns: the writer, and what the owner is to be told.
    static func open(_ folder: StoreFolder) throws(Failure) -> sending (Writer, [String]) {
        do {
            return (try openOnce(folder), [])
        } catch let error as SQLiteError where error.code.meansDamage {
            let kept = try folder.quarantine(now: .now)
            let notice =
                "The store was damaged (\(error.message)). It was moved to \(kept) and a new one begun; "
                + "import your recordings again, and keep the old file if live data matter."
            do { return (try openOnce(folder), [notice]) } catch { throw border(error, folder) }
        } catch {
            throw border(error, folder)
        }
    }

    private static func border(_ error: any Error, _ folder: StoreFolder) -> Failure {
        if let failure = error as? Failure { return failure }
        if let error = error as? SQLiteError { return error.failure("The store \(folder.database) cannot be opened") }
        return Failure(.failed, "The store \(folder.database) cannot be opened: \(error)", cause: error)
    }

    private static func openOnce(_ folder: StoreFolder) throws -> sending Writer {
        try folder.createDatabase()
        let connection = try Connection(path: folder.database, access: .writing)
        try configure(connection)
        if folder.isSuspect { try check(connection) }
        try Migrator.migrate(connection)
        folder.clearSuspicion()
        try abandonImports(connection)
        return try Writer(connection, folder: folder)
    }

    private static func configure(_ connection: borrowing Connection) throws {
        // FULL and not NORMAL: in WAL mode NORMAL loses every commit since the last checkpoint at a power cut.
        let mode = try connection.text("PRAGMA journal_mode = WAL")
        guard mode == "wal" else {
            throw Failure(
                .failed, "The file system of the store knows no shared memory. Put the folder on a local disk.")
        }
        try connection.execute(
            """
            PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON; PRAGMA mmap_size = 0; PRAGMA cache_size = -2048;
            PRAGMA wal_autocheckpoint = 1000; PRAGMA journal_size_limit = 16777216; PRAGMA temp_store = MEMORY;
            PRAGMA trusted_schema = OFF;
            """)
    }

    private static func check(_ connection: borrowing Connection) throws {
        guard let found = try connection.text("PRAGMA integrity_check(1)"), found != "ok" else { return }
        throw SQLiteError(code: .corrupt, message: found)
    }

    /// An import that was under way when the process ended is undone: its rows were never seen.
    private static func abandonImports(_ connection: borrowing Connection) throws {
        try connection.execute("BEGIN IMMEDIATE")
        try connection.execute(
            """
            UPDATE source SET state = 2 WHERE state = 1;
            UPDATE recording SET state = 'failed',
                reason = 'The gateway stopped during the import. Import the file again.'
            WHERE state = 'importing';
            COMMIT;
            """)
    }
}
