import Glibc
import Signals

extension Writer {
    /// Deletes everything of a person in the transaction that is open.
    func erase(_ erasure: Erasure) throws -> [String: Int] {
        var counts: [String: Int] = [:]
        // What is deleted is overwritten with zeros, not only forgotten.
        try connection.execute("PRAGMA secure_delete = ON")
        for recording in erasure.recordings {
            try remove(recording)
            counts["recording", default: 0] += 1
        }
        // Those that failed name a file of theirs.
        counts["recording", default: 0] += try run(
            """
            UPDATE recording SET state = 'superseded'
            WHERE (person = ?1 OR (?2 AND person IS NULL)) AND state IN ('failed', 'cancelled', 'arriving')
            """, erasure.person.rawValue, erasure.takesNobodys ? 1 : 0)
        hasDropped = true
        while try tidy() {}
        for (device, interval) in erasure.worn {
            try erase(device, interval, &counts)
            _ = try run(
                "INSERT INTO erased_stretch VALUES (?3, ?1, ?2)", interval.lowerBound.nanoseconds,
                interval.upperBound.nanoseconds, device.rawValue)
        }
        let members = """
            DELETE FROM night_recording_device WHERE recording IN (SELECT id FROM night_recording WHERE person = ?1)
            """
        counts["night_recording_device"] = try run(members, erasure.person.rawValue)
        for table in PersonalTables.names + PersonalTables.registry {
            counts[table, default: 0] += try run("DELETE FROM \(table) WHERE person = ?1", erasure.person.rawValue)
        }
        for table in PersonalTables.names where erasure.takesUnsigned {
            counts[table, default: 0] += try run("DELETE FROM \(table) WHERE person = ?1", 0)
        }
        // What they said of other people's nights is these people's; only who said it is forgotten.
        for table in ["night_edit", "night_note", "diary_entry"] {
            _ = try run("UPDATE \(table) SET author = NULL WHERE author = ?1", erasure.person.rawValue)
        }
        counts["device"] = try eraseDevices(broughtBy: erasure.person)
        for device in Set(erasure.worn.map(\.device)).subtracting(erasure.staying) {
            counts["device", default: 0] += try free(device)
        }
        counts["person"] = try run("DELETE FROM person WHERE id = ?1", erasure.person.rawValue)
        guard counts["person"] == 1 else {
            throw Failure(.notFound, "There is no person \(erasure.person.rawValue).")
        }
        // Notes of what changed name devices.
        try outdateDays()
        try mergeTextIndexes()
        let journal = try connection.prepare("INSERT OR REPLACE INTO erasing VALUES (?1, ?2)")
        journal.bind(1, erasure.person.rawValue)
        journal.bind(2, Instant.now.nanoseconds)
        try journal.run()
        return counts
    }

    private func erase(_ device: DeviceID, _ interval: Range<Instant>, _ counts: inout [String: Int]) throws {
        let sources = "SELECT source.id FROM source JOIN device ON device.id = source.device WHERE device.name = ?3"
        let streams = "SELECT id FROM stream WHERE source IN (\(sources))"
        let number = "SELECT id FROM device WHERE name = ?3"
        let steps = [
            ("epoch", "source IN (\(sources)) AND start >= ?1 AND start < ?2"),
            ("beat", "source IN (\(sources)) AND time >= ?1 AND time < ?2"),
            ("reading", "source IN (\(sources)) AND time >= ?1 AND time < ?2"),
            ("loss", "source IN (\(sources)) AND at >= ?1 AND at < ?2"),
            // A block that reaches over the edge goes too: better some minutes too many than too few.
            ("raw_batch", "stream IN (\(streams)) AND start < ?2 AND end >= ?1"),
            ("raw_block", "stream IN (\(streams)) AND start < ?2 AND end >= ?1"),
            (
                "night",
                """
                source IN (\(sources)) AND ifnull(period_start, date * 86400000000000) >= ?1
                AND ifnull(period_start, date * 86400000000000) < ?2
                """
            ),
            (
                "night_edit",
                "device IN (\(number)) AND ifnull(start, lights_out) >= ?1 AND ifnull(start, lights_out) < ?2"
            ),
            ("night_note", "device IN (\(number)) AND at >= ?1 AND at < ?2"),
            ("load_baseline", "device IN (\(number)) AND made >= ?1 AND made < ?2"),
        ]
        for (table, condition) in steps {
            counts[table, default: 0] += try run(
                "DELETE FROM \(table) WHERE \(condition)", interval.lowerBound.nanoseconds,
                interval.upperBound.nanoseconds, device.rawValue)
        }
        let alerts = "SELECT id FROM alert WHERE device IN (\(number)) AND time >= ?1 AND time < ?2"
        for (table, column) in [("alert_told", "alert"), ("alert", "id")] {
            counts[table, default: 0] += try run(
                "DELETE FROM \(table) WHERE \(column) IN (\(alerts))", interval.lowerBound.nanoseconds,
                interval.upperBound.nanoseconds, device.rawValue)
        }
    }

