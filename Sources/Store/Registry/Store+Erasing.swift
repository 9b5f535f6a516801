package import Signals

extension Store {
    /// Deletes a person with everything that is theirs, their account and sessions with it, in one transaction: when this
    /// returns it is all gone, and when it throws nothing is. What the unused space of the file still holds goes with
    /// ``finishErasing()``, or by itself later, after a crash too.
    /// - Returns: how many rows went, by table.
    /// - Throws: `Failure` when there is no such person, or the store cannot be changed; then nothing was deleted.
    package func erase(_ erasure: Erasure) throws(Failure) -> [String: Int] {
        let counts = Locked<[String: Int]>([:])
        try performWaiting { writer in
            let gone = try writer.erase(erasure)
            writer.isToBeRewritten = true
            try writer.countChange()
            counts.withLock { $0 = gone }
        }
        return counts.withLock { $0 }.filter { $0.value > 0 }
    }

    /// Writes the file anew so that nothing of whoever was erased is left between the rows that stay. A large store takes
    /// minutes, in which nothing else is written.
    /// - Throws: `Failure` with an ``ErasureUnfinished`` as its cause when it cannot be done now; it is then tried again by
    ///   itself until it is done, as the status tells.
    package func finishErasing() async throws(Failure) {
        do {
            try await gate.perform(isOutside: true) { writer in
                if writer.isToBeRewritten { try writer.rewrite() }
            }
        } catch {
            let reason = (error as? Failure)?.message ?? "\(error)"
            throw Failure(
                .failed,
                "Everything of the person is deleted, and the unused space of the store may still hold some of it: "
                    + "\(reason) It is freed by itself as soon as that can be done; nothing needs to be asked again.",
                cause: ErasureUnfinished())
        }
    }

    /// When devices were worn by somebody who was deleted: nothing of these times is taken in any more.
    package func erasedStretches() throws(Failure) -> [(device: DeviceID, stretch: Range<Instant>)] {
        try readers.read { connection in
            let rows = try connection.prepare("SELECT device, start, end FROM erased_stretch WHERE start < end")
            var stretches: [(device: DeviceID, stretch: Range<Instant>)] = []
            while try rows.step() {
                let stretch = Instant(nanoseconds: rows.integer(1))..<Instant(nanoseconds: rows.integer(2))
                stretches.append((DeviceID(rawValue: rows.text(0)), stretch))
            }
            return stretches
        }
    }

    /// The rows of a person in each table that has some, as lines of JSON, a mebibyte at a time; of hashes and passwords
    /// nothing.
    /// - Parameters:
    ///   - person: the person.
    ///   - hasUnsigned: whether rows that were kept while nobody signs in are theirs.
    ///   - body: takes some lines of a table.
    /// - Throws: `Failure` when the store cannot be read, and what `body` throws.
    package func forEachTable(
        of person: Person.ID, hasUnsigned: Bool = false, _ body: (_ table: String, _ lines: [UInt8]) throws -> Void
    ) throws(Failure) {
        try readers.read { connection in
            for table in PersonalTables.names + PersonalTables.registry {
                let rows = try connection.prepare("SELECT * FROM \(table) WHERE person IN (?1, ?2)")
                rows.bind(1, person.rawValue)
                rows.bind(2, hasUnsigned ? 0 : person.rawValue)
                var lines: [UInt8] = []
                while try rows.step() {
                    lines += rows.jsonLine(without: ["password", "hash"])
                    guard lines.count >= 1 << 20 else { continue }
                    try body(table, lines)
                    lines = []
                }
                if !lines.isEmpty { try body(table, lines) }
            }
        }
    }
}
