import Glibc
import Signals

extension Writer {
    /// The result of opening a database.
    struct Opened {
        /// Messages for the owner.
        var notices: [String] = []
        /// What may have been lost; nil when nothing was.
        var loss: StoreLoss?
    }

    /// Opens the database for writing, moving a damaged one aside.
    /// - Parameter companions: names of files in the folder that are only made beside a store.
    /// - Returns: the writer, and how it went.
    static func open(_ folder: StoreFolder, companions: [String] = []) throws(Failure) -> sending (Writer, Opened) {
        var opened = Opened()
        let now = Instant.now
        try missing(folder, companions, now)
        let writer: Writer
        do {
            writer = try openOnce(folder)
        } catch let error as SQLiteError where error.code.meansDamage {
            do {
                writer = try replace(folder, because: error, &opened, at: now)
            } catch { throw border(error, folder) }
        } catch {
            throw border(error, folder)
        }
        do { opened.loss = try writer.settleMarker(at: now) } catch { throw border(error, folder) }
        if let loss = opened.loss {
            opened.notices.append(
                "\(loss.reason) Accounts, refusals or who wore what may be lost: only `nightjar` on this machine is answered, and nothing is "
                    + "recorded, until `nightjar account recover` was said here.")
        }
        return (writer, opened)
    }

    /// Where there was a store and is none any more, or an empty file, says so before a new one is made.
    private static func missing(_ folder: StoreFolder, _ companions: [String], _ now: Instant) throws(Failure) {
        guard !folder.hasDatabase else { return }
        let marker = try folder.marker()
        let signs = companions.filter { access("\(folder.path)/\($0)", F_OK) == 0 }
        guard marker != nil || !signs.isEmpty else { return }
        let isEmpty = access(folder.database, F_OK) == 0
        try folder.note(loss: folder.missing, at: now)
        if marker == nil { try folder.write(.unknown) }
        // SQLite would throw the log of an empty file away, and that may be all that is left.
        if isEmpty { _ = try folder.quarantine(now: now) }
    }

    /// Moves a damaged database aside and begins a new one with what can be read of the people and what they refuse.
    private static func replace(
        _ folder: StoreFolder, because error: SQLiteError, _ opened: inout Opened, at now: Instant
    ) throws -> sending Writer {
        let marker = try folder.marker()
        // Before anything is moved: a crash on the way must not look like a fresh start.
        if marker == nil { try folder.write(.unknown) }
        try folder.note(loss: "The store was damaged (\(error.message)) and was moved aside.", at: now)
        let kept = try folder.quarantine(now: now)
        let writer = try openOnce(folder)
        var salvage = Salvage()
        try writer.connection.execute("BEGIN IMMEDIATE")
        salvage.copy(from: kept, to: writer.connection)
        try writer.connection.execute("COMMIT")
        let people = try writer.connection.integer("SELECT count(*) FROM person") ?? 0
        opened.notices.append(
            "The store was damaged (\(error.message)). It was moved to \(kept) and a new one begun"
                + (salvage.rows > 0 ? " with its \(people) people, devices and refusals" : "")
                + "; import your recordings again, and keep the old file if live data matter.")
        // Whole pages may still be those of before, where the log was lost with the rest.
        let generation = try writer.generation()
        if salvage.isWhole, generation >= marker?.generation ?? 0 {
            try folder.write(
                StoreMarker(
                    identity: writer.identity, hasAccounts: marker?.hasAccounts ?? writer.hasAccounts(),
                    generation: generation))
        }
        return writer
    }

    /// Compares the database with the marker beside it, which an older Nightjar did not make, and brings one that is
    /// behind, after a crash, up to the database.
    private func settleMarker(at now: Instant) throws -> StoreLoss? {
        let found = try folder.marker()
        let present = StoreMarker(identity: identity, hasAccounts: try hasAccounts(), generation: try generation())
        if let found {
            isMarked = true
            if let loss = try folder.loss(beside: identity, generation: present.generation, marker: found, at: now) {
                isLost = true
                return loss
            }
        }
        if try found != present && (isMarked || present.hasAccounts || protectsAnything()) {
            try folder.write(present)
            isMarked = true
        }
        return nil
    }

    private static func border(_ error: any Error, _ folder: StoreFolder) -> Failure {
        if let failure = error as? Failure { return failure }
        if let error = error as? SQLiteError { return error.failure("The store \(folder.database) cannot be opened") }
        return Failure(.failed, "The store \(folder.database) cannot be opened: \(error)", cause: error)
    }

    private static func openOnce(_ folder: StoreFolder) throws -> sending Writer {
        try folder.createDatabase()
        let connection = try Connection(path: folder.database, access: .writing)
        // In memory what was deleted is to be free for all else at once. To be said before there is anything in the database.
        if folder.mostBytes != nil { try connection.execute("PRAGMA auto_vacuum = FULL") }
        try configure(connection)
        if let most = folder.mostBytes, let page = try connection.integer("PRAGMA page_size"), page > 0 {
            // Room for the log beside it. A pragma takes no parameters; it is a number of ours. The file is never cut below
            // what it has.
            try connection.execute("PRAGMA max_page_count = \(max(1, most / page / 8 * 7))")
        }
        if folder.isSuspect { try check(connection) }
        try Migrator.migrate(connection)
        // Who may come in and what they refuse is known whole or not at all.
        for table in Salvage.registers { try check(connection, table: table) }
        folder.clearSuspicion()
        try PersonalTables.refuseRowsOfGone(connection)
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

    private static func check(_ connection: borrowing Connection, table: String? = nil) throws {
        let argument = table.map { "'\($0)'" } ?? "1"
        guard let found = try connection.text("PRAGMA integrity_check(\(argument))"), found != "ok" else { return }
        throw SQLiteError(code: .corrupt, message: found)
    }

    /// An import that was under way when the process ended is undone: its rows were never seen.
    private static func abandonImports(_ connection: borrowing Connection) throws {
        try connection.execute("BEGIN IMMEDIATE")
        try connection.execute(
            """
            UPDATE source SET state = 2 WHERE state = 1;
            UPDATE recording SET state = 'superseded'
            WHERE state = 'arriving' OR state = 'importing' AND sha256 = x'';
            UPDATE recording SET state = 'failed',
                reason = 'The gateway stopped during the import. Import the file again.'
            WHERE state = 'importing';
            COMMIT;
            """)
    }
}
