import CSQLite
import Documents
import Runtime
import Signals

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
