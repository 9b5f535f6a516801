import Signals

/// The `data` table of an .agd file: one row per epoch.
struct AGDTable {
    /// Columns of the counts channel.
    static let counts = ["axis1", "axis2", "axis3", "steps"]
    /// Columns of the inclinometer channel.
    static let inclinometer = ["inclineOff", "inclineStanding", "inclineSitting", "inclineLying"]

    /// Those of the above, and `lux`, that this file has.
    let columns: [String]
    /// The rows in the order of the table.
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
        let root = try Self.root(database)
        guard found.isSuperset(of: ["datatimestamp", "axis1"]), let root else {
            throw Failure(
                .failed,
                "\(name) is an SQLite database and not an ActiGraph .agd: it has no readable table “data” with the "
                    + "columns dataTimestamp and axis1\(damage.map { " (\($0))" } ?? "").")
        }
        columns = (Self.counts + ["lux"] + Self.inclinometer).filter { found.contains($0.lowercased()) }
        wanted = Self.groups.filter { wants($0.channel) }.flatMap(\.columns).compactMap(columns.firstIndex(of:))
        rows = EpochRows(columns: columns.count)
        if try !readPages(database, root: root) { try read(database) }
    }

    /// The page on which the table begins. A view or a virtual table under its name, which would run code of the file's
    /// choice, has none.
    private static func root(_ database: AGDDatabase) throws -> Int? {
        var root: Int64 = 0
        _ = try database.each("SELECT rootpage FROM sqlite_master WHERE type = 'table' AND lower(name) = 'data'") {
            root = $0.integer(0) ?? 0
            return false
        }
        return root > 0 ? Int(exactly: root) : nil
    }

    /// Takes the rows straight from the pages; false, with nothing taken, where one is not as plain as they should be.
    private mutating func readPages(_ database: AGDDatabase, root: Int) throws -> Bool {
        guard let time = stored.firstIndex(of: "datatimestamp") else { return false }
        let places = wanted.map { (column: $0, place: stored.firstIndex(of: columns[$0].lowercased()) ?? 0) }
        var found = EpochRows(columns: columns.count)
        var values = [Float](repeating: .nan, count: columns.count)
        let isWhole = try database.withImage { image in
            guard var pages = AGDPages(image, columns: stored.count) else { return false }
            found.reserve(image.count / 64)
            return try pages.each(root: root) { row in
                guard let stamp = row.whole(time).flatMap(NETTicks.stamp) else { return false }
                for (column, place) in places { values[column] = row.number(place).map { Float($0) } ?? .nan }
                values.withUnsafeBufferPointer { found.append(stamp: stamp, $0) }
                return true
            }
        }
        if isWhole { rows = found }
        return isWhole
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
            // That they were met in another order is no fault of the recorder's.
            head = head.selecting(head.stamps.indices.sorted { (head.stamps[$0], $0) < (head.stamps[$1], $1) })
            losses.append(
                Loss(
                    .damaged, count: 1, unit: .blocks,
                    detail: "damage in the table of epochs (\(damage)): \(before) rows read before it, "
                        + "\(behind) behind it, \(single.count) from pages that lie alone"
                        + (single.count > 0 ? ", among which may be rows that had been deleted" : "")))
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
        guard let time = stored.firstIndex(of: "datatimestamp") else { return rows }
        let places = columns.map { stored.firstIndex(of: $0.lowercased()) }
        var known = Set(head.stamps)
        try database.withImage { image in
            guard var pages = AGDPages(image, columns: stored.count) else { return }
            try pages.eachAlone { row in
                // Times of day in ticks lie beyond what a double holds to the last; epochs are whole seconds.
                let ticks = row.number(time).flatMap { Int64(exactly: ($0 / 1e7).rounded()) }.map { $0 &* 10_000_000 }
                guard let stamp = ticks.flatMap(NETTicks.stamp), known.insert(stamp).inserted else { return }
                rows.append(stamp: stamp, places.map { $0.flatMap { row.number($0) }.map { Float($0) } ?? .nan })
            }
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

extension AGDTable {
    /// The length of an epoch in nanoseconds: what the stamps of `rows` show, else what the settings say, else 60 s.
    static func epoch(of rows: EpochRows, settings: AGDSettings, losses: inout [Loss]) -> Int64 {
        let said = settings.epochSeconds.map { Int64($0) * 1_000_000_000 }
        guard let shown = rows.commonestStep else { return said ?? 60_000_000_000 }
        if let said, said != shown {
            losses.append(
                Loss(
                    .damaged, count: 1, unit: .blocks,
                    detail: "the settings say epochs of \(said / 1_000_000_000) s and the stamps show "
                        + "\(Double(shown) / 1e9) s; the stamps are followed"))
        }
        return shown
    }

    /// The channels, with the columns that may hold their values.
    static let groups: [(channel: Channel, unit: SignalUnit, columns: [String])] = [
        (.counts, .count, counts), (.light, .lux, ["lux"]),
        (Channel(rawValue: "inclinometer"), SignalUnit(rawValue: "s"), inclinometer),
    ]

    /// The channels that the columns make up, with the places of their columns.
    func channels(epoch: Int64) -> [(channel: RecordedChannel, columns: [Int])] {
        let rate = 1e9 / Double(epoch)
        return Self.groups.compactMap { channel, unit, names in
            let present = names.filter { columns.contains($0) }
            guard !present.isEmpty else { return nil }
            let recorded = RecordedChannel(
                channel, axes: present, unit: unit, nominalRate: rate, observedRate: rate)
            return (recorded, present.compactMap { columns.firstIndex(of: $0) })
        }
    }
}
