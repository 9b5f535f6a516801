package import Signals

extension Store {
    /// Reads a row, to see whether rows can be read.
    /// - Throws: `Failure` when they cannot.
    package func checkReadable() throws(Failure) {
        try readers.read { connection in
            for sql in Queries.looks {
                let rows = try connection.prepare(sql)
                _ = try rows.step()
            }
        }
    }
}

extension Queries {
    /// One small read of each kind of what routes need.
    static let looks = [
        "SELECT person FROM account LIMIT 1", "SELECT id FROM sample LIMIT 1",
        "SELECT person FROM reading_baseline LIMIT 1",
    ]
}
