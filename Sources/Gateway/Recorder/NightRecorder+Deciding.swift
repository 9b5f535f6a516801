import Devices
import Runtime
import Signals
import Store
import Synchronization

extension NightRecorder {
    /// Begins a recording.
    func begin(
        person: Person.ID?, devices: [DeviceID]?, until end: Instant?, cause: NightRecording.Cause,
        schedule: NightSchedule.ID?
    ) throws(Failure) -> NightRecording {
        let now = clock.now
        if let running = open.first(where: { $0.person == person }) {
            throw Failure(.usage, "A night is being recorded already, number \(running.id.rawValue); end it first.")
        }
        let chosen = devices ?? worn(by: person, at: now)
        guard !chosen.isEmpty else {
            throw Failure(.usage, "There is no device to record with; allow one first.")
        }
        let recording = try store.begin(
            NightRecording(
                id: NightRecording.ID(rawValue: 0), person: person, devices: chosen, started: now, startCause: cause,
                plannedEnd: end, schedule: schedule, alive: now))
        state.withLock { $0.open[recording.id] = recording }
        bus.publish(.recording(recording))
        return recording
    }

    /// Ends a recording.
    func end(
        _ id: NightRecording.ID, cause: NightRecording.Cause, detail: String?
    ) throws(Failure) -> NightRecording {
        let recording = try store.end(id, cause: cause, detail: detail, at: clock.now)
        state.withLock { $0.open[id] = nil }
        bus.publish(.recording(recording))
        return recording
    }

    /// The devices that a person wears, or that nobody is said to wear.
    func worn(by person: Person.ID?, at now: Instant) -> [DeviceID] {
        devices.pipelines.map(\.device.id).filter { devices.household.wearer(of: $0, at: now)?.id == person }
    }
}
