import Devices
import Runtime
import Signals
import Store
import Synchronization

extension NightRecorder {
    /// A stretch shorter than this is no hole, in seconds.
    private static let leastHole = 2.0
    /// Signs of life come once a minute, and data may be older than the last by this, in seconds.
    private static let slack = 15.0

    /// Takes up the recordings that were open when the gateway ended, and says what became of them.
    func resumeOpen() throws(Failure) {
        let now = started
        for recording in try store.openNightRecordings() {
            var last: [DeviceID: Instant] = [:]
            for device in recording.devices {
                let began = recording.joined[device] ?? recording.started
                last[device] = max(try store.lastKept(of: device) ?? began, began)
            }
            let alive = max(recording.alive, min(last.values.max() ?? recording.alive, now))
            state.withLock { $0.open[recording.id] = recording }
            for (device, from) in last {
                let hole = RecorderState.Hole(recording: recording.id, from: from, isRestart: true, alive: alive)
                state.withLock { $0.holes[device] = hole }
            }
            let down = now.seconds(since: alive)
            let why = rebooted(since: alive) ? "The machine was off or restarted" : "The gateway did not run"
            if recording.plannedEnd.map({ $0 <= now }) ?? (down > 43_200) {
                let end = recording.plannedEnd.map { min($0, now) } ?? alive
                _ = try self.end(
                    recording.id, cause: .gatewayDown,
                    detail: "\(why) from \(wall(alive)) on, and the time of the night passed.", at: end)
            } else {
                alerts.raise(
                    .warning, .gatewayDown, recording: recording.id,
                    "\(why) from \(wall(alive)) to \(wall(now)), in the middle of a night; the recording goes on.",
                    nextStep: "See why: power, updates, `journalctl -u nightjar`.")
                bus.publish(.recording(recording))
            }
        }
    }

    /// Names the holes of devices of which something has come again.
    func settleHoles(at now: Instant) {
        let holes = state.withLock { $0.holes }
        guard !holes.isEmpty else { return }
        for (device, hole) in holes {
            let first = devices.pipelines.first { $0.device.id == device }?.firstSample(since: hole.from)
            guard let first else { continue }
            state.withLock { $0.holes[device] = nil }
            name(hole, of: device, until: first)
        }
    }

    /// Names what is missing at the end of a recording.
    func closeHoles(of recording: NightRecording, at end: Instant) {
        settleHoles(at: end)
        let holes = state.withLock { state in
            let mine = state.holes.filter { $0.value.recording == recording.id }
            for device in mine.keys { state.holes[device] = nil }
            return mine
        }
        for (device, hole) in holes { name(hole, of: device, until: end) }
        for device in recording.devices where holes[device] == nil {
            guard let pipeline = devices.pipelines.first(where: { $0.device.id == device }),
                let last = pipeline.lastArrival, end.seconds(since: last) > Self.slack
            else { continue }
            add(.disconnected, of: device, last, end, "nothing came until the end of the recording")
        }
    }

    private func name(_ hole: RecorderState.Hole, of device: DeviceID, until end: Instant) {
        guard hole.isRestart else {
            return add(
                .disconnected, of: device, hole.from, end, "nothing had come since it was a part of the recording")
        }
        // What was missing before the gateway ended is not its fault.
        var from = hole.from
        if hole.alive.seconds(since: from) > Self.slack {
            let alive = min(hole.alive, end)
            add(.disconnected, of: device, from, alive, "nothing came before the gateway ended")
            from = alive
        }
        let back = min(max(started, from), end)
        add(.gatewayDown, of: device, from, back, "the gateway did not run")
        add(.disconnected, of: device, back, end, "the device was not connected again yet")
    }

    private func add(_ cause: Loss.Cause, of device: DeviceID, _ from: Instant, _ to: Instant, _ detail: String) {
        let seconds = to.seconds(since: from)
        guard seconds >= Self.leastHole else { return }
        let loss = Loss(cause, count: seconds, unit: .seconds, first: from, end: to, detail: detail)
        store.append([loss], device: device)
        bus.publish(.loss(device, loss))
    }

    private func rebooted(since instant: Instant) -> Bool { space.booted.map { $0 > instant } ?? false }

    /// Local time as hours and minutes.
    private func wall(_ instant: Instant) -> String {
        String(devices.zone.civilTime(at: instant).description.dropFirst(11).prefix(5))
    }
}
