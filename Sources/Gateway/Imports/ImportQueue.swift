import Recordings
import Runtime
public import Signals
public import Store
import Synchronization

/// Files on their way into the store: received, decoded, scored and kept, with progress and a way to stop.
///
/// One file is worked on at a time, on a thread that the live way does not share.
public final class ImportQueue: Sendable {
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
    private let session: Int64
    private let household: Household
    private let state = Mutex(State())

    init(
        store: Store, bus: LiveBus, folder: String, thread: ThreadExecutor, household: Household, now: Instant
    ) {
        self.store = store
        self.household = household
        self.bus = bus
        self.thread = thread
        session = now.nanoseconds / 1_000_000_000
        incoming = IncomingFolder(path: "\(folder)/incoming")
        // The store is ours, so nobody else receives anything here.
        incoming.clear()
    }

    /// Begins to receive a file.
    /// - Parameters:
    ///   - fileName: the file's own name; only its last part is kept.
    ///   - zone: the zone of a recorder clock that has none.
    ///   - size: bytes to come; nil when unknown.
    ///   - person: whose it is where nobody was said to have worn the recorder; nil for nobody in particular.
    /// - Throws: `Failure` when nothing can be written.
    public func begin(
        fileName: String, zone: Zone, size: Int?, person: Person.ID? = nil
    ) throws -> ImportUpload {
        let job = register(IncomingFolder.name(fileName), zone: zone, person: person)
        do {
            return try ImportUpload(
                path: try incoming.place(job.fileName, of: job.id), size: size, job: job,
                start: { [self] path in start(job, path: path) })
        } catch {
            job.fail(error)
            throw error
        }
    }

    /// All imports, newest first: those since the gateway started, then those of earlier runs that the store knows.
    /// - Throws: `Failure` when the store cannot be read.
    public func all() throws -> [ImportStatus] {
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
    public func status(of id: String) throws -> ImportStatus {
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
    public func cancel(_ id: String) throws {
        guard let job = state.withLock({ $0.jobs[id] }) else {
            _ = try status(of: id)
            return
        }
        job.cancel()
    }

    /// Stops all imports.
    func cancelAll() {
        for job in state.withLock({ Array($0.jobs.values) }) { job.cancel() }
    }

    /// Returns when none works any more.
    func over() async {
        for job in state.withLock({ Array($0.jobs.values) }) { await job.over() }
    }

    private static func unknown(_ id: String) -> Failure {
        Failure(.notFound, "There is no import \(id); GET /api/v1/imports lists them.")
    }

    private func register(_ fileName: String, zone: Zone, person: Person.ID?) -> ImportJob {
        let bus = bus
        return state.withLock { state in
            let job = ImportJob(
                id: "import-\(session)-\(state.next)", fileName: fileName, zone: zone, person: person
            ) { status in
                bus.publish(.importing(status))
            }
            state.next += 1
            state.order.append(job.id)
            state.jobs[job.id] = job
            if state.order.count > Self.remembered, state.jobs[state.order[0]]?.status.stage.isFinal == true {
                state.jobs[state.order.removeFirst()] = nil
            }
            return job
        }
    }

    private static func claim(_ status: ImportStatus, for person: Person.ID, _ store: Store, _ household: Household) {
        guard let id = status.recording, status.stage == .complete, let device = status.device,
            let recording = try? store.recording(id), let first = recording.firstSample,
            let last = recording.lastSample
        else { return }
        // A claim that cannot be kept leaves the recording to the owner, who can say whose it is.
        try? household.claim(device, for: person, in: first..<last.advanced(bySeconds: 1))
    }

    /// Tells of the nights that were found whoever they are of, as is believed when all is said.
    private static func tell(_ status: ImportStatus, _ bus: LiveBus, _ store: Store, _ household: Household) {
        let recording = status.recording.flatMap { try? store.recording($0) }
        var person: Person.ID?
        if let device = status.device, let first = recording?.firstSample, let last = recording?.lastSample {
            person = household.wearer(of: device, during: first..<max(last, first.advanced(byNanoseconds: 1)))?.id
        }
        bus.publish(.nights(status.nights, of: person))
    }

    private func start(_ job: ImportJob, path: String) {
        job.own(
            // The thread takes one task after the other, and this one never waits: one import at a time.
            Task.detached(executorPreference: thread) { [store, bus, household] in
                if job.beginWork() { job.work(on: path, store: store) }
                IncomingFolder.remove(path)
                Heap.giveBack()
                let status = job.status
                if let person = status.person { Self.claim(status, for: person, store, household) }
                if status.stage == .complete { Self.tell(status, bus, store, household) }
            })
    }
}
