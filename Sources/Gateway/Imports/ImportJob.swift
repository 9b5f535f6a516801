import Analysis
import Documents
import Recordings
import Runtime
import Signals
import Store
import Synchronization

/// One import: its status, who is told of it, and the way to stop it.
final class ImportJob: Sendable {
    private struct State {
        var status: ImportStatus
        var task: Task<Void, Never>?
        var isWorking = false
        var isCancelled = false
        var told = -1.0
    }

    let id: String
    private let usualZone: Zone
    private let isZoneGiven: Bool
    /// Which columns of a table hold what, where the sender says so.
    let columns: ColumnMap?
    /// Nanoseconds by which the recorder's clock was behind.
    private let shift: Int64
    let fileName: String
    /// Where the columns of tables are remembered; nil for nowhere.
    private let tablesPath: String?
    private let publish: @Sendable (ImportStatus) -> Void
    private let state: Mutex<State>

    init(
        id: String, fileName: String, zone: Zone, isZoneGiven: Bool, columns: ColumnMap?, tables: String?,
        person: Person.ID?, shift: Int64 = 0,
        publish: @escaping @Sendable (ImportStatus) -> Void
    ) {
        self.id = id
        (usualZone, self.isZoneGiven, self.columns) = (zone, isZoneGiven, columns)
        (self.fileName, tablesPath, self.shift) = (fileName, tables, shift)
        self.publish = publish
        var status = ImportStatus(id: id, fileName: fileName, stage: .receiving)
        status.person = person
        state = Mutex(State(status: status))
    }

    var status: ImportStatus { state.withLock { $0.status } }

    /// Takes over the task that does the work, so that it can be stopped.
    func own(_ task: Task<Void, Never>) {
        let isCancelled = state.withLock { state in
            state.task = task
            return state.isCancelled
        }
        if isCancelled { task.cancel() }
    }

    /// The work is about to begin.
    /// - Returns: false when the import was stopped before.
    func beginWork() -> Bool {
        state.withLock { state in
            state.isWorking = !state.isCancelled
            return state.isWorking
        }
    }

    /// Stops the work; the import is taken back where it stands.
    func cancel() {
        let (task, isWorking) = state.withLock { state in
            state.isCancelled = true
            return (state.task, state.isWorking)
        }
        task?.cancel()
        // While the file is received, or waits for its turn, nothing has to be taken back.
        if !isWorking { fail(CancellationError()) }
    }

    /// Returns when the work, if there is any, has come to an end.
    func over() async { await state.withLock { $0.task }?.value }

    /// Tells how far a stage is; told on at steps of one percent, and never less than before of the same stage.
    func report(_ stage: ImportStatus.Stage, _ fraction: Double) {
        change { state in
            let fraction = state.status.stage == stage ? max(state.status.fraction, fraction) : fraction
            let isNews = state.status.stage != stage || abs(fraction - state.told) >= 0.01
            state.status.stage = stage
            state.status.fraction = fraction
            if isNews { state.told = fraction }
            return isNews
        }
    }

    /// Ends the import, well or not, with a message for the user.
    func end(
        _ stage: ImportStatus.Stage, message: String, nights: [CivilDate] = [], device: DeviceID? = nil,
        recording: RecordingID? = nil
    ) {
        change { state in
            state.status.stage = stage
            state.status.fraction = 1
            state.status.message = message
            state.status.nights = nights
            state.status.device = device
            state.status.recording = recording
            return true
        }
    }

    func fail(_ error: any Error) {
        if error is CancellationError {
            end(.cancelled, message: ImportStatus.stopped)
        } else {
            Log.warning("An import failed.", ["import": .string(id), "cause": Log.cause(error)])
            end(.failed, message: Failure.telling(error))
        }
    }

    private func change(_ body: (inout State) -> Bool) {
        let news: ImportStatus? = state.withLock { state in
            guard !state.status.stage.isFinal, body(&state) else { return nil }
            return state.status
        }
        if let news { publish(news) }
    }
}

extension ImportJob {
    /// Bytes that are read at a time.
    static let piece = 1 << 20

    /// Does the work, from the file to its nights in the store, and ends the job one way or another.
    func work(on path: String, _ arrived: ArrivingFile, store: Store, people: ImportQueue.People) {
        do {
            try Task.checkCancellation()
            let file = try RecordingFile.open(path: path)
            try keep(file, arrived, in: store, people)
        } catch {
            fail(error)
        }
        // What was not taken over, because the file is none or is there already.
        arrived.stopKeeping()
    }

    /// Reads a recording anew that is in the store, and ends the job one way or another.
    func work(again recording: StoredRecording, at path: String, store: Store) {
        do {
            try Task.checkCancellation()
            report(.decoding, 0)
            try KeptFile.copy(recording.id, of: store, to: path)
            let file = try RecordingFile.open(path: path)
            let again = try store.beginAgain(recording)
            try fillOrUndo(again, from: file, as: recording.id)
        } catch {
            fail(error)
        }
    }

    private func fillOrUndo(_ recording: RecordingImport, from file: RecordingFile, as known: RecordingID?) throws {
        do {
            try fill(recording, from: file, as: known)
        } catch {
            if error is CancellationError {
                recording.cancel()
            } else {
                recording.fail(Failure.telling(error))
            }
            throw error
        }
    }

