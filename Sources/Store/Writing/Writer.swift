import Runtime
import Signals

/// The writing connection with its statements. Lives on the writer's thread.
final class Writer {
    /// The effects of a commit besides the rows.
    struct Outcome {
        /// Entries that were stored already.
        var duplicates = 0
        /// The jobs and their results.
        var jobs: [(Job, Result<Void, any Error>)] = []
        /// Which of these changed a register that protects people.
        var counted: Set<Int> = []
    }

    let connection: Connection
    let folder: StoreFolder
    let series: SeriesStatements
    let raw: RawStatements
    let registry: RegistryStatements
    let results: ResultStatements
    /// Caches of what the database says; empty after a rollback.
    var sources: [SourceKey: Int64] = [:]
    var streams: [StreamKey: StreamState] = [:]
    var sightings: [DeviceID: Sighting] = [:]
    var contexts: [[UInt8]: Int64] = [:]
    var lastBlock: (id: Int64, keys: Set<BatchKey>)?
    /// The first and the last day whose figures are kept; nil where that is not known, nil within for none.
    var keptDays: ClosedRange<CivilDate>??
    /// The turn that changes of samples are noted in, and what was noted in which turn; nil where that is not known.
    var turn: Int64?
    var notedChanges: [SampleChange: Int64] = [:]
    var duplicates = 0
    var hasDropped = true
    /// Whether the file is to be written anew, because of what was deleted.
    var isToBeRewritten: Bool
    /// Before this moment of the monotonic clock nothing is tidied up, because it failed just now.
    var choresDue: UInt64 = 0
    var choresProblem: String?
    /// The identity that the database carries.
    let identity: String
    /// Whether this is not the database that the marker beside it means.
    var isLost = false
    /// Whether a marker is on disk.
    var isMarked = false
    /// Whether the open transaction changes a register that protects people, and whether by accepting a loss.
    var isCounted = false
    var isAccepting = false
    /// Whether a marker is on disk that is not yet the one which counts.
    var isPrepared = false

    /// Prepares every statement.
    init(_ connection: consuming Connection, folder: StoreFolder) throws(SQLiteError) {
        identity = try connection.storeIdentity()
        isToBeRewritten = try connection.integer("SELECT count(*) FROM erasing") != 0
        series = try SeriesStatements(connection)
        raw = try RawStatements(connection)
        registry = try RegistryStatements(connection)
        results = try ResultStatements(connection)
        self.connection = connection
        self.folder = folder
    }

    /// Writes `work` in one transaction, on disk when this returns.
    /// - Throws: the error that undid the transaction.
    func commit(_ work: Work) throws -> Outcome {
        guard !work.isEmpty else { return Outcome() }
        var outcome = try write(work)
        do {
            try publishMarker()
        } catch {
            // It is committed, but a loss of it might go unnoticed: nobody is told that it is safe.
            for index in outcome.counted { outcome.jobs[index].1 = .failure(error) }
        }
        return outcome
    }

    private func write(_ work: Work) throws -> Outcome {
        do {
            return try attempt(work, isolating: false)
        } catch let error as SQLiteError where error.code.passes || error.code.meansDamage {
            throw error
        } catch {
            // One entry that the tables refuse must not hold up the others for ever.
            return try attempt(work, isolating: true)
        }
    }

    private func attempt(_ work: Work, isolating: Bool) throws -> Outcome {
        var outcome = Outcome()
        duplicates = 0
        try connection.execute("BEGIN IMMEDIATE")
        do {
            for (device, loss) in work.losses {
                try keep([loss], of: device, .live, at: loss.first ?? .now)
            }
            for entry in work.live { try keep(entry, isolating: isolating) }
            for entry in work.bulk {
                if case .job(let job) = entry {
                    guard !job.isOutside else { continue }
                    let before = isCounted
                    isCounted = false
                    let result = try isolated { try job.body(self) }
                    if isCounted { outcome.counted.insert(outcome.jobs.count) }
                    isCounted = isCounted || before
                    outcome.jobs.append((job, result))
                } else {
                    try keep(entry)
                }
            }
            try writeSightings()
            try prepareMarker()
            try connection.execute("COMMIT")
        } catch {
            if connection.isInTransaction { try? connection.execute("ROLLBACK") }
            forget()
            forgetMarker()
            if isToBeRewritten {
                isToBeRewritten = (try? connection.integer("SELECT count(*) FROM erasing")) != 0
            }
            throw error
        }
        outcome.duplicates = duplicates
        return outcome
    }

