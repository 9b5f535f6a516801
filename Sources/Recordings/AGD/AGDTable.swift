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
    /// Places of the columns that are read; the others stay without values.
    private let wanted: [Int]
    /// All columns of the table, in lower case and in its order.
    private let stored: [String]

    /// Reads the table of `database`, the part before damage and the part behind it.
    /// - Throws: `Failure` when there is no such table, or it has neither stamps nor a first axis.
    init(_ database: AGDDatabase, name: String, wants: (Channel) -> Bool) throws {
        var stored: [String] = []
        let damage = try database.each("SELECT name FROM pragma_table_info('data')") { row in
            stored.append((row.text(0) ?? "").lowercased())
            return true
        }
        let found = Set(stored)
        self.stored = stored
        guard found.isSuperset(of: ["datatimestamp", "axis1"]), try Self.isPlainTable(database) else {
            throw Failure(
                .failed,
                "\(name) is an SQLite database and not an ActiGraph .agd: it has no readable table “data” with the "
                    + "columns dataTimestamp and axis1\(damage.map { " (\($0))" } ?? "").")
        }
        columns = (Self.counts + ["lux"] + Self.inclinometer).filter { found.contains($0.lowercased()) }
        wanted = Self.groups.filter { wants($0.channel) }.flatMap(\.columns).compactMap(columns.firstIndex(of:))
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
        // SQLite takes a row apart as far as the last column that is asked for.
        let names = columns.indices.map { wanted.contains($0) ? "\"\(columns[$0])\"" : "NULL" }.joined(separator: ", ")
        let select = "SELECT dataTimestamp, \(names) FROM data NOT INDEXED"
        var (head, damage, unusable) = try collect(database, select)
        if let damage {
            // Whatever lies behind the damage is reached from the other end; rows met twice are the same rows.
            let tail = try collect(database, select + " ORDER BY rowid DESC").rows
            let known = Set(head.stamps)
            let fresh = tail.stamps.indices.reversed().filter { !known.contains(tail.stamps[$0]) }
            let (before, behind) = (head.count, fresh.count)
            head.append(contentsOf: tail.selecting(fresh))
            let single = try singly(database, besides: head)
            head.append(contentsOf: single)
            losses.append(
                Loss(
                    .damaged, count: 1, unit: .blocks,
                    detail: "damage in the table of epochs (\(damage)): \(before) rows read before it, "
                        + "\(behind) behind it, \(single.count) from pages that lie alone"))
        }
        if unusable > 0 {
            losses.append(
                Loss(
                    .damaged, count: Double(unusable), unit: .samples,
                    detail: "\(unusable) rows have no stamp between 1990 and 2100"))
        }
        rows = head
    }

    /// Rows on whole pages to which damage has cut the way, without those that are known.
    private func singly(_ database: AGDDatabase, besides head: EpochRows) throws -> EpochRows {
        var rows = EpochRows(columns: columns.count)
        guard let pages = try AGDPages(database.file, columns: stored.count),
            let time = stored.firstIndex(of: "datatimestamp")
        else { return rows }
        let places = columns.map { stored.firstIndex(of: $0.lowercased()) }
        var known = Set(head.stamps)
        try pages.each { values in
            // Times of day in ticks lie beyond what a double holds to the last; epochs are whole seconds.
            let ticks = values[time].flatMap { Int64(exactly: ($0 / 1e7).rounded()) }.map { $0 &* 10_000_000 }
            guard let stamp = ticks.flatMap(NETTicks.stamp),
                known.insert(stamp).inserted
            else { return }
            rows.append(stamp: stamp, places.map { $0.flatMap { values[$0] }.map { Float($0) } ?? .nan })
        }
        return rows
    }

    private func collect(
        _ database: AGDDatabase, _ sql: String
    ) throws -> (rows: EpochRows, damage: String?, unusable: Int) {
        var rows = EpochRows(columns: columns.count)
        var unusable = 0
        var values = [Float](repeating: .nan, count: columns.count)
        let damage = try database.each(sql) { row in
            if let stamp = row.integer(0).flatMap(NETTicks.stamp) {
                for column in wanted { values[column] = row.number(column + 1).map { Float($0) } ?? .nan }
                rows.append(stamp: stamp, values)
            } else {
                unusable += 1
            }
            return true
        }
        return (rows, damage, unusable)
    }
}
