package import Signals

extension Store {
    /// The most notes, and the most tags, that hold of one night.
    package static let mostNightNotes = 100

    /// What people say of the nights that ended on a day of `first ... last`, as it holds now, the earliest first.
    /// - Throws: `Failure` when the store cannot be read.
    package func nightNotes(from first: CivilDate, to last: CivilDate) throws(Failure) -> [NightNote] {
        try readers.read { connection in
            let rows = try connection.prepare(Queries.nightNotes)
            rows.bind(1, first.daysSince1970)
            rows.bind(2, last.daysSince1970)
            var notes: [NightNote] = []
            while try rows.step() { if let note = NightNote(rows) { notes.append(note) } }
            return notes
        }
    }

    /// All that was ever said of one night, the earliest first.
    /// - Throws: `Failure` when the store cannot be read.
    package func nightNoteHistory(of night: NightKey) throws(Failure) -> [NightNote] {
        try readers.read { connection in
            let rows = try connection.prepare(Queries.nightNoteHistory)
            rows.bind(1, night.device.rawValue)
            rows.bind(2, night.date.daysSince1970)
            var notes: [NightNote] = []
            while try rows.step() { if let note = NightNote(rows) { notes.append(note) } }
            return notes
        }
    }

    /// Keeps what people say of a night. Returns when it is on disk.
    /// - Parameters:
    ///   - added: what is said anew; a tag that holds already stays as it is.
    ///   - kind: what it is.
    ///   - night: of which night.
    ///   - moment: a moment within the night.
    ///   - author: who says so; nil for the machine's own user.
    ///   - now: the time.
    /// - Throws: `Failure` with code `conflict` where that is more than ``mostNightNotes``.
    package func say(
        _ added: [String], _ kind: NightNote.Kind, of night: NightKey, within moment: Instant, by author: Person.ID?,
        at now: Instant
    ) async throws(Failure) {
        try await perform { writer in
            let row = try writer.row(of: night.device, seen: now)
            var known = try writer.inForce(kind, night.date, row)
            for text in added where kind == .note || !known.contains(where: { $0.text == text }) {
                guard known.count < Self.mostNightNotes else {
                    throw Failure(
                        .conflict, "There are \(Self.mostNightNotes) of these of the night already; remove one first.")
                }
                let id = try writer.add(text, kind, night.date, row, moment, author, now, as: nil)
                known.append((id, text))
            }
            if kind == .preferred {
                try writer.outdateDays(night.date...night.date)
                try writer.noteNight(night.date)
            }
        }
    }

    /// Has another text take the place of a note, which keeps its number; nil takes the note back. What was said before is
    /// put aside, not deleted.
    /// - Throws: `Failure` with code `notFound` where the night has no such note.
    package func change(
        _ id: NightNote.ID, to text: String?, of night: NightKey, by author: Person.ID?, at now: Instant
    ) async throws(Failure) {
        try await perform { writer in
            let row = try writer.row(of: night.device, seen: now)
            let find = try writer.connection.prepare(
                """
                SELECT at FROM night_note
                WHERE note = ?1 AND kind = 'note' AND device = ?2 AND date = ?3 AND replaced IS NULL
                """)
            find.bind(1, id.rawValue)
            find.bind(2, row)
            find.bind(3, night.date.daysSince1970)
            guard try find.step() else {
                throw Failure(.notFound, "The night of \(night.date) has no note \(id.rawValue).")
            }
            let moment = Instant(nanoseconds: find.integer(0))
            find.reset()
            try writer.putAside(id.rawValue, at: now)
            if let text { _ = try writer.add(text, .note, night.date, row, moment, author, now, as: id.rawValue) }
        }
    }

    /// Takes back tags of a night, or that nights are the ones to show; what does not hold is left out.
    /// - Parameters:
    ///   - texts: which tags; nil for whatever of the kind is said.
    ///   - kind: what is taken back.
    ///   - devices: of whose nights.
    ///   - date: the day on which they ended.
    ///   - now: the time.
    /// - Throws: `Failure` when it cannot be kept.
    package func unsay(
        _ texts: Set<String>?, _ kind: NightNote.Kind, of devices: [DeviceID], on date: CivilDate, at now: Instant
    ) async throws(Failure) {
        try await perform { writer in
            for device in devices {
                let row = try writer.row(of: device, seen: now)
                for known in try writer.inForce(kind, date, row) where texts?.contains(known.text) != false {
                    try writer.putAside(known.note, at: now)
                }
            }
            if kind == .preferred {
                try writer.outdateDays(date...date)
                try writer.noteNight(date)
            }
        }
    }

