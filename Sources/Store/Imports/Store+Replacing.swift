import Analysis
package import Signals

extension Store {
    /// Begins to read a complete recording's kept bytes anew: what comes of it takes the place of what came of it before, once
    /// all of it is there.
    /// - Throws: `Failure` with code `notFound` for none that is complete.
    package func beginAgain(_ recording: StoredRecording) throws(Failure) -> RecordingImport {
        let begun = Locked<RecordingID?>(nil)
        try performWaiting { writer in
            let id = try writer.beginAgain(recording)
            begun.withLock { $0 = id }
        }
        guard let id = begun.withLock({ $0 }) else {
            throw Failure(.failed, "\(recording.file.name) cannot be read again now. Try again.")
        }
        return RecordingImport(id, file: recording.file, gate: gate, replaces: recording.id)
    }
}

extension Writer {
    fileprivate func beginAgain(_ recording: StoredRecording) throws -> RecordingID {
        guard try connection.recordings(where: "recording.id = \(recording.id.rawValue)").first?.state == .complete
        else {
            throw Failure(.notFound, "There is no recording \(recording.id.rawValue) in the store.")
        }
        let id = RecordingID(rawValue: try newNumber(for: "recording"))
        let add = try connection.prepare(
            """
            INSERT INTO recording (id, sha256, name, size, format, decoder, state, started, person)
            SELECT ?2, x'', name, size, format, decoder, 'importing', ?3, person FROM recording WHERE id = ?1
            """)
        add.bind(1, recording.id.rawValue)
        add.bind(2, id.rawValue)
        add.bind(3, Instant.now.nanoseconds)
        try add.run()
        return id
    }

    /// Has what a recording came to the second time take the place of the first, and what people said of its nights go along.
    /// - Parameters:
    ///   - old: the recording, which keeps its number, its file and its person.
    ///   - new: the row of the second reading.
    ///   - zone: in which the nights are scored now.
    func replace(_ old: RecordingID, by new: RecordingID, zone: Zone) throws {
        guard let before = try connection.recordings(where: "recording.id = \(old.rawValue)").first,
            let after = try connection.recordings(where: "recording.id = \(new.rawValue)").first,
            before.state == .complete, after.state == .complete, before.person == after.person
        else { throw Failure(.conflict, "The recording was changed while it was read again. Try again.") }
        if let device = before.device, let first = before.firstSample, let last = before.lastSample,
            let start = after.firstSample
        {
            try moveEdits(of: device, first..<max(first, last), by: start.nanoseconds(since: first), zone)
        }
        let rows = try connection.prepare("SELECT id FROM source WHERE recording = ?1 AND state < 2")
        var sources: [RecordingID: [Int64]] = [:]
        for id in [old, new] {
            rows.bind(1, id.rawValue)
            while try rows.step() { sources[id, default: []].append(rows.integer(0)) }
            rows.reset()
        }
        let move = try connection.prepare("UPDATE source SET recording = ?2, state = ?3 WHERE id = ?1")
        // The first ones first: of each device one is to be seen.
        for (id, target, state) in [
            (old, new, Schema.SourceState.dropped), (new, old, Schema.SourceState.visible),
        ] {
            for row in sources[id] ?? [] {
                move.bind(1, row)
                move.bind(2, target.rawValue)
                move.bind(3, state.rawValue)
                try move.run()
            }
        }
        let take = try connection.prepare(
            """
            UPDATE recording SET (device, first_sample, last_sample, summary) = (
                SELECT device, first_sample, last_sample, summary FROM recording WHERE id = ?2)
            WHERE id = ?1
            """)
        take.bind(1, old.rawValue)
        take.bind(2, new.rawValue)
        try take.run()
        try connection.execute("UPDATE recording SET state = 'superseded' WHERE id = \(new.rawValue)")
        hasDropped = true
        self.sources = self.sources.filter { $0.key.origin != .recording(old) && $0.key.origin != .recording(new) }
        try outdateDays()
    }

    /// What was said of a night was said by its clock on the wall, which has moved.
    private func moveEdits(of device: DeviceID, _ span: Range<Instant>, by shift: Int64, _ zone: Zone) throws {
        let row = try row(of: device, seen: span.lowerBound)
        let rows = try connection.prepare(
            """
            SELECT id, start, end, lights_out FROM night_edit
            WHERE device = ?1 AND ifnull(end, lights_out) >= ?2 AND ifnull(start, lights_out) <= ?3
            """)
        rows.bind(1, row)
        rows.bind(2, span.lowerBound.nanoseconds)
        rows.bind(3, span.upperBound.nanoseconds)
        var edits: [(id: Int64, start: Instant?, end: Instant?, lightsOut: Instant?)] = []
        while try rows.step() {
            let moved = (1...3).map { column in
                rows.integerOrNil(column).map { Instant(nanoseconds: $0).advanced(byNanoseconds: shift) }
            }
            edits.append((rows.integer(0), moved[0], moved[1], moved[2]))
        }
        let move = try connection.prepare(
            "UPDATE night_edit SET date = ?2, start = ?3, end = ?4, lights_out = ?5 WHERE id = ?1")
        for edit in edits {
            let ends = (edit.start ?? edit.lightsOut, edit.end ?? edit.lightsOut)
            guard let start = ends.0, let end = ends.1 else { continue }
            let middle = start.advanced(byNanoseconds: end.nanoseconds(since: start) / 2)
            move.bind(1, edit.id)
            move.bind(2, NightWindow(containing: middle, in: zone).date.daysSince1970)
            move.bind(3, edit.start?.nanoseconds)
            move.bind(4, edit.end?.nanoseconds)
            move.bind(5, edit.lightsOut?.nanoseconds)
            try move.run()
        }
        try moveNotes(of: row, span, by: shift, zone)
    }

    private func moveNotes(of device: Int64, _ span: Range<Instant>, by shift: Int64, _ zone: Zone) throws {
        let rows = try connection.prepare("SELECT id, at FROM night_note WHERE device = ?1 AND at BETWEEN ?2 AND ?3")
        rows.bind(1, device)
        rows.bind(2, span.lowerBound.nanoseconds)
        rows.bind(3, span.upperBound.nanoseconds)
        var notes: [(id: Int64, moment: Instant)] = []
        while try rows.step() {
            notes.append((rows.integer(0), Instant(nanoseconds: rows.integer(1)).advanced(byNanoseconds: shift)))
        }
        let move = try connection.prepare("UPDATE night_note SET date = ?2, at = ?3 WHERE id = ?1")
        for note in notes {
            move.bind(1, note.id)
            move.bind(2, NightWindow(containing: note.moment, in: zone).date.daysSince1970)
            move.bind(3, note.moment.nanoseconds)
            try move.run()
        }
    }
}
