package import Signals

/// The outcome of starting an import.
package enum ImportStart {
    /// The same bytes are there already; nothing is to be done.
    case known(StoredRecording)
    /// The import to write to.
    case begun(RecordingImport)
}

extension Store {
    /// Begins to import a file, unless the same person's bytes are there already under whatever name. What others have
    /// brought says nothing: the same bytes are there once for each.
    ///
    /// What is handed to the import is invisible until ``RecordingImport/finish(summary:device:first:last:zone:)``; a crash
    /// before that undoes it. Blocks until the beginning is on disk.
    /// - Parameters:
    ///   - file: what is known of it.
    ///   - person: who brings it; nil for the box itself.
    ///   - arrived: the file as it came, where these are the bytes that are kept: the import begins with what of them is in the
    ///     store.
    /// - Throws: `Failure` when the same file is being imported, or the store cannot write.
    package func beginImport(
        _ file: ImportFile, by person: Person.ID? = nil, arrived: ArrivingFile? = nil
    ) throws(Failure) -> ImportStart {
        let found = Locked<(known: StoredRecording?, begun: RecordingID?)>((nil, nil))
        let kept = arrived?.take()
        let row = kept?.id
        var isTaken = false
        defer { if let row, !isTaken { _ = gate.append(.abandon(row, .cancelled, nil)) } }
        try performWaiting { writer in
            let known = try writer.connection.recordings(
                where: """
                    sha256 = ?1 AND state IN ('importing', 'complete')
                    AND ifnull(recording.person, 0) = \(person?.rawValue ?? 0)
                    """, file.sha256)
            if let known = known.first {
                guard known.state == .complete else {
                    throw Failure(.failed, "\(file.name) is being imported already. Wait for it, or cancel it.")
                }
                return found.withLock { $0.known = known }
            }
            let begun = try writer.begin(file, by: person, arrived: row)
            found.withLock { $0.begun = begun }
        }
        let (known, begun) = found.withLock { $0 }
        if let known { return .known(known) }
        guard let begun else { throw Failure(.failed, "The import of \(file.name) could not begin. Try again.") }
        isTaken = true
        return .begun(RecordingImport(begun, file: file, gate: gate, kept: kept))
    }

    /// A file that somebody, nil for the box itself, begins to send.
    package func arrival(by person: Person.ID? = nil) -> ArrivingFile { ArrivingFile(by: person, gate: gate) }

    /// All recordings, newest import first; those that failed or were cancelled too.
    package func recordings() throws(Failure) -> [StoredRecording] {
        try readers.read { try $0.recordings(where: "true") }
    }

    /// One recording; nil when there is none of that number.
    package func recording(_ id: RecordingID) throws(Failure) -> StoredRecording? {
        try readers.read { try $0.recordings(where: "recording.id = \(id.rawValue)").first }
    }

    /// Hands the kept bytes of a complete recording to `body` in order, a mebibyte at a time.
    /// - Throws: `Failure` when there is no such recording; errors of `body`, as the cause.
    package func forEachChunk(of id: RecordingID, _ body: ([UInt8]) throws -> Void) throws(Failure) {
        try readers.read { connection in
            guard try connection.recordings(where: "recording.id = \(id.rawValue) AND state = 'complete'").count == 1
            else { throw Failure(.notFound, "There is no complete recording \(id.rawValue).") }
            let rows = try connection.prepare(
                "SELECT size, body FROM recording_chunk WHERE recording = ?1 ORDER BY start")
            rows.bind(1, id.rawValue)
            while try rows.step() {
                try body(try Zstd.decompress(rows.bytes(1), size: Int(rows.integer(0))))
            }
        }
    }

    /// Removes a recording with all that came from it; space is given back little by little.
    /// - Throws: `Failure` when there is none of that number, or it is being imported.
    package func remove(_ id: RecordingID) async throws(Failure) {
        try await perform { writer in try writer.remove(id) }
    }

    /// Makes a complete recording a person's with all that came from it: it is kept under their own name of its device
    /// from then on, and no row of anybody else changes.
    /// - Parameters:
    ///   - id: which.
    ///   - person: whose; nil for the gateway, where those who were said to wear the device have their parts of it.
    /// - Returns: who had it before.
    /// - Throws: `Failure` with code `notFound` for none.
    @discardableResult
    package func give(_ id: RecordingID, to person: Person.ID?) async throws(Failure) -> Person.ID? {
        let before = Locked<Person.ID?>(nil)
        try await perform { writer in
            let had = try writer.give(id, to: person)
            before.withLock { $0 = had }
        }
        return before.withLock { $0 }
    }

    /// Whether anything that came in live of a device lies in `start ..< end`.
    package func hasLive(of device: DeviceID, from start: Instant, to end: Instant) throws(Failure) -> Bool {
        try readers.read { connection in
            guard let source = try connection.source(of: device, recording: nil) else { return false }
            for query in [Queries.anyEpoch, Queries.anyBeat] {
                let row = try connection.prepare(query)
                row.bind(1, source)
                row.bind(2, start.nanoseconds)
                row.bind(3, end.nanoseconds)
                if try row.step() { return true }
            }
            return false
        }
    }
}

extension Queries {
    static let anyEpoch = """
        SELECT 1 FROM epoch WHERE source = ?1 AND seconds IN (30, 60) AND start >= ?2 AND start < ?3 LIMIT 1
        """
    static let anyBeat = "SELECT 1 FROM beat WHERE source = ?1 AND time >= ?2 AND time < ?3 LIMIT 1"
}