    private func keep(_ entry: Entry, isolating: Bool) throws {
        guard isolating else { return try keep(entry) }
        guard case .failure = try isolated({ try keep(entry) }) else { return }
        guard let device = entry.liveDevice, var loss = entry.asLoss?.loss else { return }
        loss.cause = .damaged
        loss.detail = "the store refused the entry"
        try keep([loss], of: device, .live, at: loss.first ?? .now)
    }

    /// Runs `body` so that its failure undoes only itself; the disk's failures undo all.
    private func isolated(_ body: () throws -> Void) throws -> Result<Void, any Error> {
        try connection.execute("SAVEPOINT entry")
        do {
            try body()
            try connection.execute("RELEASE entry")
            return .success(())
        } catch {
            if let error = error as? SQLiteError, error.code.passes || error.code.meansDamage { throw error }
            try connection.execute("ROLLBACK TO entry")
            try connection.execute("RELEASE entry")
            forget()
            return .failure(error)
        }
    }

    private func keep(_ entry: Entry) throws {
        switch entry {
        case .device(let device, let identity, let isSynthetic, let isPreview, let at):
            try keep(identity, as: device, isSynthetic: isSynthetic, isPreview: isPreview, at: at)
        case .batch(let batch): try keep(batch)
        case .block(let block, let origin): try keep(block, origin)
        case .beats(let beats, let device, let origin): try keep(beats, of: device, origin)
        case .epochs(let epochs, let device, let origin): try keep(epochs, of: device, origin)
        case .losses(let losses, let device, let origin, let at): try keep(losses, of: device, origin, at: at)
        case .readings(let readings, let device): try keep(readings, of: device)
        case .nights(let nights, let device, let origin, let at): try keep(nights, of: device, origin, at: at)
        case .chunk(let recording, let start, let size, let body):
            try keep(chunk: body, of: recording, start: start, size: size)
        case .abandon(let recording, let state, let reason): try abandon(recording, state, reason)
        case .job: break
        }
    }

    /// Clears caches that a rollback may have made wrong.
    func forget() {
        sources = [:]
        streams = [:]
        contexts = [:]
        lastBlock = nil
        keptDays = nil
        turn = nil
        notedChanges = [:]
        hasDropped = true
        for device in sightings.keys { sightings[device]?.written = nil }
    }

    /// The failure to show for `error`; leaves a mark when the file is damaged.
    func explain(_ error: any Error) -> Failure {
        guard let error = error as? SQLiteError else {
            return error as? Failure ?? Failure(.failed, "The store could not write: \(error)", cause: error)
        }
        if error.code.meansDamage {
            folder.markSuspect()
            return Failure(
                .failed,
                "The store \(folder.database) is damaged. Restart the gateway: it moves the file aside and starts a "
                    + "new one.", cause: error)
        }
        if error.code.primary == .full, let most = folder.mostBytes {
            return Failure(
                .failed,
                "The store in memory is full, with \(most / 1_000_000) MB at most. Delete recordings, or start again with a larger "
                    + "--memory-limit; recording goes on outside the store and resumes by itself.", cause: error)
        }
        if error.code.primary == .full || error.code.primary == .inputOutput {
            return Failure(
                .failed,
                "The store cannot write to \(folder.path): \(error.message). Free some space on that disk; recording "
                    + "goes on in memory and resumes by itself.", cause: error)
        }
        return error.failure("The store cannot write to \(folder.path)")
    }

    /// Leaves a file without log behind, so that it can be copied as it is.
    func shutDown() {
        Log.attempt("Which devices were seen last could not be kept.") { try writeSightings(all: true) }
        Log.attempt("The store's log could not be folded into it; the next start does that.") {
            try connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        }
    }
}
