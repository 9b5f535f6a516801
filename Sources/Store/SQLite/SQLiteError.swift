import CSQLite
import Signals

/// A result code of SQLite, extended codes included; an open set, so that a newer library's codes fit too.
package struct SQLiteCode: RawRepresentable, Hashable, Sendable {
    /// The number that the library returned.
    package var rawValue: Int32

    /// A code of the given number.
    package init(rawValue: Int32) { self.rawValue = rawValue }

    /// The code without its extension: the low byte.
    package var primary: SQLiteCode { SQLiteCode(rawValue: rawValue & 0xFF) }

    /// The file is not a database.
    package static let notADatabase = SQLiteCode(rawValue: SQLITE_NOTADB)
    /// The database is malformed.
    package static let corrupt = SQLiteCode(rawValue: SQLITE_CORRUPT)
    /// The disk, or the size that the database may have, is used up.
    package static let full = SQLiteCode(rawValue: SQLITE_FULL)
    /// The operating system refused to read or write.
    package static let inputOutput = SQLiteCode(rawValue: SQLITE_IOERR)
    /// Another connection holds a lock.
    package static let busy = SQLiteCode(rawValue: SQLITE_BUSY)
    /// Another connection of the same cache holds a lock.
    package static let locked = SQLiteCode(rawValue: SQLITE_LOCKED)
    /// The file cannot be opened.
    package static let cannotOpen = SQLiteCode(rawValue: SQLITE_CANTOPEN)
    /// There is no memory.
    package static let noMemory = SQLiteCode(rawValue: SQLITE_NOMEM)
    /// The file system allows no writing.
    package static let readOnly = SQLiteCode(rawValue: SQLITE_READONLY)

    /// Whether the same statement may well succeed later with nothing changed in the program.
    var passes: Bool {
        [.full, .inputOutput, .busy, .locked, .cannotOpen, .noMemory, .readOnly].contains(primary)
    }

    /// Whether the disk takes nothing more: it or a quota is used up, or it must not be written.
    package var meansNoWriting: Bool {
        [.full, .readOnly].contains(primary)
            || [SQLITE_IOERR | (3 << 8), SQLITE_IOERR | (4 << 8), SQLITE_IOERR | (19 << 8)].contains(rawValue)
    }

    /// Whether the code means a damaged file.
    var meansDamage: Bool { primary == .corrupt || primary == .notADatabase }
}

/// What SQLite refused, and in which statement. Bound values are never part of it: they are health data.
package struct SQLiteError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The library's result code.
    package var code: SQLiteCode
    /// The library's message.
    package var message: String
    /// The statement, with its parameters unfilled; nil when opening.
    package var sql: String?

    /// Message, code and statement.
    package var description: String {
        "SQLite \(code.rawValue): \(message)" + (sql.map { " in \($0)" } ?? "")
    }

    /// The failure to show at the border: what was being done and what the library said.
    func failure(_ doing: String) -> Failure {
        Failure(.failed, "\(doing): the store says \"\(message)\" (SQLite \(code.rawValue)).", cause: self)
    }
}

/// Why the store could not be read: its bytes are at fault.
package struct StoreDamaged: Error, Hashable {
    /// The last error of the connection.
    package var error: SQLiteError

    init(_ error: SQLiteError) { self.error = error }
}
