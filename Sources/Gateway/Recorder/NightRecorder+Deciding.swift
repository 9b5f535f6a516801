import Devices
import Runtime
import Signals
import Store
import Synchronization

extension NightRecorder {
    /// Starts a recording.
    func begin(
        person: Person.ID?, devices: [DeviceID]?, until end: Instant?, cause: NightRecording.Cause,
        schedule: NightSchedule.ID?
    ) throws(Failure) -> NightRecording {
        try beginning.withLock { _ throws(Failure) in
            try beginAlone(person: person, devices: devices, until: end, cause: cause, schedule: schedule)
        }
    }

    private func beginAlone(
        person: Person.ID?, devices: [DeviceID]?, until end: Instant?, cause: NightRecording.Cause,
        schedule: NightSchedule.ID?
    ) throws(Failure) -> NightRecording {
        let now = clock.now
        if let end, end <= now { throw Failure(.usage, "The end of a night must be yet to come.") }
        if let running = open.first(where: { $0.person == person }) {
            throw Failure(.conflict, "A night is being recorded already, number \(running.id.rawValue); end it first.")
        }
        let chosen = devices ?? worn(by: person, at: now)
        guard !chosen.isEmpty else {
            throw Failure(.conflict, "There is no device to record with; allow one first.")
        }
        let recording = try store.begin(
            NightRecording(
                id: NightRecording.ID(rawValue: 0), person: person, devices: chosen,
                isChosen: devices != nil && cause == .button, started: now, startCause: cause,
                plannedEnd: end, schedule: schedule, alive: now))
        state.withLock { state in
            state.open[recording.id] = recording
            for device in chosen where state.holes[device] == nil {
                state.holes[device] = RecorderState.Hole(
                    recording: recording.id, from: now, isRestart: false, alive: now)
            }
        }
        bus.publish(.recording(recording))
        return recording
    }

    /// Ends a recording; one that ends by itself is an alert at once.
    func end(
        _ id: NightRecording.ID, cause: NightRecording.Cause, detail: String?, at time: Instant? = nil
    ) throws(Failure) -> NightRecording {
        let now = time ?? clock.now
        let before = state.withLock { $0.open[id] }
        if cause.isByItself, let before { raiseEnd(of: before, cause, detail) }
        let recording = try store.end(id, cause: cause, detail: detail, at: now)
        closeHoles(of: recording, at: now)
        state.withLock { $0.open[id] = nil }
        for device in recording.devices {
            alerts.resolve(.deviceGone, device: device, recording: id)
            alerts.resolve(.deviceSilent, device: device, recording: id)
        }
        bus.publish(.recording(recording))
        return recording
    }

    /// The devices that a person wears, or that nobody is said to wear; simulated ones only where there is no other,
    /// and none that only shows what it measures.
    func worn(by person: Person.ID?, at now: Instant) -> [DeviceID] {
        let theirs = devices.pipelines.filter {
            !$0.isFinished && !$0.device.isPreview
                && devices.wearerRegistry.wearer(of: $0.device.id, at: now)?.id == person
        }
        let worn = theirs.filter { $0.device.origin == .worn }
        return (worn.isEmpty ? theirs : worn).map(\.device.id)
    }

    private func raiseEnd(of recording: NightRecording, _ cause: NightRecording.Cause, _ detail: String?) {
        let steps: [NightRecording.Cause: String] = [
            .deviceGone: "See that the device is switched on, charged and near, and begin the night again.",
            .diskFull: "Free some space on the disk of the store, and begin the night again.",
            .gatewayDown: "See why the gateway did not run: power, updates, `journalctl -u nightjar`.",
        ]
        alerts.raise(
            cause == .tooLong ? .notice : .urgent, .recordingStopped, recording: recording.id,
            "The recording of the night ended by itself. \(detail ?? "")", nextStep: steps[cause])
    }
}
