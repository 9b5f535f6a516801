import CSQLite

/// A connection to a database file; closed when it goes out of scope. Used by one thread at a time.
struct Connection: ~Copyable {
    /// The access of a connection.
    enum Access {
        /// The one connection of the process that writes and checkpoints.
        case writing
        /// Reads only and never checkpoints: SQLite before 3.51.3 can lose a WAL reset when two connections
        /// write or checkpoint at the same moment (sqlite.org, "WAL-reset bug").
        case reading
    }

    let handle: OpaquePointer

    /// Opens the file at `path`, which must exist for reading and is made for writing.
    init(path: String, access: Access) throws(SQLiteError) {
        var opened: OpaquePointer?
        let mode = access == .writing ? SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE : SQLITE_OPEN_READONLY
        let flags = mode | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE | SQLITE_OPEN_PRIVATECACHE
        let code = sqlite3_open_v2(path, &opened, flags, nil)
        guard code == SQLITE_OK, let opened else {
            let message = opened.map { String(cString: sqlite3_errmsg($0)) } ?? "out of memory"
            sqlite3_close_v2(opened)
            throw SQLiteError(code: SQLiteCode(rawValue: code), message: message)
        }
        handle = opened
        // A reader meets the writer only for moments; a writer meets a stray shell of the owner.
        sqlite3_busy_timeout(handle, 5000)
        EpochFunction.register(handle)
    }

    deinit { sqlite3_close_v2(handle) }

    /// Executes statements without parameters or results.
    borrowing func execute(_ sql: String) throws(SQLiteError) {
        let code = sqlite3_exec(handle, sql, nil, nil, nil)
        guard code == SQLITE_OK else { throw error(code, sql) }
    }

    /// Prepares the one statement in `sql`.
    borrowing func prepare(_ sql: String) throws(SQLiteError) -> Statement {
        var prepared: OpaquePointer?
        let code = sqlite3_prepare_v3(handle, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &prepared, nil)
        guard code == SQLITE_OK, let prepared else { throw error(code, sql) }
        return Statement(handle: prepared)
    }

    /// The first value of the first row of `sql`; nil without a row.
    borrowing func integer(_ sql: String) throws(SQLiteError) -> Int64? {
        let statement = try prepare(sql)
        return try statement.step() ? statement.integer(0) : nil
    }

    /// The first value of the first row of `sql` as text; nil without a row.
    borrowing func text(_ sql: String) throws(SQLiteError) -> String? {
        let statement = try prepare(sql)
        return try statement.step() ? statement.text(0) : nil
    }

    /// Rows that the last statement changed.
    var changes: Int { Int(sqlite3_changes(handle)) }

    /// The row id of the last insertion.
    var lastRow: Int64 { sqlite3_last_insert_rowid(handle) }

    /// Whether a transaction is open; SQLite ends one by itself after some errors.
    var isInTransaction: Bool { sqlite3_get_autocommit(handle) == 0 }

    private borrowing func error(_ code: Int32, _ sql: String) -> SQLiteError {
        SQLiteError(code: SQLiteCode(rawValue: code), message: String(cString: sqlite3_errmsg(handle)), sql: sql)
    }
}
