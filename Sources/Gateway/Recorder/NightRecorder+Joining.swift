import Devices
import Runtime
import Signals
import Store
import Synchronization

extension NightRecorder {
    /// Takes devices into a recording that goes on, from now on.
    func join(_ newcomers: [DeviceID], to id: NightRecording.ID) throws(Failure) {
        let now = clock.now
        guard var recording = state.withLock({ $0.open[id] }) else { return }
        for device in newcomers where !recording.devices.contains(device) {
            recording.devices.append(device)
            recording.joined[device] = now
        }
        recording.alive = max(recording.alive, now)
        try store.keep(recording)
        let isOpen = state.withLock { [recording] state in
            // It may have been ended meanwhile.
            guard state.open[id] != nil else { return false }
            state.open[id] = recording
            for device in newcomers where state.holes[device] == nil {
                state.holes[device] = RecorderState.Hole(recording: id, from: now, isRestart: false, alive: now)
            }
            return true
        }
        if isOpen { bus.publish(.recording(recording)) }
    }

    /// Notes which devices are there and not a part of a recording.
    func leaveOut(_ devices: [DeviceID], of id: NightRecording.ID) {
        let recording: NightRecording? = state.withLock { state in
            state.open[id]?.leftOut = devices
            return state.open[id]
        }
        if let recording { bus.publish(.recording(recording)) }
    }
}
