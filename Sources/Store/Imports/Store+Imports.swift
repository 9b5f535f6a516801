public import Signals

/// How an import begins.
public enum ImportStart {
    /// The same bytes are there already; nothing is to be done.
    case known(StoredRecording)
    /// The import to fill.
    case begun(RecordingImport)
}

extension Store {
    /// Begins to import a file, unless its bytes are there already under whatever name.
    ///
    /// What is handed to the import is invisible until ``RecordingImport/finish(summary:device:first:last:)``; a crash
    /// before that undoes it. Blocks until the beginning is on disk.
    /// - Throws: `Failure` when the same file is being imported, or the store cannot write.
    public func beginImport(_ file: ImportFile) throws(Failure) -> ImportStart {
        let found = Locked<(known: StoredRecording?, begun: RecordingID?)>((nil, nil))
        try perform { writer in
            let known = try writer.connection.recordings(
                where: "sha256 = ?1 AND state IN ('importing', 'complete')", file.sha256)
            if let known = known.first {
                guard known.state == .complete else {
                    throw Failure(.failed, "\(file.name) is being imported already. Wait for it, or cancel it.")
                }
                return found.withLock { $0.known = known }
            }
            let begun = try writer.begin(file)
            found.withLock { $0.begun = begun }
        }
        let (known, begun) = found.withLock { $0 }
        if let known { return .known(known) }
        guard let begun else { throw Failure(.failed, "The import of \(file.name) could not begin. Try again.") }
        return .begun(RecordingImport(begun, file: file, gate: gate))
    }

    /// All recordings, newest import first; those that failed or were cancelled too.
    public func recordings() throws(Failure) -> [StoredRecording] {
        try readers.read { try $0.recordings(where: "true") }
    }

    /// One recording; nil when there is none of that number.
    public func recording(_ id: RecordingID) throws(Failure) -> StoredRecording? {
        try readers.read { try $0.recordings(where: "recording.id = \(id.rawValue)").first }
    }

    /// Hands the kept bytes of a complete recording to `body` in order, a mebibyte at a time.
    /// - Throws: `Failure` when there is no such recording; errors of `body`, as the cause.
    public func forEachChunk(of id: RecordingID, _ body: ([UInt8]) throws -> Void) throws(Failure) {
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
    public func remove(_ id: RecordingID) throws(Failure) {
        try perform { writer in try writer.remove(id) }
    }

    /// Runs `body` on the writer and turns what it throws into a failure.
    func perform(_ body: @escaping @Sendable (Writer) throws -> Void) throws(Failure) {
        do {
            try gate.perform(body)
        } catch let failure as Failure {
            throw failure
        } catch let error as SQLiteError {
            throw error.failure("The store \(path) cannot be changed")
        } catch {
            throw Failure(.failed, "The store \(path) cannot be changed: \(error)", cause: error)
        }
    }
}