    /// Every row of what people said of nights as a line of JSON, with its table, the device and a moment of the night.
    /// - Throws: `Failure` when the store cannot be read, and what `body` throws.
    package func forEachNightWord(
        _ body: (_ table: String, _ device: DeviceID, _ moment: Instant, _ line: [UInt8]) throws -> Void
    ) throws(Failure) {
        try readers.read { connection in
            for (table, moment) in [("night_edit", "ifnull(start, lights_out)"), ("night_note", "at")] {
                let rows = try connection.prepare(
                    """
                    SELECT device.name AS device_name, \(moment) AS moment, \(table).*
                    FROM \(table) JOIN device ON device.id = \(table).device ORDER BY \(table).id
                    """)
                while try rows.step() {
                    try body(
                        table, DeviceID(rawValue: rows.text(0)), Instant(nanoseconds: rows.integer(1)),
                        rows.jsonLine(without: ["moment"]))
                }
            }
        }
    }
}

extension Writer {
    /// What holds of a night.
    fileprivate func inForce(
        _ kind: NightNote.Kind, _ date: CivilDate, _ device: Int64
    ) throws(SQLiteError) -> [(note: Int64, text: String)] {
        let rows = try connection.prepare(
            "SELECT note, text FROM night_note WHERE device = ?1 AND date = ?2 AND kind = ?3 AND replaced IS NULL")
        rows.bind(1, device)
        rows.bind(2, date.daysSince1970)
        rows.bind(3, kind.rawValue)
        var found: [(note: Int64, text: String)] = []
        while try rows.step() { found.append((rows.integer(0), rows.text(1))) }
        return found
    }

    fileprivate func putAside(_ note: Int64, at now: Instant) throws(SQLiteError) {
        let replace = try connection.prepare("UPDATE night_note SET replaced = ?2 WHERE note = ?1 AND replaced IS NULL")
        replace.bind(1, note)
        replace.bind(2, now.nanoseconds)
        try replace.run()
    }

    fileprivate func add(
        _ text: String, _ kind: NightNote.Kind, _ date: CivilDate, _ device: Int64, _ moment: Instant,
        _ author: Person.ID?, _ now: Instant, as known: Int64?
    ) throws(SQLiteError) -> Int64 {
        let last = try connection.integer("SELECT seq FROM sqlite_sequence WHERE name = 'night_note'") ?? 0
        let add = try connection.prepare(
            """
            INSERT INTO night_note (id, note, kind, date, device, at, text, author, made)
            VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)
            """)
        add.bind(1, last + 1)
        add.bind(2, known ?? last + 1)
        add.bind(3, kind.rawValue)
        add.bind(4, date.daysSince1970)
        add.bind(5, device)
        add.bind(6, moment.nanoseconds)
        add.bind(7, text)
        add.bind(8, author?.rawValue)
        add.bind(9, now.nanoseconds)
        try add.run()
        return last + 1
    }
}

extension NightNote {
    fileprivate init?(_ rows: borrowing Statement) {
        guard let kind = Kind(rawValue: rows.text(1)) else { return nil }
        self.init(
            id: ID(rawValue: rows.integer(0)), kind: kind,
            night: NightKey(
                DeviceID(rawValue: rows.text(2)), CivilDate(daysSince1970: Int(rows.integer(3)))),
            text: rows.text(4), author: rows.integerOrNil(5).map(Person.ID.init(rawValue:)),
            made: Instant(nanoseconds: rows.integer(6)), replaced: rows.integerOrNil(7).map { Instant(nanoseconds: $0) }
        )
    }
}

extension Queries {
    private static let noteColumns = "SELECT note, kind, device.name, date, text, author, made, replaced"
    /// Selects what is said of nights and holds, by date.
    static let nightNotes = """
        \(noteColumns) FROM night_note CROSS JOIN device ON device.id = night_note.device
        WHERE date >= ?1 AND date <= ?2 AND replaced IS NULL ORDER BY date, note
        """
    /// Selects all that was said of a night.
    static let nightNoteHistory = """
        \(noteColumns) FROM device CROSS JOIN night_note ON night_note.device = device.id
        WHERE device.name = ?1 AND date = ?2 ORDER BY note, night_note.id
        """
}
