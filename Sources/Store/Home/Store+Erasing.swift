public import Signals

extension Store {
    /// Deletes a person with everything that is theirs, and writes the file anew so that nothing of it is left between
    /// the rows that stay. Returns when that is on disk; a large store takes minutes, in which nothing else is written.
    /// - Returns: how many rows went, by table.
    /// - Throws: `Failure` when there is no such person, or the store cannot be changed; then nothing was deleted.
    public func erase(_ erasure: Erasure) throws(Failure) -> [String: Int] {
        let counts = Locked<[String: Int]>([:])
        try perform { writer in
            let gone = try writer.erase(erasure)
            counts.withLock { $0 = gone }
            writer.isToBeRewritten = true
        }
        return counts.withLock { $0 }.filter { $0.value > 0 }
    }

    /// The rows of a person in each table that has some, as lines of JSON; of hashes and passwords nothing.
    /// - Throws: `Failure` when the store cannot be read, and what `body` throws.
    public func forEachTable(
        of person: Person.ID, _ body: (_ table: String, _ lines: [UInt8]) throws -> Void
    ) throws(Failure) {
        try readers.read { connection in
            for table in PersonalTables.names + PersonalTables.household {
                let rows = try connection.prepare("SELECT * FROM \(table) WHERE person = ?1")
                rows.bind(1, person.rawValue)
                var lines: [UInt8] = []
                while try rows.step() { lines += rows.jsonLine(without: ["password", "hash"]) }
                if !lines.isEmpty { try body(table, lines) }
            }
        }
    }
}
