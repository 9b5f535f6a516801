public import Devices
import Glibc
import Runtime
import Signals
import Synchronization

/// Work on recorders that are plugged in: asked, copied with progress, set up and emptied, one thing at a time each.
///
/// A copy that broke off goes on where it was; a whole one is checked, taken into the store like any imported file, and
/// kept until the recorder is emptied, because only a copy that is whole lets a recording go.
public final class RecorderDesk: Sendable {
    private struct Place {
        var state: CableRecorderState
        var task: Task<Void, Never>?
        /// Bytes when pages were told last.
        var told: Int?
    }

    private let folder: String
    private let zone: Zone
    private let clock: any HostClock
    private let bus: LiveBus
    private let imports: ImportQueue
    private let devices: DeviceHome
    private let reach: @Sendable (String) -> (any CableRecorder)?
    private let places = Mutex<[String: Place]>([:])

    init(
        folder: String, zone: Zone, clock: any HostClock, bus: LiveBus, imports: ImportQueue,
        devices: DeviceHome, reach: @escaping @Sendable (String) -> (any CableRecorder)?
    ) {
        self.folder = "\(folder)/recorders"
        self.zone = zone
        self.clock = clock
        self.bus = bus
        self.imports = imports
        self.devices = devices
        self.reach = reach
    }

    /// The recorders of which something is known, in the order of their names.
    public var states: [CableRecorderState] { places.withLock { $0.values.map(\.state).sorted { $0.id < $1.id } } }

    /// How a recorder stands, asked anew unless something is being done with it.
    /// - Throws: `Failure` with code `notFound` when it is not plugged in; whatever keeps it from answering.
    public func read(_ id: String) async throws -> CableRecorderState {
        if let state = places.withLock({ $0[id]?.state }), state.phase.isBusy { return state }
        return try await work(id, .reading, after: nil) { _ in }
    }