    /// The names under which their files were kept; one that an owner's word has left with rows stays.
    private func eraseDevices(broughtBy person: Person.ID) throws -> Int {
        try run("DELETE FROM device WHERE name LIKE '%~' || ?1 AND \(Self.isUnused)", person.rawValue)
    }

    /// Deletes what is known of a device of which nothing is left, and that nobody has adopted or was said to wear.
    private func free(_ device: DeviceID) throws -> Int {
        // The way in of what it sent live has no rows any more, where nobody else has some.
        let mine = "(SELECT id FROM device WHERE name = ?1)"
        let streamless = ["raw_batch", "raw_block"].map {
            "NOT EXISTS (SELECT 1 FROM \($0) WHERE \($0).stream = stream.id)"
        }
        let empty = ["stream", "epoch", "beat", "reading", "loss", "night"].map {
            "NOT EXISTS (SELECT 1 FROM \($0) WHERE \($0).source = source.id)"
        }
        let steps = [
            """
            DELETE FROM stream WHERE source IN (SELECT id FROM source WHERE recording IS NULL AND device IN \(mine))
            AND \(streamless.joined(separator: " AND "))
            """,
            "DELETE FROM source WHERE recording IS NULL AND device IN \(mine) AND \(empty.joined(separator: " AND "))",
            "DELETE FROM device WHERE name = ?1 AND \(Self.isUnused)",
        ]
        var gone = 0
        for sql in steps {
            let statement = try connection.prepare(sql)
            statement.bind(1, device.rawValue)
            try statement.run()
            gone = connection.changes
        }
        // Numbers of rows that are kept in mind may be those of rows that went.
        forget()
        sightings[device] = nil
        return gone
    }

    /// Whether no row of another table refers to a device.
    static let isUnused = [
        "source", "recording", "wearing", "night_edit", "night_note", "stream_choice", "alert", "load_baseline",
        "known_device",
        "night_recording_device",
    ].map { "NOT EXISTS (SELECT 1 FROM \($0) WHERE \($0).device = device.id)" }.joined(separator: " AND ")

    private func run(_ sql: String, _ first: Int64, _ second: Int64? = nil, _ name: String? = nil) throws -> Int {
        let statement = try connection.prepare(sql)
        statement.bind(1, first)
        if let second { statement.bind(2, second) }
        if let name { statement.bind(3, name) }
        try statement.run()
        return connection.changes
    }

    /// Full-text indexes only mark words as deleted; merging them drops the words.
    private func mergeTextIndexes() throws {
        let rows = try connection.prepare("SELECT name FROM sqlite_schema WHERE sql LIKE 'CREATE VIRTUAL TABLE%fts5%'")
        var names: [String] = []
        while try rows.step() { names.append(rows.text(0)) }
        rows.reset()
        for name in names { try connection.execute("INSERT INTO \(name)(\(name)) VALUES ('optimize')") }
    }

    /// Writes the database anew and empties its log: what was deleted is in neither. Until both are done the journal says
    /// that they are to be.
    func rewrite() throws {
        forget()
        try connection.execute("VACUUM")
        // A reader in the middle of a query holds the log; it is done in moments.
        var isEmptied = false
        for _ in 0..<50 where !isEmptied {
            isEmptied = try connection.integer("PRAGMA wal_checkpoint(TRUNCATE)") == 0
            if !isEmptied { usleep(20_000) }
        }
        guard isEmptied else { throw SQLiteError(code: .busy, message: "a reader holds the log") }
        try connection.execute("DELETE FROM erasing")
        try connection.execute("PRAGMA secure_delete = OFF")
        isToBeRewritten = false
    }
}
