import Devices
import Recordings
import Runtime
import Signals
import Store
import Synchronization

extension DeviceRegistry {
    /// Makes a session where the device is adopted, not paused, and has none that runs; where its line is held, as soon as
    /// it is not any more.
    func startIfWanted(_ id: String) {
        // Decided on anew while its session was prepared, it is prepared anew.
        while !startOnce(id) {}
    }

    private func startOnce(_ id: String) -> Bool {
        let wanted: (known: KnownDevice, found: FoundDevice?)? = state.withLock { state in
            guard let known = state.known[id], !known.isPaused else { return nil }
            let session = state.sessions[id]
            let (isHeld, runs) = (state.held[id] != nil, session.map { !$0.isOver } ?? false)
            if isHeld || runs && session?.pipeline.status.stage == .stopped { state.awaited.insert(id) }
            return isHeld || runs ? nil : (known, state.sightings[id]?.device)
        }
        guard let (known, found) = wanted else { return true }
        do {
            let source = try source(of: known, found ?? DescriptionRecord.decode(known))
            return try begin(id, source, of: known)
        } catch {
            let reason = Failure.telling(error)
            Log.warning("A device could not be started.", ["cause": Log.cause(error)])
            state.withLock { state in
                state.problems[id] = reason
                state.changed.insert(id)
            }
            return true
        }
    }

    /// A session has ended: a device that was found again meanwhile gets its next one.
    func beginAgain(after session: DeviceSession) {
        let id = state.withLock { state in
            state.sessions.first { $0.value === session }.flatMap { state.awaited.remove($0.key) }
        }
        if let id { startIfWanted(id) }
    }

    /// A driver for a device, by the finder that found it or by one of its bus.
    func source(of known: KnownDevice, _ found: FoundDevice) throws -> any DeviceSource {
        var choices = DeviceChoices()
        choices.profile = known.profile
        choices.channels = known.streams
        choices.settings = known.settings
        choices.key = try store.deviceKey(of: known.id)
        let first = state.withLock { $0.sightings[known.id]?.finder }
        let order = finders.indices.sorted { ($0 == first ? 0 : 1, $0) < ($1 == first ? 0 : 1, $1) }
        var problem: (any Error)?
        for index in order where index == first || finders[index].buses.contains(found.bus) {
            do {
                return try finders[index].source(for: found, choices: choices)
            } catch {
                problem = problem ?? error
            }
        }
        throw problem
            ?? Failure(.failed, "Nothing here reaches devices by \(found.bus.rawValue); `nightjar doctor` says why.")
    }

    /// Prepares and starts a session.
    /// - Parameters:
    ///   - id: the device.
    ///   - source: its driver.
    ///   - known: what was decided of it, by which the driver was made; nil for one that was given on the command line.
    /// - Returns: whether that still holds; without that nothing begins.
    @discardableResult
    func begin(_ id: String, _ source: any DeviceSource, of known: KnownDevice? = nil) throws -> Bool {
        let now = clock.now
        let device = source.device
        let last = try store.devices().first { $0.id == device.id }?.lastSeen
        let resumed = last.map { source.resuming(after: $0) } ?? source
        store.register(
            device.identity, as: device.id, isSynthetic: device.isSynthetic, isPreview: device.isPreview, seen: now)
        let pipeline = DevicePipeline(
            device: device, store: store, bus: bus, zone: zone, now: now,
            baseline: try wearerRegistry.baseline(of: device.id, at: now),
            wearer: wearerRegistry.wearer(of: device.id, at: now)?.id, streams: known?.streams
        ) { [wearerRegistry] channel, span in wearerRegistry.withheld(channel, of: device.id, in: span) }
        pipeline.withhold(wearerRegistry.refused(by: pipeline.wearer).keys)
        let session = DeviceSession(source: resumed, pipeline: pipeline, clock: clock)
        let (isCurrent, isNew) = state.withLock { state in
            if let known, !state.mayBegin(known) { return (false, false) }
            if let running = state.sessions[id], !running.isOver { return (true, false) }
            if known == nil, !state.given.contains(id) { state.given.append(id) }
            state.sessions[id] = session
            state.problems[id] = nil
            state.changed.insert(id)
            return (true, true)
        }
        guard isNew else { return isCurrent }
        // What was refused between the two is refused here, too.
        pipeline.withhold(wearerRegistry.refused(by: pipeline.wearer).keys)
        launch(session)
        return true
    }

    /// Ends the session of a device: nothing is taken from it after this call, and it is over when this returns.
    func end(_ id: String) async {
        guard let session = state.withLock({ $0.sessions[id] }) else { return }
        await session.stop()
    }

