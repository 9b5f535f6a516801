package import Signals

extension Store {
    /// What people refuse or have refused, in the order in which they said it.
    package func refusals() throws(Failure) -> [StreamRefusal] {
        try readers.read { connection in
            let rows = try connection.prepare(
                "SELECT person, channel, made, withdrawn FROM stream_refusal ORDER BY made, id")
            var refusals: [StreamRefusal] = []
            while try rows.step() {
                refusals.append(
                    StreamRefusal(
                        person: Person.ID(rawValue: rows.integer(0)), channel: Channel(rawValue: rows.text(1)),
                        made: Instant(nanoseconds: rows.integer(2)),
                        withdrawn: rows.integerOrNil(3).map { Instant(nanoseconds: $0) }))
            }
            return refusals
        }
    }

    /// A person refuses a stream or allows it again; saying so twice changes nothing. Returns when it is on disk.
    package func refuse(
        _ isRefused: Bool, _ channel: Channel, of person: Person.ID, at now: Instant
    ) async throws(Failure) {
        try await perform { writer in
            let change = try writer.connection.prepare(
                isRefused
                    ? "INSERT OR IGNORE INTO stream_refusal (person, channel, made) VALUES (?1, ?2, ?3)"
                    : "UPDATE stream_refusal SET withdrawn = ?3 WHERE person = ?1 AND channel = ?2 AND withdrawn IS NULL"
            )
            change.bind(1, person.rawValue)
            change.bind(2, channel.rawValue)
            change.bind(3, now.nanoseconds)
            try change.run()
            try writer.countChange()
        }
    }
}
