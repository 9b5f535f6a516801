package import Signals

extension Store {
    /// The newest recordings of nights, newest first.
    package func nightRecordings(limit: Int) throws(Failure) -> [NightRecording] {
        try readers.read { try $0.nightRecordings(Queries.nightRecordings, Int64(limit)) }
    }

    /// The recordings that go on, oldest first.
    package func openNightRecordings() throws(Failure) -> [NightRecording] {
        try readers.read { try $0.nightRecordings(Queries.openNightRecordings, nil) }
    }

    /// Recordings that touch `start ..< end`, oldest first.
    package func nightRecordings(from start: Instant, to end: Instant) throws(Failure) -> [NightRecording] {
        try readers.read {
            try $0.nightRecordings(Queries.nightRecordingsBetween, start.nanoseconds, end.nanoseconds)
        }
    }

    /// Begins a recording and gives it its number. Returns when it is on disk.
    package func begin(_ recording: NightRecording) throws(Failure) -> NightRecording {
        let added = Locked<(id: Int64, number: Int64)>((0, 0))
        try performWaiting { writer in
            let number = try writer.newNumber(for: "recording")
            let add = try writer.connection.prepare(
                """
                INSERT INTO night_recording (person, started, start_cause, planned_end, schedule, alive, is_chosen, number)
                VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)
                """)
            add.bind(1, recording.person?.rawValue)
            add.bind(2, recording.started.nanoseconds)
            add.bind(3, recording.startCause.rawValue)
            add.bind(4, recording.plannedEnd?.nanoseconds)
            add.bind(5, recording.schedule?.rawValue)
            add.bind(6, recording.alive.nanoseconds)
            add.bind(7, recording.isChosen ? 1 : 0)
            add.bind(8, number)
            try add.run()
            let id = writer.connection.lastRow
            try writer.add(recording, to: id, at: recording.started)
            added.withLock { $0 = (id, number) }
        }
        var recording = recording
        let (id, number) = added.withLock { $0 }
        (recording.id, recording.number) = (NightRecording.ID(rawValue: id), number)
        return recording
    }

    /// Keeps with which devices an open recording goes on, when it is to end, and that the gateway is alive.
    /// - Throws: `Failure` with code `notFound` when it is over, or gone with its person.
    package func keep(_ recording: NightRecording) throws(Failure) {
        try performWaiting { writer in
            let keep = try writer.connection.prepare(
                "UPDATE night_recording SET alive = max(alive, ?2), planned_end = ?3 WHERE id = ?1 AND ended IS NULL")
            keep.bind(1, recording.id.rawValue)
            keep.bind(2, recording.alive.nanoseconds)
            keep.bind(3, recording.plannedEnd?.nanoseconds)
            try keep.run()
            guard writer.connection.changes == 1 else { throw Failure.noNightRecording(recording.id) }
            try writer.add(recording, to: recording.id.rawValue, at: recording.alive)
        }
    }

    /// Ends a recording. Returns when it is on disk.
    /// - Throws: `Failure` with code `notFound` when there is none, `conflict` when it is over already.
    package func end(
        _ id: NightRecording.ID, cause: NightRecording.Cause, detail: String?, at end: Instant
    ) throws(Failure) -> NightRecording {
        try performWaiting { writer in
            let finish = try writer.connection.prepare(
                """
                UPDATE night_recording SET ended = ?2, end_cause = ?3, end_detail = ?4 WHERE id = ?1 AND ended IS NULL
                """)
            finish.bind(1, id.rawValue)
            finish.bind(2, end.nanoseconds)
            finish.bind(3, cause.rawValue)
            finish.bind(4, detail)
            try finish.run()
            guard writer.connection.changes == 0 else { return }
            let known = try writer.connection.prepare("SELECT 1 FROM night_recording WHERE id = ?1")
            known.bind(1, id.rawValue)
            throw try known.step()
                ? Failure(.conflict, "The recording \(id.rawValue) is over already.") : Failure.noNightRecording(id)
        }
        return try nightRecording(id)
    }

