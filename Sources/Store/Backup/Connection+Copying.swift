import CSQLite
import Glibc

extension Connection {
    /// Pages that are copied between two looks at whether to go on.
    private static let portion: Int32 = 256

    /// Copies the whole database as it is at this moment into an empty one; who writes to it meanwhile is not held up.
    /// - Parameter goesOn: asked after each portion, with the part that is done, 0 ... 1.
    /// - Returns: whether all was copied; false where it was not to go on.
    borrowing func copy(to target: borrowing Connection, goesOn: (Double) -> Bool) throws(SQLiteError) -> Bool {
        // One state throughout: what is committed meanwhile would else begin the copy again, and again.
        try execute("BEGIN")
        defer { try? execute("ROLLBACK") }
        _ = try integer("SELECT count(*) FROM sqlite_schema")
        guard let copying = sqlite3_backup_init(target.handle, "main", handle, "main") else {
            throw target.lastError
        }
        var code = SQLITE_OK
        while code == SQLITE_OK || code == SQLITE_BUSY || code == SQLITE_LOCKED {
            if code != SQLITE_OK { usleep(10_000) }
            code = sqlite3_backup_step(copying, Self.portion)
            let all = Double(max(1, sqlite3_backup_pagecount(copying)))
            guard goesOn(1 - Double(sqlite3_backup_remaining(copying)) / all) else { break }
        }
        let end = sqlite3_backup_finish(copying)
        guard code == SQLITE_OK || code == SQLITE_DONE, end == SQLITE_OK else {
            throw SQLiteError(
                code: SQLiteCode(rawValue: code == SQLITE_DONE ? end : code), message: target.lastError.message)
        }
        return code == SQLITE_DONE
    }

    private var lastError: SQLiteError {
        SQLiteError(
            code: SQLiteCode(rawValue: sqlite3_extended_errcode(handle)),
            message: String(cString: sqlite3_errmsg(handle)))
    }
}
