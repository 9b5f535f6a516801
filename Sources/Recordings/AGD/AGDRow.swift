import CSQLite

/// The row at hand of a running statement; valid until the next one.
struct AGDRow {
    let statement: OpaquePointer

    /// A whole number; nil for NULL and for anything that is not a number.
    func integer(_ column: Int) -> Int64? {
        switch sqlite3_column_type(statement, Int32(column)) {
        case SQLITE_INTEGER: sqlite3_column_int64(statement, Int32(column))
        case SQLITE_FLOAT: Int64(exactly: sqlite3_column_double(statement, Int32(column)).rounded())
        case SQLITE_TEXT: text(column).flatMap { Int64($0) }
        default: nil
        }
    }

    /// A finite number; nil for any other value.
    func number(_ column: Int) -> Double? {
        let value: Double? =
            switch sqlite3_column_type(statement, Int32(column)) {
            case SQLITE_INTEGER, SQLITE_FLOAT: sqlite3_column_double(statement, Int32(column))
            case SQLITE_TEXT: text(column).flatMap { Double($0) }
            default: nil
            }
        return value.flatMap { $0.isFinite ? $0 : nil }
    }

    /// Text, cut after 8192 bytes; nil for NULL.
    func text(_ column: Int) -> String? {
        guard let bytes = sqlite3_column_text(statement, Int32(column)) else { return nil }
        let count = min(8192, Int(sqlite3_column_bytes(statement, Int32(column))))
        return String(decoding: UnsafeBufferPointer(start: bytes, count: count), as: UTF8.self)
    }
}