    /// One recording.
    /// - Throws: `Failure` with code `notFound` when there is none of that number.
    package func nightRecording(_ id: NightRecording.ID) throws(Failure) -> NightRecording {
        let found = try readers.read { try $0.nightRecordings(Queries.nightRecording, id.rawValue).first }
        guard let found else { throw Failure.noNightRecording(id) }
        return found
    }

    /// The recording of a night by its number among all recordings; nil when there is none.
    package func nightRecording(number: Int64) throws(Failure) -> NightRecording? {
        try readers.read { try $0.nightRecordings(Queries.nightRecordingByNumber, number).first }
    }
}

extension Writer {
    fileprivate func add(_ night: NightRecording, to recording: Int64, at now: Instant) throws(SQLiteError) {
        for device in night.devices {
            let row = try row(of: device, seen: now)
            let add = try connection.prepare(
                "INSERT INTO night_recording_device (recording, device, joined) VALUES (?1, ?2, ?3) ON CONFLICT DO NOTHING"
            )
            add.bind(1, recording)
            add.bind(2, row)
            add.bind(3, night.joined[device]?.nanoseconds)
            try add.run()
        }
    }
}

extension Connection {
    fileprivate borrowing func nightRecordings(
        _ sql: String, _ first: Int64?, _ second: Int64? = nil
    ) throws(SQLiteError) -> [NightRecording] {
        let rows = try prepare(sql)
        if let first { rows.bind(1, first) }
        if let second { rows.bind(2, second) }
        let members = try prepare(Queries.nightRecordingDevices)
        var recordings: [NightRecording] = []
        while try rows.step() {
            members.bind(1, rows.integer(0))
            var devices: [DeviceID] = []
            var joined: [DeviceID: Instant] = [:]
            while try members.step() {
                devices.append(DeviceID(rawValue: members.text(0)))
                joined[devices[devices.count - 1]] = members.integerOrNil(1).map(Instant.init(nanoseconds:))
            }
            members.reset()
            var recording =
                NightRecording(
                    id: NightRecording.ID(rawValue: rows.integer(0)),
                    person: rows.integerOrNil(1).map(Person.ID.init(rawValue:)), devices: devices,
                    isChosen: rows.integer(10) != 0, joined: joined, started: Instant(nanoseconds: rows.integer(2)),
                    startCause: NightRecording.Cause(rawValue: rows.text(3)),
                    plannedEnd: rows.integerOrNil(4).map(Instant.init(nanoseconds:)),
                    schedule: rows.integerOrNil(5).map(NightSchedule.ID.init(rawValue:)),
                    ended: rows.integerOrNil(6).map(Instant.init(nanoseconds:)),
                    endCause: rows.textOrNil(7).map(NightRecording.Cause.init(rawValue:)), endDetail: rows.textOrNil(8),
                    alive: Instant(nanoseconds: rows.integer(9)))
            recording.number = rows.integer(11)
            recordings.append(recording)
        }
        return recordings
    }
}

extension Failure {
    fileprivate static func noNightRecording(_ id: NightRecording.ID) -> Failure {
        Failure(.notFound, "There is no recording \(id.rawValue) of a night.")
    }
}

extension Queries {
    private static let nightRecordingColumns = """
        SELECT id, person, started, start_cause, planned_end, schedule, ended, end_cause, end_detail, alive, is_chosen,
            number
        FROM night_recording
        """
    static let nightRecordings = nightRecordingColumns + " ORDER BY started DESC LIMIT ?1"
    static let nightRecording = nightRecordingColumns + " WHERE id = ?1"
    static let nightRecordingByNumber = nightRecordingColumns + " WHERE number = ?1"
    static let openNightRecordings = nightRecordingColumns + " WHERE ended IS NULL ORDER BY started"
    static let nightRecordingsBetween =
        nightRecordingColumns + " WHERE started < ?2 AND ifnull(ended, alive) > ?1 ORDER BY started"
    static let nightRecordingDevices = """
        SELECT name, joined FROM night_recording_device JOIN device ON device.id = device WHERE recording = ?1 ORDER BY name
        """
}
