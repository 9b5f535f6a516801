import Devices
import Runtime
import Signals
import Store
import Synchronization

extension NightRecorder {
    /// Between two signs of life in the store, in seconds.
    private static let heartbeat = 60.0

    /// Looks once at everything, and does what follows.
    func look() {
        looking.withLock { _ in
            let now = clock.now
            attempt {
                settleHoles(at: now)
                let observation = try observation(at: now)
                let actions = state.withLock { $0.watch.look(observation) }
                for action in actions { attempt { try perform(action, observation) } }
                beat(at: now)
            }
        }
    }

    /// The state of devices, recordings and schedules at `now`.
    func observation(at now: Instant) throws(Failure) -> NightMonitor.Observation {
        let open = self.open
        var schedules: [(schedule: NightSchedule, zone: Zone)] = []
        for schedule in try store.schedules() {
            guard let zone = Log.attempt("A schedule's time zone is not known.", { try zone(schedule.zone) }) else {
                continue
            }
            schedules.append((schedule, zone))
        }
        let recent =
            schedules.isEmpty ? [] : try store.nightRecordings(from: now.advanced(bySeconds: -172_800), to: now)
        let status = store.status
        return NightMonitor.Observation(
            now: now, devices: seen(at: now),
            trouble: status.isRecording
                ? nil : (status.since ?? now, status.problem ?? "the store cannot be written."),
            freeBytes: space.bytes, isInMemory: space.medium.isEphemeral, open: open, recent: recent,
            schedules: schedules)
    }

    /// The state of the devices in session.
    func seen(at now: Instant) -> [NightMonitor.Device] {
        devices.pipelines.filter { !$0.isFinished }.map { pipeline in
            let status = pipeline.status
            let device = pipeline.device
            return NightMonitor.Device(
                id: device.id, name: devices.name(of: device.id) ?? device.name,
                person: devices.wearerRegistry.wearer(of: device.id, at: now)?.id, arrived: pipeline.lastArrival,
                since: pipeline.started, link: status.link, contact: status.contact,
                batteryPercent: status.batteryPercent, batteryPerHour: use(of: device.id, status, at: now),
                bytesPerHour: StreamSize.bytesPerHour(device, streams: pipeline.streams),
                isWorn: device.origin == .worn && !device.isPreview, tellsOfBody: device.tellsOfBody,
                hint: status.nextStep)
        }
    }

    private func perform(_ action: NightMonitor.Action, _ observation: NightMonitor.Observation) throws(Failure) {
        switch action {
        case .begin(let person, let devices, let end, let cause, let schedule):
            _ = try begin(person: person, devices: devices, until: end, cause: cause, schedule: schedule)
        case .join(let id, let devices): try join(devices, to: id)
        case .leaveOut(let id, let devices): leaveOut(devices, of: id)
        case .end(let id, let cause, let detail):
            _ = try end(id, cause: cause, detail: detail)
        case .raise(let severity, let kind, let device, let recording, let message, let nextStep):
            alerts.raise(severity, kind, device: device, recording: recording, message, nextStep: nextStep)
        case .resolve(let kind, let device, let recording):
            alerts.resolve(kind, device: device, recording: recording)
        }
    }

    /// Stores at intervals that the gateway is alive, so that a crash can be dated.
    func beat(at now: Instant, isLast: Bool = false) {
        for var recording in open where isLast || now.seconds(since: recording.alive) >= Self.heartbeat {
            recording.alive = now
            do {
                try store.keep(recording)
                state.withLock { [recording] state in
                    // It may have been ended meanwhile.
                    if state.open[recording.id] != nil { state.open[recording.id] = recording }
                }
            } catch {
                // What becomes of one recording is nothing to the others.
                if error.code == .notFound {
                    let id = recording.id; forget(where: { $0.id == id })
                } else {
                    attempt { throw error }
                }
            }
        }
    }

    /// Lets go of the open recordings of a person who was deleted with them.
    func forget(_ person: Person.ID) { forget(where: { $0.person == person }) }

    private func forget(where isGone: (NightRecording) -> Bool) {
        state.withLock { state in
            for (id, recording) in state.open where isGone(recording) {
                state.open[id] = nil
                state.holes = state.holes.filter { $0.value.recording != id }
            }
        }
    }

    /// How fast a device's battery empties: from what it told in the last days, and now.
    private func use(of device: DeviceID, _ status: DeviceStatus, at now: Instant) -> Double? {
        guard let percent = status.batteryPercent else { return nil }
        if state.withLock({ $0.batteries[device] }) == nil {
            var use = BatteryUse()
            let from = now.advanced(bySeconds: -3 * 86_400)
            attempt {
                for level in try devices.battery(of: device, from: from, to: now) {
                    use.add(level.percent, at: level.time)
                }
            }
            state.withLock { [use] in $0.batteries[device] = use }
        }
        return state.withLock { state in
            state.batteries[device]?.add(percent, at: now)
            return state.batteries[device]?.perHour
        }
    }

    private func zone(_ name: String) throws -> Zone {
        if let known = state.withLock({ $0.zones[name] }) { return known }
        let zone = try Zone.named(name)
        state.withLock { $0.zones[name] = zone }
        return zone
    }

    func attempt(_ work: () throws -> Void) {
        do {
            try work()
        } catch {
            report("The recording of nights: \((error as? Failure)?.message ?? "\(error)")")
        }
    }
}
