package import Signals

extension Store {
    /// Keeps events of a session, each with its time and as JSON, after those that it has. Returns when they are on disk.
    package func append(
        events: [(time: Instant, body: [UInt8])], to session: StoredSession
    ) throws(Failure) {
        try performWaiting { writer in
            let last = try writer.connection.prepare(
                "SELECT ifnull(max(sequence), 0) FROM session_event WHERE session = ?1")
            last.bind(1, session.id)
            var sequence = try last.step() ? last.integer(0) : 0
            let add = try writer.connection.prepare("INSERT INTO session_event VALUES (?1, ?2, ?3, ?4, ?5)")
            for event in events {
                sequence += 1
                add.bind(1, session.id)
                add.bind(2, sequence)
                add.bind(3, session.person)
                add.bind(4, event.time.nanoseconds)
                add.bind(5, event.body)
                try add.run()
            }
        }
    }

    /// The events of a session, in the order in which they came.
    package func events(ofSession id: Int64) throws(Failure) -> [(time: Instant, body: [UInt8])] {
        try readers.read { connection in
            let rows = try connection.prepare(
                "SELECT time, body FROM session_event WHERE session = ?1 ORDER BY sequence")
            rows.bind(1, id)
            var events: [(time: Instant, body: [UInt8])] = []
            while try rows.step() { events.append((Instant(nanoseconds: rows.integer(0)), rows.bytes(1))) }
            return events
        }
    }

    /// Keeps one point of a session's load. Returns when it is on disk.
    package func append(_ load: StoredSession.Load, to session: StoredSession) throws(Failure) {
        try performWaiting { writer in
            let add = try writer.connection.prepare(
                "INSERT OR REPLACE INTO session_load VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)")
            add.bind(1, session.id)
            add.bind(2, load.time.nanoseconds)
            add.bind(3, session.person)
            add.bind(4, load.load)
            add.bind(5, load.state)
            add.bind(6, load.confidence)
            add.bind(7, load.isStale ? 1 : 0)
            add.bind(8, load.body)
            try add.run()
        }
    }

    /// The load of a session, in the order of time.
    package func loads(ofSession id: Int64) throws(Failure) -> [StoredSession.Load] {
        try readers.read { connection in
            let rows = try connection.prepare(
                "SELECT time, load, state, confidence, stale, body FROM session_load WHERE session = ?1 ORDER BY time")
            rows.bind(1, id)
            var loads: [StoredSession.Load] = []
            while try rows.step() {
                loads.append(
                    StoredSession.Load(
                        time: Instant(nanoseconds: rows.integer(0)), load: rows.doubleOrNil(1),
                        state: rows.textOrNil(2), confidence: rows.double(3), isStale: rows.integer(4) != 0,
                        body: rows.bytes(5)))
            }
            return loads
        }
    }
}