    /// Begins to copy the recording of a recorder, or goes on with it.
    /// - Throws: `Failure` when it is not plugged in or busy.
    @discardableResult
    public func download(_ id: String) throws -> CableRecorderState {
        let recorder = try reached(id)
        try begin(id, .downloading)
        let started = clock.now
        let task = Task { [self] in
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
                set(id) { state in
                    state.phase = (error as? Failure)?.cause is AxivityGone ? .paused : .failed
                    state.message = (error as? Failure)?.message ?? "\(error)"
                }
            }
        }
        places.withLock { $0[id]?.task = task }
        return try state(id)
    }

    /// Stops copying; it can go on later.
    /// - Throws: `Failure` when nothing is being copied.
    public func stop(_ id: String) async throws -> CableRecorderState {
        let place = places.withLock { $0[id] }
        guard let task = place?.task, let phase = place?.state.phase, phase == .downloading || phase == .verifying
        else {
            throw Failure(.usage, "Nothing is being copied from this recorder.")
        }
        task.cancel()
        await task.value
        return try state(id)
    }

    /// Sets a recorder up for its next recording. One that was not copied whole stays as it is.
    /// - Throws: `Failure` as ``CableRecorder/configure(_:confirmed:data:)``.
    public func configure(_ id: String, _ setup: AxivitySetup, confirmed typed: String) async throws
        -> CableRecorderState
    {
        let copy = places.withLock { $0[id]?.state.copy }
        return try await work(id, .configuring, after: "it is set up") { recorder in
            try await recorder.configure(
                setup, confirmed: typed, data: copy.map { .eraseAfterCopy(path: $0.path) } ?? .keep)
        }
    }

    /// Empties a recorder.
    /// - Parameters:
    ///   - id: the recorder as it was found.
    ///   - typed: its number, as a person typed it.
    ///   - givesUp: whether a recording may go that was not copied.
    /// - Throws: `Failure` as ``CableRecorder/clear(confirmed:data:)``.
    public func clear(_ id: String, confirmed typed: String, givesUp: Bool) async throws -> CableRecorderState {
        let copy = places.withLock { $0[id]?.state.copy }
        return try await work(id, .clearing, after: "it is empty") { recorder in
            try await recorder.clear(
                confirmed: typed, data: copy.map { .eraseAfterCopy(path: $0.path) } ?? (givesUp ? .discard : .keep))
        }
    }

    /// Breaks off what is being copied and waits for its end.
    func over() async {
        for task in places.withLock({ $0.values.compactMap(\.task) }) {
            task.cancel()
            await task.value
        }
    }

    // MARK: working

    /// Does something, then asks the recorder how it is.
    private func work(
        _ id: String, _ phase: CableRecorderState.Phase, after message: String?,
        _ body: @Sendable (any CableRecorder) async throws -> Void
    ) async throws -> CableRecorderState {
        let recorder = try reached(id)
        try begin(id, phase)
        do {
            let reading = try await devices.holding(id) {
                try await body(recorder)
                return try await recorder.look()
            }
            set(id) { state in
                state.reading = reading
                // What a copy was made of is gone.
                if phase != .reading { forget(&state) }
                state.phase = state.copy == nil ? .ready : .complete
                state.message = message
            }
        } catch {
            set(id) { state in
                state.phase = .failed
                state.message = (error as? Failure)?.message ?? "\(error)"
            }
            throw error
        }
        return try state(id)
    }

    private func forget(_ state: inout CableRecorderState) {
        if let copy = state.copy { unlink(copy.path) }
        (state.copy, state.done, state.total, state.secondsLeft) = (nil, nil, nil, nil)
    }

    /// Takes a copy into the store, if it is whole.
    private func take(_ id: String, _ copy: RecorderCopy) async throws {
        guard copy.objections.isEmpty else {
            throw Failure(.failed, "The copy is not all of the recording: \(copy.objections.joined(separator: " "))")
        }
        _ = try await imports.bring(copy.path, zone: zone)
        set(id) { state in
            state.copy = copy
            (state.phase, state.done, state.secondsLeft) = (.complete, state.total, nil)
            state.message = "its nights are being looked for"
        }
    }

    private func progress(
        _ id: String, _ phase: CableRecorderState.Phase, _ done: Int, _ total: Int, since started: Instant
    ) {
        let spent = clock.now.seconds(since: started)
        let news: CableRecorderState? = places.withLock { places in
            guard var place = places[id] else { return nil }
            let isGoingOn = place.state.phase == phase && place.told != nil
            (place.state.phase, place.state.done, place.state.total, place.state.message) = (phase, done, total, nil)
            let share = total > 0 ? Double(done) / Double(total) : 0
            place.state.secondsLeft =
                isGoingOn && phase == .downloading && spent > 2 && share > 0.01 ? spent / share * (1 - share) : nil
            // A hundred steps are enough for a bar.
            let isNews = !isGoingOn || done == total || done - (place.told ?? 0) >= max(1, total / 100)
            if isNews { place.told = done }
            places[id] = place
            return isNews ? place.state : nil
        }
        if let news { bus.publish(.recorder(news)) }
    }

    private func reached(_ id: String) throws -> any CableRecorder {
        guard let recorder = reach(id) else {
            throw Failure(
                .notFound, "The recorder is not plugged in, or this device is none. Plug it in and try again.")
        }
        return recorder
    }

    private func begin(_ id: String, _ phase: CableRecorderState.Phase) throws {
        let state = try places.withLock { places in
            var place = places[id] ?? Place(state: CableRecorderState(id: id, phase: .ready))
            guard !place.state.phase.isBusy else {
                throw Failure(.usage, "Something is being done with this recorder already; wait for its end.")
            }
            (place.state.phase, place.state.message, place.told) = (phase, nil, nil)
            places[id] = place
            return place.state
        }
        bus.publish(.recorder(state))
    }

    private func set(_ id: String, _ change: (inout CableRecorderState) -> Void) {
        let state: CableRecorderState? = places.withLock { places in
            guard var place = places[id] else { return nil }
            change(&place.state)
            places[id] = place
            return place.state
        }
        if let state { bus.publish(.recorder(state)) }
    }

    private func state(_ id: String) throws -> CableRecorderState {
        guard let state = places.withLock({ $0[id]?.state }) else {
            throw Failure(.notFound, "Nothing is known of \(id).")
        }
        return state
    }

    private func place() throws -> String {
        guard mkdir(folder, 0o700) == 0 || errno == EEXIST else {
            throw Failure(.failed, "\(folder) cannot be made: \(String(cString: strerror(errno))).")
        }
        return folder
    }
}
