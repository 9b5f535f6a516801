import Companion
package import Signals

extension Store {
    /// What was learned of how a person reads; nil when nothing was. `person` is 0 where nobody was entered yet.
    package func readingBaseline(of person: Int64) throws(Failure) -> StoredReadingBaseline? {
        try readers.read { connection in
            let row = try connection.prepare(
                "SELECT first, made, windows, speed, errors, pauses, variability FROM reading_baseline WHERE person = ?1"
            )
            row.bind(1, person)
            guard try row.step() else { return nil }
            return StoredReadingBaseline(
                baseline: ReadingBaseline(
                    speed: row.doubleOrNil(3), errors: row.doubleOrNil(4), pauses: row.doubleOrNil(5),
                    variability: row.doubleOrNil(6)),
                first: Instant(nanoseconds: row.integer(0)), made: Instant(nanoseconds: row.integer(1)),
                windows: Int(row.integer(2)))
        }
    }

    /// Keeps what was learned of a reader, in place of what was known; nil to forget it. Returns when it is on disk.
    package func keep(_ stored: StoredReadingBaseline?, ofReader person: Int64) throws(Failure) {
        try performWaiting { writer in
            guard let stored else {
                let forget = try writer.connection.prepare("DELETE FROM reading_baseline WHERE person = ?1")
                forget.bind(1, person)
                return try forget.run()
            }
            let keep = try writer.connection.prepare(
                "INSERT OR REPLACE INTO reading_baseline VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)")
            keep.bind(1, person)
            keep.bind(2, stored.first.nanoseconds)
            keep.bind(3, stored.made.nanoseconds)
            keep.bind(4, stored.windows)
            keep.bind(5, stored.baseline.speed)
            keep.bind(6, stored.baseline.errors)
            keep.bind(7, stored.baseline.pauses)
            keep.bind(8, stored.baseline.variability)
            try keep.run()
        }
    }
}
