import Signals

extension Writer {
    /// Begins a recording; earlier attempts at the same bytes give way.
    func begin(_ file: ImportFile) throws(SQLiteError) -> RecordingID {
        let earlier = try connection.prepare("UPDATE recording SET state = 'superseded' WHERE sha256 = ?1")
        earlier.bind(1, file.sha256)
        try earlier.run()
        if connection.changes > 0 { hasDropped = true }
        let add = try connection.prepare(
            """
            INSERT INTO recording (sha256, name, size, format, decoder, state, started)
            VALUES (?1, ?2, ?3, ?4, ?5, 'importing', ?6)
            """)
        add.bind(1, file.sha256)
        add.bind(2, file.name)
        add.bind(3, file.size)
        add.bind(4, file.format)
        add.bind(5, file.decoderVersion)
        add.bind(6, Instant.now.nanoseconds)
        try add.run()
        return RecordingID(rawValue: connection.lastRow)
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
    }

    /// Ends an import without result.
    func abandon(_ id: RecordingID, _ state: StoredRecording.State, _ reason: String?) throws(SQLiteError) {
        let end = try connection.prepare(
            "UPDATE recording SET state = ?2, reason = ?3, finished = ?4 WHERE id = ?1 AND state = 'importing'")
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

    private func setSources(of id: RecordingID, to state: Schema.SourceState) throws(SQLiteError) {
        let change = try connection.prepare("UPDATE source SET state = ?2 WHERE recording = ?1")
        change.bind(1, id.rawValue)
        change.bind(2, state.rawValue)
        try change.run()
        guard state == .dropped else { return }
        hasDropped = true
        sources = sources.filter { $0.key.origin != .recording(id) }
    }
}
