package import Recordings
import Runtime
package import Signals
package import Store
import Synchronization

/// Files on their way into the store: received, decoded, scored and kept, with progress and a way to stop.
///
/// One file is worked on at a time, on a thread that the live way does not share.
package final class ImportQueue: Sendable {
    private struct State {
        var next = 1
        var order: [String] = []
        var jobs: [String: ImportJob] = [:]
    }

    /// Finished imports that are still told of as they were.
    private static let remembered = 100

    private let store: Store
    private let bus: LiveBus
    private let incoming: IncomingFolder
    private let thread: ThreadExecutor
    private let space: FreeSpace
    private let session: Int64
    /// Where the columns of tables are remembered.
    private let tables: String
    private let state = Mutex(State())
    /// Functions that answer questions about people.
    let people = Mutex(People())

    /// The part of the gateway that knows whose recordings are.
    struct People {
        /// Called with each recording that is complete.
        var arrived: @Sendable (RecordingID) -> Void = { _ in }
        /// Whether somebody, nil for the gateway itself, may see a recording.
        var sees: @Sendable (StoredRecording, Person.ID?) -> Bool = { _, _ in true }
        /// Who wore the recorder for most of a recording; nil when that was not said.
        var wearer: @Sendable (StoredRecording) -> Person.ID? = { _ in nil }
    }

    init(
        store: Store, bus: LiveBus, folder: String, thread: ThreadExecutor, space: FreeSpace, now: Instant
    ) {
        self.store = store
        self.bus = bus
        self.thread = thread
        self.space = space
        session = now.nanoseconds / 1_000_000_000
        incoming = IncomingFolder(path: "\(folder)/incoming")
        tables = KnownTables.path(in: folder)
        do { try KnownTables.load(tables) } catch {
            Log.warning("The columns of tables that were named before cannot be read.", ["cause": Log.cause(error)])
        }
        // The store is ours, so nobody else receives anything here.
        incoming.clear()
    }

    /// Begins to receive a file.
    /// - Parameters:
    ///   - fileName: the file's own name; only its last part is kept.
    ///   - zone: the zone of a recorder clock that has none.
    ///   - isZoneGiven: whether the sender named it: then it is that of the days, also where the file names another.
    ///   - columns: which columns of a table hold what; nil where the sender does not say.
    ///   - size: bytes to come; nil when unknown.
    ///   - person: whose it is, as they bring it: it is kept apart from what anybody else has of the recorder. Nil for
    ///     the gateway itself, where it is of whoever was said to have worn the recorder.
    /// - Throws: `Failure` when nothing can be written.
    package func begin(
        fileName: String, zone: Zone, isZoneGiven: Bool = false, columns: ColumnMap? = nil, size: Int?,
        person: Person.ID? = nil
    ) throws -> ImportUpload {
        let job = register(
            IncomingFolder.name(fileName), zone: zone, isZoneGiven: isZoneGiven, columns: columns, person: person)
        do {
            return try ImportUpload(
                path: try incoming.place(job.fileName, of: job.id), size: size, job: job,
                arriving: store.arrival(by: person), space: space,
                start: { [self] path, arrived in start(job, path: path, arrived) })
        } catch {
            job.fail(error)
            throw error
        }
    }

    /// Reads a complete recording anew from its kept bytes, by another zone or clock. Its nights are scored again and take the
    /// place of the earlier ones, and what people said of them goes along.
    /// - Parameters:
    ///   - recording: which.
    ///   - zone: the zone of the recorder's clock, and of the days.
    ///   - shift: nanoseconds by which the recorder's clock was behind.
    ///   - ended: called at the end, on the thread that has worked.
    /// - Throws: `Failure` when nothing can be written.
    func again(
        _ recording: StoredRecording, zone: Zone, shift: Int64, ended: @escaping @Sendable (ImportStatus) -> Void
    ) throws -> ImportStatus {
        let job = register(
            recording.file.name, zone: zone, isZoneGiven: true, columns: nil, person: recording.person, shift: shift)
        let path: String
        do {
            path = try incoming.place(job.fileName, of: job.id)
        } catch {
            job.fail(error)
            throw error
        }
        job.own(
            Task.detached(executorPreference: thread) { [store, bus, people = people.withLock { $0 }] in
                if job.beginWork() { job.work(again: recording, at: path, store: store) }
                IncomingFolder.remove(path)
                Heap.giveBack()
                let status = job.status
                ended(status)
                if status.stage == .complete { Self.tell(status, bus, store, people) }
            })
        return job.status
    }

    /// All imports, newest first: those since the gateway started, then those of earlier runs that the store knows.
    /// - Throws: `Failure` when the store cannot be read.
    package func all() throws -> [ImportStatus] {
        let running = state.withLock { state in state.order.reversed().compactMap { state.jobs[$0]?.status } }
        let told = Set(running.compactMap(\.recording))
        let nights = try store.nightDates()
        let since = Instant(nanoseconds: session * 1_000_000_000)
        return running
            + (try store.recordings())
            .filter { !told.contains($0.id) && ($0.started < since || $0.state == .complete) }
            .compactMap { ImportStatus($0, nights: nights[$0.id] ?? []) }
    }

    /// How far one import is.
    /// - Throws: `Failure` with code `notFound`.
    package func status(of id: String) throws -> ImportStatus {
        if let job = state.withLock({ $0.jobs[id] }) { return job.status }
        if let number = ImportStatus.recording(of: id), let recording = try store.recording(number),
            let status = ImportStatus(recording, nights: try store.nightDates()[number] ?? [])
        {
            return status
        }
        throw Self.unknown(id)
    }

    /// Stops an import; what it had written is taken back. One that is over stays as it is.
    /// - Throws: `Failure` with code `notFound`.
    package func cancel(_ id: String) throws {
        guard let job = state.withLock({ $0.jobs[id] }) else {
            _ = try status(of: id)
            return
        }
        job.cancel()
    }

    /// Waits for the end of an import, and stops it with the task.
    /// - Throws: `Failure` with code `notFound`.
    func end(of id: String) async throws -> ImportStatus {
        guard let job = state.withLock({ $0.jobs[id] }) else { return try status(of: id) }
        await withTaskCancellationHandler {
            await job.over()
        } onCancel: {
            job.cancel()
        }
        return job.status
    }

    /// Stops what a person brings, nil for the gateway itself, and returns when nothing of it is under way.
    func cancelAll(of person: Person.ID?) async {
        let jobs = state.withLock { state in state.jobs.values.filter { $0.status.person == person } }
        for job in jobs { job.cancel() }
        for job in jobs { await job.over() }
        state.withLock { state in
            for job in jobs {
                state.jobs[job.id] = nil
                state.order.removeAll { $0 == job.id }
            }
        }
    }

    /// Stops all imports.
    func cancelAll() {
        for job in state.withLock({ Array($0.jobs.values) }) { job.cancel() }
    }

    /// Returns when no import is running any more.
    func over() async {
        for job in state.withLock({ Array($0.jobs.values) }) { await job.over() }
    }

    private static func unknown(_ id: String) -> Failure {
        Failure(.notFound, "There is no import \(id); GET /api/v1/imports lists them.")
    }

    private func register(
        _ fileName: String, zone: Zone, isZoneGiven: Bool, columns: ColumnMap?, person: Person.ID?, shift: Int64 = 0
    ) -> ImportJob {
        let (bus, tables) = (bus, tables)
        return state.withLock { state in
            let job = ImportJob(
                id: "import-\(session)-\(state.next)", fileName: fileName, zone: zone, isZoneGiven: isZoneGiven,
                columns: columns, tables: tables, person: person, shift: shift
            ) { status in
                bus.publish(.importing(status))
            }
            state.next += 1
            state.order.append(job.id)
            state.jobs[job.id] = job
            // One that goes on for long keeps none that ended after it.
            while state.order.count > Self.remembered,
                let over = state.order.firstIndex(where: { state.jobs[$0]?.status.stage.isFinal != false })
            {
                state.jobs[state.order.remove(at: over)] = nil
            }
            return job
        }
    }

    /// Publishes the nights that were found, to the people they belong to.
    private static func tell(_ status: ImportStatus, _ bus: LiveBus, _ store: Store, _ people: People) {
        let recording = status.recording.flatMap { try? store.recording($0) }
        bus.publish(.nights(status.nights, of: recording.flatMap(people.wearer)))
    }

    private func start(_ job: ImportJob, path: String, _ arrived: ArrivingFile) {
        job.own(
            // The thread takes one task after the other, and this one never waits: one import at a time.
            Task.detached(executorPreference: thread) { [store, bus, people = people.withLock { $0 }] in
                if job.beginWork() {
                    job.work(on: path, arrived, store: store, people: people)
                } else {
                    arrived.stopKeeping()
                }
                IncomingFolder.remove(path)
                Heap.giveBack()
                let status = job.status
                guard status.stage == .complete else { return }
                Self.tell(status, bus, store, people)
                if let recording = status.recording { people.arrived(recording) }
            })
    }
}
