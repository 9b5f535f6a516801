import Documents
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
    let zone: Zone
    let fileName: String
    private let publish: @Sendable (ImportStatus) -> Void
    private let state: Mutex<State>

    init(
        id: String, fileName: String, zone: Zone, person: Person.ID?,
        publish: @escaping @Sendable (ImportStatus) -> Void
    ) {
        self.id = id
        self.zone = zone
        self.fileName = fileName
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
