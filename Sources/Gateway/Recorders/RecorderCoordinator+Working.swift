import Devices
import Glibc
import Runtime
import Signals
import Synchronization

extension RecorderCoordinator {
    /// Does something, then asks the recorder how it is.
    func work(
        _ id: String, _ phase: CableRecorderState.Phase, after message: String?,
        _ body: @Sendable (any CableRecorder) async throws -> Void
    ) async throws -> CableRecorderState {
        let recorder = try reached(id)
        try begin(id, phase)
        do {
            let reading = try await devices.holding(id) {
                try await body(recorder)
                // What a copy was made of is gone, even if the recorder is pulled out now.
                if phase != .reading { set(id) { forget(&$0) } }
                return try await recorder.look()
            }
            set(id) { state in
                state.reading = reading
                state.phase = state.copy == nil ? .ready : .complete
                state.message = message
            }
        } catch {
            set(id) { state in
                state.phase = .failed
                state.message = Failure.telling(error)
            }
            throw error
        }
        return try state(id)
    }

    func forget(_ state: inout CableRecorderState) {
        if let copy = state.copy { unlink(copy.path) }
        (state.copy, state.done, state.total, state.secondsLeft) = (nil, nil, nil, nil)
    }

    /// Imports a verified copy, and returns when it is in the store.
    func take(_ id: String, _ copy: RecorderCopy) async throws {
        guard copy.objections.isEmpty else {
            throw Failure(.failed, "The copy is not all of the recording: \(copy.objections.joined(separator: " "))")
        }
        set(id) { ($0.phase, $0.message) = (.verifying, "its nights are being looked for") }
        let status = try await imports.end(of: try await imports.bring(copy.path, zone: zone).id)
        switch status.stage {
        case .complete, .duplicate: break
        case .cancelled: throw CancellationError()
        default: throw Failure(.failed, "The recording was copied and could not be imported: \(status.message)")
        }
        set(id) { state in
            state.copy = copy
            (state.phase, state.done, state.secondsLeft) = (.complete, state.total, nil)
            state.message = status.message
        }
    }

    func progress(
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

    func reached(_ id: String) throws -> any CableRecorder {
        guard let recorder = reach(id) else {
            throw Failure(
                .notFound, "The recorder is not plugged in, or this device is none. Plug it in and try again.")
        }
        return recorder
    }

    func begin(_ id: String, _ phase: CableRecorderState.Phase) throws {
        let state = try places.withLock { places in
            var place = places[id] ?? Place(state: CableRecorderState(id: id, phase: .ready))
            guard !place.state.phase.isBusy else {
                throw Failure(.conflict, "Something is being done with this recorder already; wait for its end.")
            }
            (place.state.phase, place.state.message, place.told) = (phase, nil, nil)
            places[id] = place
            return place.state
        }
        bus.publish(.recorder(state))
    }

    func set(_ id: String, _ change: (inout CableRecorderState) -> Void) {
        let state: CableRecorderState? = places.withLock { places in
            guard var place = places[id] else { return nil }
            change(&place.state)
            places[id] = place
            return place.state
        }
        if let state { bus.publish(.recorder(state)) }
    }

    func state(_ id: String) throws -> CableRecorderState {
        guard let state = places.withLock({ $0[id]?.state }) else {
            throw Failure(.notFound, "Nothing is known of \(id).")
        }
        return state
    }

    func place() throws -> String {
        guard mkdir(folder, 0o700) == 0 || errno == EEXIST else {
            throw Failure(SystemError(errno, "mkdir", folder), "\(folder) cannot be made", as: .failed)
        }
        return folder
    }
}
