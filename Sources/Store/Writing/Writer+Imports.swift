import Signals

extension Writer {
    /// Makes the row of a file that is still coming. Nobody sees it.
    func beginArrival(by person: Person.ID?) throws(SQLiteError) -> RecordingID {
        let id = RecordingID(rawValue: try newNumber(for: "recording"))
        let add = try connection.prepare(
            """
            INSERT INTO recording (id, sha256, name, size, format, decoder, state, started, person)
            VALUES (?3, x'', '', 0, '', 0, 'arriving', ?1, ?2)
            """)
        add.bind(1, Instant.now.nanoseconds)
        add.bind(2, person?.rawValue)
        add.bind(3, id.rawValue)
        try add.run()
        return id
    }

    /// Begins a recording; earlier attempts of the same person at the same bytes give way.
    /// - Parameter arrived: the row of what was kept when it came; nil to make one.
    func begin(_ file: ImportFile, by person: Person.ID?, arrived: RecordingID?) throws -> RecordingID {
        let earlier = try connection.prepare(
            "UPDATE recording SET state = 'superseded' WHERE sha256 = ?1 AND ifnull(person, 0) = ?2 AND state <> 'deleted'"
        )
        earlier.bind(1, file.sha256)
        earlier.bind(2, person?.rawValue ?? 0)
        try earlier.run()
        if connection.changes > 0 { hasDropped = true }
        let id = try arrived ?? RecordingID(rawValue: newNumber(for: "recording"))
        let add = try connection.prepare(
            arrived == nil
                ? """
                INSERT INTO recording (id, sha256, name, size, format, decoder, state, started, person)
                VALUES (?8, ?1, ?2, ?3, ?4, ?5, 'importing', ?6, ?7)
                """
                : """
                UPDATE recording SET sha256 = ?1, name = ?2, size = ?3, format = ?4, decoder = ?5, state = 'importing',
                    started = ?6, person = ?7
                WHERE id = ?8 AND state = 'arriving'
                """)
        add.bind(8, id.rawValue)
        add.bind(1, file.sha256)
        add.bind(2, file.name)
        add.bind(3, file.size)
        add.bind(4, file.format)
        add.bind(5, file.decoderVersion)
        add.bind(6, Instant.now.nanoseconds)
        add.bind(7, person?.rawValue)
        try add.run()
        guard connection.changes == 1 else {
            throw Failure(.failed, "The import was ended by someone else. Import the file again.")
        }
        return id
    }

    /// Makes a recording visible.
    func complete(
        _ id: RecordingID, summary: [UInt8], device: DeviceID?, first: Instant?, last: Instant?
    ) throws {
        let deviceRow: Int64? = if let device { try row(of: device, seen: last ?? .now) } else { nil }
        let finish = try connection.prepare(
            """
            UPDATE recording SET state = 'complete', reason = NULL, finished = ?2, device = ?3, first_sample = ?4,
                last_sample = ?5, summary = ?6
            WHERE id = ?1 AND state = 'importing'
            """)
        finish.bind(1, id.rawValue)
        finish.bind(2, Instant.now.nanoseconds)
        finish.bind(3, deviceRow)
        finish.bind(4, first?.nanoseconds)
        finish.bind(5, last?.nanoseconds)
        finish.bind(6, summary)
        try finish.run()
        guard connection.changes == 1 else {
            throw Failure(.failed, "The import was ended by someone else. Import the file again.")
        }
        try setSources(of: id, to: .visible)
        try outdateDays(at: [first, last].compactMap(\.self))
    }

    /// Ends an import without a result.
    func abandon(_ id: RecordingID, _ state: StoredRecording.State, _ reason: String?) throws(SQLiteError) {
        let end = try connection.prepare(
            """
            UPDATE recording SET state = iif(state = 'arriving' OR sha256 = x'', 'superseded', ?2), reason = ?3,
                finished = ?4
            WHERE id = ?1 AND state IN ('importing', 'arriving')
            """)
        end.bind(1, id.rawValue)
        end.bind(2, state.rawValue)
        end.bind(3, reason)
        end.bind(4, Instant.now.nanoseconds)
        try end.run()
        if connection.changes == 1 { try setSources(of: id, to: .dropped) }
    }

    /// Takes a recording that is not being imported away.
    func remove(_ id: RecordingID) throws {
        let remove = try connection.prepare(
            "UPDATE recording SET state = 'superseded' WHERE id = ?1 AND state NOT IN ('importing', 'superseded')")
        remove.bind(1, id.rawValue)
        try remove.run()
        guard connection.changes == 1 else {
            throw Failure(.notFound, "There is no recording \(id.rawValue) that could be removed.")
        }
        try setSources(of: id, to: .dropped)
    }

    /// Makes a complete recording a person's: its rows go as they are under that person's name of each device.
    /// - Returns: whose it was.
    func give(_ id: RecordingID, to person: Person.ID?) throws -> Person.ID? {
        guard let recording = try connection.recordings(where: "recording.id = \(id.rawValue)").first,
            recording.state == .complete
        else { throw Failure(.notFound, "There is no recording \(id.rawValue) in the store.") }
        guard recording.person != person else { return person }
        try outdateDays()
        // Who has the same bytes has them twice then: rows of one time count once, and it can be given back as it was.
        let own = try connection.prepare("UPDATE recording SET person = ?2 WHERE id = ?1")
        own.bind(1, id.rawValue)
        own.bind(2, person?.rawValue)
        try own.run()
        for (table, column) in [("source", "recording"), ("recording", "id")] {
            let rows = try connection.prepare(
                """
                SELECT \(table).id, device.name FROM \(table) JOIN device ON device.id = \(table).device
                WHERE \(table).\(column) = ?1
                """)
            rows.bind(1, id.rawValue)
            var moved: [(row: Int64, device: DeviceID)] = []
            while try rows.step() { moved.append((rows.integer(0), DeviceID(rawValue: rows.text(1)))) }
            let move = try connection.prepare("UPDATE \(table) SET device = ?2 WHERE id = ?1")
            for (row, device) in moved {
                move.bind(1, row)
                move.bind(2, try copy(device, as: device.brought(by: person)))
                try move.run()
            }
        }
        sources = sources.filter { $0.key.origin != .recording(id) }
        try countChange()
        return recording.person
    }

    /// The row of a device of which the same is known as of another.
    private func copy(_ device: DeviceID, as name: DeviceID) throws(SQLiteError) -> Int64 {
        let copy = try connection.prepare(
            """
            INSERT INTO device (name, maker, model, serial, firmware, synthetic, first_seen, last_seen)
            SELECT ?2, maker, model, serial, firmware, synthetic, first_seen, last_seen FROM device WHERE name = ?1
            ON CONFLICT (name) DO UPDATE SET
                maker = excluded.maker, model = excluded.model, serial = excluded.serial,
                firmware = excluded.firmware, synthetic = excluded.synthetic
                WHERE device.maker = '' AND device.model = '' AND device.serial = ''
            """)
        copy.bind(1, device.rawValue)
        copy.bind(2, name.rawValue)
        try copy.run()
        return try row(of: name, seen: .now)
    }

    func setSources(of id: RecordingID, to state: Schema.SourceState) throws(SQLiteError) {
        if state != .visible { try forgetDays() }
        try noteChange(of: id)
        let change = try connection.prepare("UPDATE source SET state = ?2 WHERE recording = ?1")
        change.bind(1, id.rawValue)
        change.bind(2, state.rawValue)
        try change.run()
        guard state == .dropped else { return }
        hasDropped = true
        sources = sources.filter { $0.key.origin != .recording(id) }
    }
}
