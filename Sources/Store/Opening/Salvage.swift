import Signals

/// Copies who lives here, what they refuse and what they wear out of a damaged database, as far as it can be read.
struct Salvage {
    /// The tables of accounts and consents, parents before children.
    static let registers = [
        "person_number", "person", "device", "account", "access_setting", "known_device", "consent_stream", "wearing",
        "stream_refusal", "stream_choice", "person_baseline", "night_schedule",
    ]

    /// Rows copied so far.
    private(set) var rows = 0
    /// Whether every register is whole in the damaged file, so that nothing of it was lost.
    private(set) var isWhole = true

    /// Copies the registers of the file at `path` into an empty store.
    mutating func copy(from path: String, to target: borrowing Connection) {
        guard let source = try? Connection(path: path, access: .reading) else { return isWhole = false }
        for table in Self.registers {
            if ((try? source.text("PRAGMA integrity_check('\(table)')")) ?? nil) != "ok" { isWhole = false }
            // What lies behind a page that cannot be read is reached from the other end.
            for order in ["ASC", "DESC"] {
                do {
                    try copy(table, order, source, target)
                    break
                } catch {
                    isWhole = false
                }
            }
        }
    }

    private mutating func copy(
        _ table: String, _ order: String, _ source: borrowing Connection, _ target: borrowing Connection
    ) throws {
        let columns = try Self.columns(of: table, in: source)
        let known = try Self.columns(of: table, in: target)
        guard !columns.isEmpty, columns.allSatisfy({ known.contains($0) }) else {
            throw SQLiteError(code: .corrupt, message: "the table \(table) is another")
        }
        // Names of ours, or of a file that was ours; none is taken that is not in the new table too.
        let names = columns.joined(separator: ", ")
        let key = columns.first ?? "rowid"
        let read = try source.prepare("SELECT \(names) FROM \(table) ORDER BY \(key) \(order)")
        let marks = (1...columns.count).map { "?\($0)" }.joined(separator: ", ")
        let skip = table == "access_setting" ? " WHERE ?1 <> 'store_identity'" : ""
        let write = try target.prepare("INSERT OR IGNORE INTO \(table) (\(names)) SELECT \(marks)\(skip)")
        while try read.step() {
            for index in 0..<Int32(columns.count) { write.bind(index + 1, from: read, column: index) }
            // A row whose person or device was lost is of no use alone.
            do { try write.run() } catch { isWhole = false }
            rows += target.changes
        }
    }

    private static func columns(of table: String, in connection: borrowing Connection) throws -> [String] {
        let rows = try connection.prepare("SELECT name FROM pragma_table_info('\(table)')")
        var names: [String] = []
        while try rows.step() { names.append(rows.text(0)) }
        return names
    }
}
