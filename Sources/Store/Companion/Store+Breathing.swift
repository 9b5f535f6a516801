package import Signals

extension Store {
    /// Begins a breathing exercise and tells its number. Returns when it is on disk.
    package func beginBreathing(of person: Int64, at start: Instant, body: [UInt8]) throws(Failure) -> Int64 {
        let added = Locked<Int64>(0)
        try performWaiting { writer in
            let add = try writer.connection.prepare("INSERT INTO breathing (person, started, body) VALUES (?1, ?2, ?3)")
            add.bind(1, person)
            add.bind(2, start.nanoseconds)
            add.bind(3, body)
            try add.run()
            added.withLock { $0 = writer.connection.lastRow }
        }
        return added.withLock { $0 }
    }

    /// Keeps the end of a breathing exercise with its report. Returns when it is on disk.
    package func endBreathing(_ id: Int64, at end: Instant, body: [UInt8]) throws(Failure) {
        try performWaiting { writer in
            let change = try writer.connection.prepare("UPDATE breathing SET ended = ?2, body = ?3 WHERE id = ?1")
            change.bind(1, id)
            change.bind(2, end.nanoseconds)
            change.bind(3, body)
            try change.run()
        }
    }

    /// Breathing exercises of a person, the newest first, at most `limit`.
    package func breathing(
        of person: Int64, limit: Int
    ) throws(Failure) -> [(id: Int64, started: Instant, ended: Instant?, body: [UInt8])] {
        try readers.read { connection in
            let rows = try connection.prepare(
                "SELECT id, started, ended, body FROM breathing WHERE person = ?1 ORDER BY started DESC, id DESC LIMIT ?2"
            )
            rows.bind(1, person)
            rows.bind(2, limit)
            var found: [(id: Int64, started: Instant, ended: Instant?, body: [UInt8])] = []
            while try rows.step() {
                found.append(
                    (
                        rows.integer(0), Instant(nanoseconds: rows.integer(1)),
                        rows.integerOrNil(2).map(Instant.init(nanoseconds:)), rows.bytes(3)
                    ))
            }
            return found
        }
    }
}
