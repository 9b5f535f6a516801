import CSQLite
import Documents
import Runtime
import Signals

/// A prepared statement; finalized when it goes out of scope. Columns and parameters count from 0 and 1, as in
/// SQLite.
struct Statement: ~Copyable {
    let handle: OpaquePointer

    deinit { sqlite3_finalize(handle) }

    /// Moves to the next row; false at the end.
    @inline(__always)
    borrowing func step() throws(SQLiteError) -> Bool {
        let code = sqlite3_step(handle)
        if code == SQLITE_ROW { return true }
        if code == SQLITE_DONE { return false }
        throw error(code)
    }

    /// Runs a statement that gives no rows and makes it ready for the next parameters.
    borrowing func run() throws(SQLiteError) {
        let code = sqlite3_step(handle)
        // Reset before the throw: a statement left open would hold its transaction.
        let failure = code == SQLITE_DONE || code == SQLITE_ROW ? nil : error(code)
        sqlite3_reset(handle)
        if let failure { throw failure }
    }

    /// Makes the statement ready to run again.
    borrowing func reset() { sqlite3_reset(handle) }

    private borrowing func error(_ code: Int32) -> SQLiteError {
        let message = sqlite3_db_handle(handle).map { String(cString: sqlite3_errmsg($0)) } ?? "no connection"
        let sql = sqlite3_sql(handle).map { String(cString: $0) }
        return SQLiteError(code: SQLiteCode(rawValue: code), message: message, sql: sql)
    }
}

extension Statement {
    /// Binds parameter `index`.
    borrowing func bind(_ index: Int32, _ value: Int64) { sqlite3_bind_int64(handle, index, value) }

    /// Binds parameter `index`.
    borrowing func bind(_ index: Int32, _ value: Int) { sqlite3_bind_int64(handle, index, Int64(value)) }

    /// Binds parameter `index`; nil is NULL.
    borrowing func bind(_ index: Int32, _ value: Int64?) {
        if let value { bind(index, value) } else { sqlite3_bind_null(handle, index) }
    }

    /// Fills parameter `index`; nil is NULL. NaN would become NULL too: SQLite has none.
    borrowing func bind(_ index: Int32, _ value: Double?) {
        if let value { sqlite3_bind_double(handle, index, value) } else { sqlite3_bind_null(handle, index) }
    }

    /// Binds parameter `index`; nil is NULL.
    borrowing func bind(_ index: Int32, _ value: String?) {
        if let value {
            let count = UInt64(value.utf8.count)
            sqlite3_bind_text64(handle, index, value, count, transient, UInt8(SQLITE_UTF8))
        } else {
            sqlite3_bind_null(handle, index)
        }
    }

    /// Fills parameter `index` with an object for a function of SQL, which must live as long as the statement is stepped.
    borrowing func bind(_ index: Int32, reader: AnyObject) {
        nj_bind_reader(handle, index, Unmanaged.passUnretained(reader).toOpaque())
    }

    /// Fills parameter `index` with what stands in a column of another statement's row, whatever its type.
    borrowing func bind(_ index: Int32, from row: borrowing Statement, column: Int32) {
        sqlite3_bind_value(handle, index, sqlite3_column_value(row.handle, column))
    }

    /// Fills parameter `index`; nil is NULL, empty is an empty blob.
    borrowing func bind(_ index: Int32, _ value: [UInt8]?) {
        guard let value, !value.isEmpty else {
            _ = value == nil ? sqlite3_bind_null(handle, index) : sqlite3_bind_zeroblob(handle, index, 0)
            return
        }
        value.withUnsafeBytes { bytes in
            _ = sqlite3_bind_blob64(handle, index, bytes.baseAddress, UInt64(bytes.count), transient)
        }
    }
}

extension Statement {
    /// The value of column `index`; 0 for NULL.
    @inline(__always)
    borrowing func integer(_ index: Int32) -> Int64 { sqlite3_column_int64(handle, index) }

    /// The value of column `index`; nil for NULL.
    @inline(__always)
    borrowing func integerOrNil(_ index: Int32) -> Int64? { isNull(index) ? nil : integer(index) }

    /// The value of column `index`; 0 for NULL.
    @inline(__always)
    borrowing func double(_ index: Int32) -> Double { sqlite3_column_double(handle, index) }

    /// The value of column `index`; nil for NULL.
    @inline(__always)
    borrowing func doubleOrNil(_ index: Int32) -> Double? { isNull(index) ? nil : double(index) }

    /// The value of column `index`; NaN for NULL, which is what SQLite makes of NaN.
    @inline(__always)
    borrowing func number(_ index: Int32) -> Double { doubleOrNil(index) ?? .nan }

    /// The value of column `index`; empty for NULL.
    borrowing func text(_ index: Int32) -> String {
        guard let start = sqlite3_column_text(handle, index) else { return "" }
        let bytes = UnsafeBufferPointer(start: start, count: Int(sqlite3_column_bytes(handle, index)))
        return String(decoding: bytes, as: UTF8.self)
    }

    /// The value of column `index`; nil for NULL.
    borrowing func textOrNil(_ index: Int32) -> String? { isNull(index) ? nil : text(index) }

    /// The bytes of column `index`; empty for NULL.
    borrowing func bytes(_ index: Int32) -> [UInt8] {
        guard let start = sqlite3_column_blob(handle, index) else { return [] }
        return [UInt8](UnsafeRawBufferPointer(start: start, count: Int(sqlite3_column_bytes(handle, index))))
    }

    /// Whether column `index` is NULL.
    @inline(__always)
    borrowing func isNull(_ index: Int32) -> Bool { sqlite3_column_type(handle, index) == SQLITE_NULL }
}

/// Tells SQLite to copy what is bound. The C macro is a pointer cast of -1, which Swift does not import.
private let transient = unsafeBitCast(-1, to: sqlite3_destructor_type.self)

extension Statement {
    /// The present row as a line of JSON, by the names of its columns; bytes as hexadecimal digits.
    borrowing func jsonLine(without hidden: Set<String>) -> [UInt8] {
        var json = JSONText()
        json.object { json in
            for index in 0..<sqlite3_column_count(handle) {
                guard let name = sqlite3_column_name(handle, index).map({ String(cString: $0) }), !hidden.contains(name)
                else { continue }
                switch sqlite3_column_type(handle, index) {
                case SQLITE_INTEGER: json.field(name, raw: Array("\(integer(index))".utf8))
                case SQLITE_FLOAT: json.field(name, double(index))
                case SQLITE_TEXT: json.field(name, text(index))
                case SQLITE_BLOB: json.field(name, HexText.text(bytes(index)))
                default: json.field(name, String?.none)
                }
            }
        }
        return json.bytes + [10]
    }
}