    private func keep(
        _ file: RecordingFile, _ arrived: ArrivingFile, in store: Store, _ people: ImportQueue.People
    ) throws {
        report(.decoding, 0)
        try rememberColumns(of: file)
        let format = try RecordingFormats.format(of: file)
        // What came out of an archive is other bytes than those that arrived.
        let isKept = !file.isUnpacked && file.size == arrived.size
        let known = ImportFile(
            name: fileName, size: file.size, sha256: isKept ? arrived.sha256 : try digest(of: file),
            format: format.name,
            decoderVersion: format.version)
        switch try store.beginImport(known, by: status.person, arrived: isKept ? arrived : nil) {
        case .known(let recording):
            // What the gateway has may be of somebody who wore its recorder: then nothing is told of it.
            guard people.sees(recording, status.person) else {
                return end(.duplicate, message: "This recording is in the store already; nothing was added.")
            }
            let name = recording.file.name == fileName ? "" : " as \(recording.file.name)"
            end(
                .duplicate,
                message: "This recording is in the store already\(name); nothing was added." + otherZone(of: recording),
                nights: try store.nightDates()[recording.id] ?? [], device: recording.device, recording: recording.id)
        case .begun(let recording):
            try fillOrUndo(recording, from: file, as: nil)
        }
    }

    /// What is said when the sender named another zone than that in which the recording was read; empty otherwise.
    private func otherZone(of recording: StoredRecording) -> String {
        guard isZoneGiven, recording.state == .complete,
            let zone = (try? JSONValue(parsing: recording.summary))?.object?["zone"]?.string, zone != usualZone.name
        else { return "" }
        return " It was read in \(zone), not \(usualZone.name); to correct that: "
            + "nightjar recordings zone \(recording.id.rawValue) \(usualZone.name)"
    }

    /// A table of this heading is known from now on.
    private func rememberColumns(of file: RecordingFile) throws {
        guard let columns, !columns.columns.isEmpty, let path = tablesPath,
            let heading = TableHeading(head: try file.head(RecordingFormats.headSize))
        else { return }
        try PlainTable.check(file, heading: heading, map: columns)
        try KnownTables.keep(columns, of: heading, in: path)
    }

    /// - Parameter known: the recording that is read anew, whose bytes are there; nil for a new one.
    private func fill(_ recording: RecordingImport, from file: RecordingFile, as known: RecordingID?) throws {
        let person = status.person
        // A zone that the file names is that of its days, unless the sender named one.
        let zone =
            isZoneGiven ? usualZone : try RecordingFormats.ownZone(of: file)?.zone(usually: usualZone) ?? usualZone
        var (sink, summary) = try decode(file, into: recording, zone)
        // Only where the first reading left nights open.
        let again = options(zone) { [self] in report(.decoding, 0.8 + 0.1 * $0) }
        try sink.nights.settle(by: file, options: again)
        if known == nil { try keepBytes(of: file, in: recording) }
        report(.analysing, 0)
        let device = summary.header.device.deviceID.brought(by: person)
        if !summary.losses.isEmpty { try recording.append(summary.losses, device: device) }
        let (nights, problem) = try find(&sink.nights, summary)
        // One by one, so that no more of a year's wait than there is room for.
        for night in nights { try recording.append([night], device: device) }
        try recording.finish(
            summary: SummaryText.json(summary, shift: shift), device: device, first: summary.start, last: summary.end,
            zone: zone)
        end(
            .complete, message: SummaryText.sentence(summary, nights: nights, problem: problem),
            nights: nights.map(\.date), device: device, recording: known ?? recording.id)
    }

    private func options(_ zone: Zone, _ progress: @escaping @Sendable (Double) -> Void) -> DecodeOptions {
        var options = DecodeOptions(zone: zone, columns: columns, isZoneGiven: isZoneGiven, progress: progress)
        options.shift = shift
        return options
    }

    /// Decodes everything into the import, in one reading where the recording is too short to be calibrated.
    private func decode(
        _ file: RecordingFile, into recording: RecordingImport, _ zone: Zone
    ) throws -> (ImportSink, RecordingSummary) {
        let person = status.person
        let progress = DecodeProgress()
        var once = SingleReading(
            of: try RecordingFormats.format(of: file), progress,
            into: ImportSink(into: recording, by: person, zone: zone, survey: nil, isHeld: true))
        do {
            let options = options(zone) { [self] in
                progress.fraction = $0
                report(.decoding, 0.1 + 0.7 * $0)
            }
            var summary = try RecordingFormats.decode(file, options: options, into: &once)
            let (sink, survey) = try once.finish()
            if let survey { summary.header.metadata["autocalibration"] = survey.text }
            return (sink, summary)
        } catch is SingleReading.TooLong {}
        let survey = try RecordingSurvey.look(
            at: file, options: options(zone) { [self] in report(.decoding, 0.1 + 0.2 * $0) })
        var sink = ImportSink(into: recording, by: person, zone: zone, survey: survey)
        let options = options(zone) { [self] in report(.decoding, 0.3 + 0.5 * $0) }
        var summary = try RecordingFormats.decode(file, options: options, into: &sink)
        if let survey { summary.header.metadata["autocalibration"] = survey.text }
        try sink.finish()
        return (sink, summary)
    }

    /// The nights, or why there are none; a recording without nights is still worth keeping.
    private func find(_ nights: inout RecordingNights, _ summary: RecordingSummary) throws -> ([Night], String?) {
        do {
            // Some minutes of recording are no night without sleep.
            let seconds = summary.start.flatMap { start in summary.end?.seconds(since: start) } ?? 0
            let isShort = seconds < 4 * 3600
            return (try nights.markedNights(summary).filter { !isShort || $0.sleepPeriod != nil }, nil)
        } catch let failure as Failure {
            return ([], Failure.telling(failure))
        }
    }
}
