package import Signals

// What of the samples changes is noted by the hour and with the number of a turn. Whoever asks for what changed begins a
// new turn first and reads then: what is written meanwhile has the number of the new turn, and comes when they ask again.

extension Store {
    /// Days for which what changed stays noted.
    private static let changeDays = 60.0

    /// Begins a new turn, where anything was noted in the present one.
    /// - Returns: its number, the least from which on it is known what changed, and the name of the database that counts them.
    /// - Throws: `Failure` when the store cannot be changed.
    package func beginSampleTurn(at now: Instant) async throws(Failure) -> (
        turn: Int64, first: Int64, store: String
    ) {
        let begun = Locked((turn: Int64(0), first: Int64(0), store: ""))
        try await perform { writer in
            let oldest = now.advanced(bySeconds: -Self.changeDays * 86_400).nanoseconds
            let last = try writer.connection.integer("SELECT max(turn) FROM sample_change WHERE noted < \(oldest)")
            if let last, last > 0 {
                // What a later turn has noted of the same hours has taken the place of what an earlier one has.
                try writer.connection.execute("DELETE FROM sample_change WHERE turn <= \(last)")
                try writer.connection.execute("UPDATE sample_turn SET first = max(first, \(last + 1))")
                writer.notedChanges = [:]
            }
            var turn = try writer.sampleTurn()
            if try writer.connection.integer("SELECT turn FROM sample_change WHERE turn = \(turn) LIMIT 1") != nil {
                turn += 1
                try writer.connection.execute("UPDATE sample_turn SET turn = \(turn)")
                writer.turn = turn
            }
            let first = try writer.connection.integer("SELECT first FROM sample_turn") ?? turn
            begun.withLock { $0 = (turn, min(first, turn), writer.identity) }
        }
        return begun.withLock { $0 }
    }

    /// What was noted in a turn and those after it.
    /// - Throws: `Failure` when the store cannot be read.
    package func sampleChanges(since turn: Int64) throws(Failure) -> [SampleChange] {
        try readers.read { connection in
            let rows = try connection.prepare(Queries.sampleChanges)
            rows.bind(1, turn)
            var changes: [SampleChange] = []
            while try rows.step() {
                let device = rows.text(1)
                let subject: SampleChange.Subject =
                    device.isEmpty
                    ? rows.integer(0) < 0 ? .anybody : .person(rows.integer(0)) : .device(DeviceID(rawValue: device))
                let type = rows.text(2)
                let (start, end) = (Instant(nanoseconds: rows.integer(3)), Instant(nanoseconds: rows.integer(4)))
                changes.append(
                    SampleChange(subject: subject, type: type.isEmpty ? nil : type, range: start..<max(start, end)))
            }
            return changes
        }
    }

    /// From when to when a person has sent anything; nil for nothing.
    /// - Throws: `Failure` when the store cannot be read.
    package func sentExtent(of person: Int64) throws(Failure) -> Range<Instant>? {
        try readers.read { connection in
            let rows = try connection.prepare(Queries.sentExtent)
            rows.bind(1, person)
            guard try rows.step(), let first = rows.integerOrNil(0), let last = rows.integerOrNil(1) else { return nil }
            return Instant(nanoseconds: first)..<Instant(nanoseconds: max(first, last)).advanced(byNanoseconds: 1)
        }
    }
}

extension Writer {
    /// The turn that changes are noted in.
    func sampleTurn() throws(SQLiteError) -> Int64 {
        if let turn { return turn }
        let read = try connection.integer("SELECT turn FROM sample_turn") ?? 1
        turn = read
        return read
    }

    /// Notes that samples change, in the transaction that is open.
    func note(_ change: SampleChange) throws(SQLiteError) {
        let turn = try sampleTurn()
        // An hour in which a strap streams is noted once a turn.
        guard notedChanges[change] != turn else { return }
        let note = try connection.prepare("INSERT OR REPLACE INTO sample_change VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)")
        var (person, device) = (Int64(-1), "")
        switch change.subject {
        case .anybody: break
        case .person(let number): person = number
        case .device(let id): device = id.rawValue
        }
        note.bind(1, person)
        note.bind(2, device)
        note.bind(3, change.type ?? "")
        note.bind(4, change.range.lowerBound.nanoseconds)
        note.bind(5, change.range.upperBound.nanoseconds)
        note.bind(6, turn)
        note.bind(7, Instant.now.nanoseconds)
        try note.run()
        if notedChanges.count >= 4096 { notedChanges = [:] }
        notedChanges[change] = turn
    }

    /// Notes that any sample of anybody may have changed; what was noted before is part of that.
    func noteAllChanged() throws(SQLiteError) {
        try connection.execute("DELETE FROM sample_change")
        notedChanges = [:]
        try note(SampleChange(subject: .anybody, range: SampleChange.always))
    }

    /// Notes that another night of a date, or another part of it, may be sleep.
    func noteNight(_ date: CivilDate) throws(SQLiteError) {
        let day = Zone.utc.start(of: date)
        let range = SampleChange.hours(day, day, before: 60, after: 84)
        try note(SampleChange(subject: .anybody, type: "sleep_analysis", range: range))
    }

    /// Notes that what a recording holds comes or goes.
    func noteChange(of recording: RecordingID) throws(SQLiteError) {
        let rows = try connection.prepare(
            """
            SELECT device.name, recording.first_sample, recording.last_sample FROM source
            JOIN device ON device.id = source.device JOIN recording ON recording.id = source.recording
            WHERE source.recording = ?1
            """)
        rows.bind(1, recording.rawValue)
        var changes: [SampleChange] = []
        while try rows.step() {
            var range = SampleChange.always
            if let first = rows.integerOrNil(1), let last = rows.integerOrNil(2) {
                // Its nights reach two days beyond it at most.
                range = SampleChange.hours(
                    Instant(nanoseconds: first), Instant(nanoseconds: last), before: 72, after: 72)
            }
            changes.append(SampleChange(subject: .device(DeviceID(rawValue: rows.text(0))), range: range))
        }
        rows.reset()
        for change in changes { try note(change) }
    }
}

extension Queries {
    static let sampleChanges = "SELECT person, device, type, start, end FROM sample_change WHERE turn >= ?1"
    static let sentExtent = """
        SELECT min(first), max(last) FROM (
            SELECT min(start) AS first, max(start) AS last FROM sample WHERE person = ?1
            UNION ALL SELECT min(time), max(time) FROM health_metric WHERE person = ?1)
        """
}
