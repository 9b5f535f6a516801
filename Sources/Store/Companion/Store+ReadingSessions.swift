package import Signals

extension Store {
    /// Begins a session and gives it its number. Returns when it is on disk.
    package func begin(_ session: StoredSession) throws(Failure) -> StoredSession {
        let added = Locked<Int64>(0)
        try performWaiting { writer in
            let add = try writer.connection.prepare(
                "INSERT INTO sessions (person, kind, title, words, started) VALUES (?1, ?2, ?3, ?4, ?5)")
            add.bind(1, session.person)
            add.bind(2, session.kind)
            add.bind(3, session.title)
            add.bind(4, session.words.map(Int64.init))
            add.bind(5, session.started.nanoseconds)
            try add.run()
            added.withLock { $0 = writer.connection.lastRow }
        }
        var session = session
        session.id = added.withLock { $0 }
        return session
    }

    /// Keeps the end of a session. Returns when it is on disk.
    package func end(_ session: StoredSession) throws(Failure) {
        try performWaiting { writer in
            let end = try writer.connection.prepare(
                "UPDATE sessions SET ended = ?2, end_cause = ?3, summary = ?4 WHERE id = ?1")
            end.bind(1, session.id)
            end.bind(2, session.ended?.nanoseconds)
            end.bind(3, session.endCause)
            end.bind(4, session.summary)
            try end.run()
        }
    }

    /// Sessions of a person, the newest first.
    /// - Parameters:
    ///   - person: whose, 0 where nobody was entered yet.
    ///   - kind: of this kind only.
    ///   - before: only those with a smaller number.
    ///   - limit: at most so many.
    package func sessions(
        of person: Int64, kind: String? = nil, before: Int64? = nil, limit: Int
    ) throws(Failure) -> [StoredSession] {
        try list(
            "WHERE person = ?1 AND (?2 IS NULL OR kind = ?2) AND id < ?3 ORDER BY id DESC LIMIT ?4"
        ) { rows in
            rows.bind(1, person)
            rows.bind(2, kind)
            rows.bind(3, before ?? .max)
            rows.bind(4, limit)
        }
    }

    /// One session of a person; nil when there is none of that number, or it is somebody else's.
    package func session(_ id: Int64, of person: Int64) throws(Failure) -> StoredSession? {
        try list("WHERE id = ?1 AND person = ?2") { rows in
            rows.bind(1, id)
            rows.bind(2, person)
        }.first
    }

    /// The sessions under way, of all people.
    package func openSessions() throws(Failure) -> [StoredSession] {
        try list("WHERE ended IS NULL ORDER BY id") { _ in }
    }

    /// Removes a session with all of it. Returns when it is gone.
    package func removeSession(_ id: Int64) throws(Failure) {
        try performWaiting { writer in
            for table in ["session_event WHERE session", "session_load WHERE session", "sessions WHERE id"] {
                let remove = try writer.connection.prepare("DELETE FROM \(table) = ?1")
                remove.bind(1, id)
                try remove.run()
            }
        }
    }

    private func list(
        _ condition: String, _ bind: (borrowing Statement) -> Void
    ) throws(Failure) -> [StoredSession] {
        try readers.read { connection in
            let rows = try connection.prepare(
                "SELECT id, person, kind, title, words, started, ended, end_cause, summary FROM sessions \(condition)")
            bind(rows)
            var sessions: [StoredSession] = []
            while try rows.step() {
                sessions.append(
                    StoredSession(
                        id: rows.integer(0), person: rows.integer(1), kind: rows.text(2), title: rows.text(3),
                        words: rows.integerOrNil(4).map { Int($0) }, started: Instant(nanoseconds: rows.integer(5)),
                        ended: rows.integerOrNil(6).map(Instant.init(nanoseconds:)), endCause: rows.textOrNil(7),
                        summary: rows.isNull(8) ? nil : rows.bytes(8)))
            }
            return sessions
        }
    }
}
