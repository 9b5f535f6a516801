import Signals

/// The `data` table of an .agd file: one row per epoch.
struct AGDTable {
    /// Columns of the counts channel.
    static let counts = ["axis1", "axis2", "axis3", "steps"]
    /// Columns of the inclinometer channel.
    static let inclinometer = ["inclineOff", "inclineStanding", "inclineSitting", "inclineLying"]

    /// Those of the above, and `lux`, that this file has.
    let columns: [String]
    /// The rows, as stored.
    private(set) var rows: EpochRows
    /// Damage and rows without a usable stamp.
    private(set) var losses: [Loss] = []

    /// Reads the table of `database`, the part before damage and the part behind it.
    /// - Throws: `Failure` when there is no such table, or it has neither stamps nor a first axis.
    init(_ database: AGDDatabase, name: String) throws {
        var found: Set<String> = []
        let damage = try database.each("SELECT name FROM pragma_table_info('data')") { row in
            found.insert((row.text(0) ?? "").lowercased())
            return true
        }
        guard found.isSuperset(of: ["datatimestamp", "axis1"]), try Self.isPlainTable(database) else {
            throw Failure(
                .failed,
                "\(name) is an SQLite database and not an ActiGraph .agd: it has no readable table “data” with the "
                    + "columns dataTimestamp and axis1\(damage.map { " (\($0))" } ?? "").")
        }
        columns = (Self.counts + ["lux"] + Self.inclinometer).filter { found.contains($0.lowercased()) }
        rows = EpochRows(columns: columns.count)
        try read(database)
    }

    /// A view or a virtual table under the name of the table would run code of the file's choice.
    private static func isPlainTable(_ database: AGDDatabase) throws -> Bool {
        var isPlain = false
        _ = try database.each("SELECT rootpage FROM sqlite_master WHERE type = 'table' AND lower(name) = 'data'") {
            isPlain = ($0.integer(0) ?? 0) > 0
            return false
        }
        return isPlain
    }

    private mutating func read(_ database: AGDDatabase) throws {
        let names = columns.map { "\"\($0)\"" }.joined(separator: ", ")
        let select = "SELECT dataTimestamp, \(names) FROM data NOT INDEXED"
        var (head, damage, unusable) = try collect(database, select)
        if let damage {
            // Whatever lies behind the damage is reached from the other end; rows met twice are the same rows.
            let tail = try collect(database, select + " ORDER BY rowid DESC").rows
            let known = Set(head.stamps)
            let fresh = tail.stamps.indices.reversed().filter { !known.contains(tail.stamps[$0]) }
            losses.append(
                Loss(
                    .damaged, count: 1, unit: .blocks,
                    detail: "damage in the table of epochs (\(damage)): \(head.count) rows read before it, "
                        + "\(fresh.count) behind it"))
            head.append(contentsOf: tail.selecting(fresh))
        }
        if unusable > 0 {
            losses.append(
                Loss(
                    .damaged, count: Double(unusable), unit: .samples,
                    detail: "\(unusable) rows have no stamp between 1990 and 2100"))
        }
        rows = head
    }

    private func collect(
        _ database: AGDDatabase, _ sql: String
    ) throws -> (rows: EpochRows, damage: String?, unusable: Int) {
        var rows = EpochRows(columns: columns.count)
        var unusable = 0
        var values = [Float](repeating: .nan, count: columns.count)
        let damage = try database.each(sql) { row in
            if let time = row.integer(0).flatMap({ NETTicks.civilTime($0, from: 1990) }) {
                for column in values.indices { values[column] = row.number(column + 1).map { Float($0) } ?? .nan }
                rows.append(stamp: time.nanoseconds, values)
            } else {
                unusable += 1
            }
            return true
        }
        return (rows, damage, unusable)
    }
}
