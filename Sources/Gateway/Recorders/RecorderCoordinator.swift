package import Devices
import Documents
import Runtime
import Signals
import Store
import Synchronization

/// Work on recorders that are plugged in: asked, copied with progress, set up and emptied, one thing at a time each.
///
/// A copy that broke off goes on where it was; a whole one is checked, imported like any file, and kept until the recorder is
/// emptied, because only a copy that is whole and in the store lets a recording go.
package final class RecorderCoordinator: Sendable {
    struct Place {
        var state: CableRecorderState
        var task: Task<Void, Never>?
        /// The progress that was published last, in bytes.
        var told: Int?
    }

    let folder: String
    let zone: Zone
    let clock: any HostClock
    let bus: LiveBus
    let store: Store
    let imports: ImportQueue
    let devices: DeviceRegistry
    let reach: @Sendable (String) -> (any CableRecorder)?
    let places = Mutex<[String: Place]>([:])
    /// Where recorders are copied, which waits for cables and disks.
    let thread = ThreadExecutor(threads: 4)

    init(
        folder: String, zone: Zone, clock: any HostClock, bus: LiveBus, store: Store, imports: ImportQueue,
        devices: DeviceRegistry, reach: @escaping @Sendable (String) -> (any CableRecorder)?
    ) {
        self.folder = "\(folder)/recorders"
        self.zone = zone
        self.clock = clock
        self.bus = bus
        self.store = store
        self.imports = imports
        self.devices = devices
        self.reach = reach
    }

    /// The recorders of which something is known, in the order of their names.
    package var states: [CableRecorderState] { places.withLock { $0.values.map(\.state).sorted { $0.id < $1.id } } }

    /// The state of a recorder, read again unless work on it is under way.
    /// - Throws: `Failure` with code `notFound` when it is not plugged in; whatever keeps it from answering.
    package func read(_ id: String) async throws -> CableRecorderState {
        if let state = places.withLock({ $0[id]?.state }), state.phase.isBusy { return state }
        return try await work(id, .reading, after: nil) { _ in }
    }

    /// Begins to copy the recording of a recorder, or goes on with it.
    /// - Throws: `Failure` when it is not plugged in or busy.
    @discardableResult
    package func download(_ id: String) throws -> CableRecorderState {
        let recorder = try reached(id)
        try begin(id, .downloading)
        let started = clock.now
        let task = Task(executorPreference: thread) { [self] in
            do {
                let folder = try place()
                let copy = try await devices.holding(id) {
                    try await recorder.copy(into: folder) { [self] phase, done, total in
                        progress(id, phase, done, total, since: started)
                    }
                }
                try await take(id, copy)
            } catch is CancellationError {
                set(id) { ($0.phase, $0.message) = (.paused, "stopped; what was copied is kept") }
            } catch {
                Log.warning("A recorder could not be copied.", ["device": .string(id), "cause": Log.cause(error)])
                set(id) { state in
                    state.phase = (error as? Failure)?.cause is AxivityDisconnected ? .paused : .failed
                    state.message = Failure.telling(error)
                }
            }
        }
        places.withLock { $0[id]?.task = task }
        return try state(id)
    }

    /// Stops copying; it can go on later.
    /// - Throws: `Failure` when nothing is being copied.
    package func stop(_ id: String) async throws -> CableRecorderState {
        let place = places.withLock { $0[id] }
        guard let task = place?.task, let phase = place?.state.phase, phase == .downloading || phase == .verifying
        else {
            throw Failure(.conflict, "Nothing is being copied from this recorder.")
        }
        task.cancel()
        await task.value
        return try state(id)
    }

    /// Sets a recorder up for its next recording. One that was not copied whole stays as it is.
    /// - Throws: `Failure` as ``CableRecorder/configure(_:confirmed:data:)``.
    package func configure(_ id: String, _ setup: AxivitySetup, confirmed typed: String) async throws
        -> CableRecorderState
    {
        let copy = places.withLock { $0[id]?.state.copy }
        return try await work(id, .configuring, after: "it is set up") { recorder in
            try await recorder.configure(setup, confirmed: typed, data: try await erasing(copy) ?? .keep)
        }
    }

    /// Empties a recorder.
    /// - Parameters:
    ///   - id: the recorder as it was found.
    ///   - typed: its number, as a person typed it.
    ///   - givesUp: whether a recording may go that was not copied.
    /// - Throws: `Failure` as ``CableRecorder/clear(confirmed:data:)``.
    package func clear(_ id: String, confirmed typed: String, givesUp: Bool) async throws -> CableRecorderState {
        let copy = places.withLock { $0[id]?.state.copy }
        return try await work(id, .clearing, after: "it is empty") { recorder in
            let data = try await erasing(copy) ?? (givesUp ? .discard : .keep)
            try await recorder.clear(confirmed: typed, data: data)
        }
    }

    /// Breaks off what is being copied and waits for its end.
    func over() async {
        for task in places.withLock({ $0.values.compactMap(\.task) }) {
            task.cancel()
            await task.value
        }
    }
}
