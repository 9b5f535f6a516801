import Glibc
import Recordings
import Runtime
public import Signals
import Store
import Synchronization

/// Files on their way into the store: received, decoded, scored and kept, with progress and a way to stop.
///
/// One file is worked on at a time, so that imports leave the live way its share of the machine.
public final class ImportQueue: Sendable {
    private struct State {
        var next = 1
        var order: [String] = []
        var jobs: [String: ImportJob] = [:]
    }

    /// Finished imports that are still told of.
    private static let remembered = 100

    private let store: Store
    private let bus: LiveBus
    private let folder: String
    private let state = Mutex(State())
    private let turn = AsyncTurn()

    init(store: Store, bus: LiveBus, folder: String) {
        self.store = store
        self.bus = bus
        self.folder = "\(folder)/incoming"
    }

    /// Begins to receive a file.
    /// - Parameters:
    ///   - fileName: the file's own name; only its last part is kept.
    ///   - zone: the zone of a recorder clock that has none.
    ///   - size: bytes to come; nil when unknown.
    /// - Throws: `Failure` when nothing can be written.
    public func begin(fileName: String, zone: Zone, size: Int?) throws -> ImportUpload {
        let job = try register(fileName, zone: zone)
        return try ImportUpload(
            path: "\(try incoming(job))/\(job.fileName)", size: size, job: job,
            start: { [self] path in start(job, path: path) })
    }

    /// All imports since the gateway started, newest first.
    public func all() throws -> [ImportStatus] {
        state.withLock { state in state.order.reversed().compactMap { state.jobs[$0]?.status } }
    }

    /// How far one import is.
    /// - Throws: `Failure` with code `notFound`.
    public func status(of id: String) throws -> ImportStatus { try job(id).status }

    /// Stops an import; what it had written is taken back.
    /// - Throws: `Failure` with code `notFound`.
    public func cancel(_ id: String) throws { try job(id).cancel() }

    private func job(_ id: String) throws -> ImportJob {
        guard let job = state.withLock({ $0.jobs[id] }) else {
            throw Failure(.notFound, "There is no import \(id); GET /api/v1/imports lists them.")
        }
        return job
    }

    private func register(_ fileName: String, zone: Zone) throws -> ImportJob {
        let last = fileName.split(separator: "/").last.map { String($0.suffix(120)) } ?? ""
        let name = ["", ".", ".."].contains(last) ? "recording" : last
        let bus = bus
        return state.withLock { state in
            let job = ImportJob(id: "import-\(state.next)", fileName: name, zone: zone) { status in
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

    private func start(_ job: ImportJob, path: String) {
        let task = Task.detached { [store, bus, turn] in
            await turn.take { job.work(on: path, store: store) }
            ImportUpload.remove(path)
            let status = job.status
            if status.stage == .complete { bus.publish(.nights(status.nights)) }
        }
        job.own(task)
    }

    /// A folder of its own for a file that is being received, so that it can keep its name.
    private func incoming(_ job: ImportJob) throws -> String {
        let place = "\(folder)/\(job.id)"
        for path in [folder, place] {
            guard mkdir(path, 0o700) == 0 || errno == EEXIST else {
                throw Failure(.failed, "\(path) cannot be made: \(String(cString: strerror(errno))).")
            }
        }
        return place
    }
}