    /// Ends the session of a device when less of it may be recorded; its earlier events are withdrawn.
    /// - Returns: the session that was ended.
    @discardableResult
    func withdraw(_ id: String) async -> DeviceSession? {
        let session = state.withLock { $0.sessions[id] }
        await session?.stop()
        session?.pipeline.forget()
        return session
    }

    /// Runs `body` while the device's session, if it has one, is away from the line to it, and none begins.
    func holding<Value: Sendable>(
        _ id: String, _ body: @Sendable () async throws -> Value
    ) async rethrows -> Value {
        let runs = state.withLock { state in
            let runs = state.sessions[id].map { !$0.isOver } ?? false
            state.held[id, default: 0] += 1
            if runs { state.awaited.insert(id) }
            return runs
        }
        if runs { await end(id) }
        do {
            let value = try await body()
            await release(id)
            return value
        } catch {
            await release(id)
            throw error
        }
    }

    private func release(_ id: String) async {
        let isWanted = state.withLock { state in
            let others = (state.held[id] ?? 1) - 1
            state.held[id] = others > 0 ? others : nil
            return others == 0 && state.awaited.remove(id) != nil
        }
        if isWanted { await store.reading { _ in startIfWanted(id) } }
    }

    /// The entry of a device, as it is at `now`.
    func entry(_ id: String, in state: DeviceRegistryState, at now: Instant) -> DeviceEntry {
        let sighting = state.sightings[id]
        let known = state.known[id]
        let session = state.sessions[id]
        let isGiven = state.given.contains(id)
        let description =
            session?.pipeline.device ?? sighting?.device.description
            ?? known.flatMap { DescriptionRecord.decode($0).description }
        let status = session?.pipeline.status
        let device = session?.pipeline.device.id ?? known?.device ?? sighting?.device.description?.id
        let wearer = device.flatMap { wearerRegistry.wearer(of: $0, at: now) }
        let refused = device == nil ? [:] : wearerRegistry.refused(by: wearer?.id)
        let place = place(sighting, known, session, isGiven: isGiven, problem: state.problems[id])
        return DeviceEntry(
            id: id, bus: sighting?.device.bus ?? known.flatMap { FoundDevice.Bus(rawValue: $0.bus) },
            name: known?.givenName ?? description?.name ?? sighting?.device.name ?? id, device: device,
            consent: isGiven ? .commandLine : known == nil ? .none : .given, known: known, found: sighting?.device,
            isNear: sighting?.isNear ?? (isGiven && session?.isOver == false),
            profiles: sighting?.device.profiles ?? [],
            streams: (description?.channels ?? []).map { channel in
                DeviceEntry.Stream(
                    channel: channel.channel, unit: channel.unit, rate: channel.nominalRate,
                    isAllowed: isGiven || known.map { $0.streams?.contains(channel.channel) ?? true } ?? false,
                    isRefused: refused[channel.channel] != nil)
            },
            stage: place.stage, reason: place.reason, nextStep: place.nextStep, steps: session?.pipeline.steps ?? [],
            status: status, wearer: wearer,
            preferred: Set(state.preferred.filter { device != nil && $0.value == device }.map(\.key.group)))
    }

    /// How far a device has come, when asked from outside of its session.
    private func place(
        _ sighting: DeviceRegistryState.Sighting?, _ known: KnownDevice?, _ session: DeviceSession?, isGiven: Bool,
        problem: String?
    ) -> (stage: DeviceStage, reason: String?, nextStep: String?) {
        if store.loss != nil, known != nil || isGiven {
            return (
                .stopped, "Nothing is recorded: what its wearer refuses may have been lost.",
                "Say at the machine: nightjar account recover"
            )
        }
        if known?.isPaused == true { return (.stopped, "It is paused.", "Resume it to record again.") }
        if let session, known != nil || isGiven {
            let status = session.pipeline.status
            if let stage = status.stage { return (stage, status.stageReason, status.nextStep) }
        }
        if known != nil, let problem { return (.stopped, problem, sighting?.device.obstacle) }
        let isNear = sighting?.isNear == true
        if known != nil {
            return isNear
                ? (.matched, "It is there and not connected.", "Connect it.")
                : (.stopped, "It is not there.", "Switch it on and bring it near, or plug it in.")
        }
        if let obstacle = sighting?.device.obstacle { return (.discovered, obstacle, nil) }
        if sighting?.device.profiles.isEmpty == false {
            return (.matched, isNear ? "It is there." : "It was there.", "Allow it, and it is connected.")
        }
        return (.discovered, "No profile fits it.", "Try a profile, or write one for it.")
    }
}
