package import Bluetooth
import Devices
import Documents
import Runtime
package import Signals
package import Store
import Synchronization

/// Gives a heart rate on over Bluetooth: the gateway is then a strap that a bicycle computer, a treadmill or an app reads.
///
/// It is off until whoever wears a device, or decides for them, switches it on for that device; anybody within reach can
/// read it then. It holds for this person on this device: when somebody else wears it, nothing is given on, and the
/// advertisement ends. There is one at a time.
package final class HeartRateSharing: Sendable {
    /// How the giving on stands.
    package struct Status: Hashable, Sendable {
        /// The device whose heart rate is given on; nil while that is off.
        package var device: DeviceID?
        /// Why nothing is given on although it is on, and what to do; nil when all is well.
        package var problem: String?
        /// What others hear; nil while nothing is advertised.
        package var offer: HeartRateOfferStatus?
    }

    private struct Choice: Hashable {
        var person: Person.ID?
        var device: DeviceID
    }

    private enum Event {
        case changed
        case reading(HeartReading)
        case tick
    }

    private struct State {
        var choice: Choice?
        /// Whose choices may be on the disk: also while one is being kept, and after one could not be deleted.
        var kept: Set<Person.ID?> = []
        /// How often it was switched off, by whose heart it is.
        var endings: [Person.ID?: Int] = [:]
        var problem: String?
        var heart = SharedHeart()
        /// The charge that was told of the offer under way; nil for nothing yet.
        var battery: Int?
    }

    /// The word under which the choice is kept beside those of streams.
    private static let group = "heart_rate_share"
    /// Between two tries to advertise, in seconds.
    private static let retry = 5.0

    private let store: Store
    private let bus: LiveBus
    private let clock: any HostClock
    private let devices: DeviceRegistry
    private let wearers: WearerRegistry
    private let radio: (any HeartRateOffering)?
    private let state = Mutex(State())
    /// What is decided is kept in the order in which it was decided.
    let decisions = KeyedQueue()
    private let events: AsyncStream<Event>
    private let feed: AsyncStream<Event>.Continuation

    init(
        store: Store, bus: LiveBus, clock: any HostClock, devices: DeviceRegistry, wearers: WearerRegistry,
        radio: (any HeartRateOffering)?
    ) throws {
        (self.store, self.bus, self.clock, self.devices) = (store, bus, clock, devices)
        (self.wearers, self.radio) = (wearers, radio)
        (events, feed) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(64))
        let kept = try store.streamChoices().filter { $0.group == Self.group }
        state.withLock { state in
            state.choice = kept.first.map { Choice(person: $0.person, device: $0.device) }
            state.kept = Set(kept.map(\.person))
        }
    }

    /// Switches it on for a device, by whom it is to be decided.
    /// - Throws: `Failure` when there is no such device, when it is somebody else's heart, or when it is on for another.
    package func begin(_ id: String, by person: Person.ID?) async throws {
        let entry = try devices.entry(id)
        guard Self.isTakenIn(entry) else { throw Failure(.conflict, "\(entry.name) is not taken in; allow it first.") }
        guard let device = entry.device, entry.streams.contains(where: { Self.channels.contains($0.channel) }) else {
            throw Failure(.conflict, "\(entry.name) tells no heart rate.")
        }
        try decide(person, for: entry.wearer?.id)
        let choice = Choice(person: entry.wearer?.id, device: device)
        let other = state.withLock(\.choice).map(\.person)
        try check(person, mayReplace: other)
        // From now on it can be switched off, however long the disk takes.
        let endings = state.withLock { state in
            state.kept.insert(choice.person)
            return state.endings[choice.person]
        }
        try await decisions.run(Self.group) {
            if let other = state.withLock(\.choice), other != choice {
                try check(person, mayReplace: other.person)
                try await forget(other.person)
            }
            state.withLock { _ = $0.kept.insert(choice.person) }
            try await store.keep(choice: device, group: Self.group, person: choice.person, at: clock.now)
            state.withLock { state in
                guard state.endings[choice.person] == endings else { return }
                (state.choice, state.heart) = (choice, SharedHeart())
            }
        }
        feed.yield(.changed)
    }

    private func check(_ person: Person.ID?, mayReplace other: Person.ID??) throws {
        guard let other, !wearers.decides(person, for: other) else { return }
        throw Failure(.conflict, "Another person's heart rate is given on, and there is one at a time.")
    }

    /// Deletes a person's choice from the disk.
    private func forget(_ person: Person.ID?) async throws {
        try await store.keep(choice: nil, group: Self.group, person: person, at: clock.now)
        state.withLock { _ = $0.kept.remove(person) }
    }

    /// Switches it off, also where switching it on is under way.
    /// - Throws: `Failure` when it is somebody else's, or cannot be kept.
    package func end(by person: Person.ID?) async throws {
        let concerned = state.withLock { state in
            state.choice.map { state.kept.union([$0.person]) } ?? state.kept
        }
        let theirs = concerned.filter { wearers.decides(person, for: $0) }
        if theirs.isEmpty, let first = concerned.first { try decide(person, for: first) }
        try await end(of: theirs)
    }

    private func end(of persons: Set<Person.ID?>) async throws {
        // At once, whatever the disk does.
        state.withLock { state in
            if let choice = state.choice, persons.contains(choice.person) { state.choice = nil }
            for person in persons { state.endings[person, default: 0] += 1 }
        }
        feed.yield(.changed)
        try await decisions.run(Self.group) {
            for person in persons {
                // Unless it was switched on again meanwhile.
                guard state.withLock({ $0.choice.map { $0.person != person } ?? true }) else { continue }
                try await forget(person)
            }
        }
    }

    private func decide(_ person: Person.ID?, for wearer: Person.ID?) throws {
        guard wearers.decides(person, for: wearer) else {
            throw Failure(.notPermitted, "Only who wears the device may give their heart rate on.")
        }
    }

    /// How it stands for a person; of somebody else's nothing is told.
    package func status(for person: Person.ID?) async -> Status {
        let (choice, problem) = state.withLock { ($0.choice, $0.problem) }
        guard let choice, wearers.decides(person, for: choice.person) else { return Status() }
        guard radio != nil else { return Status(device: choice.device, problem: "The gateway uses no Bluetooth.") }
        guard isWorn(choice) else {
            return Status(
                device: choice.device,
                problem: "Somebody else wears the device now; switch it on again for who wears it.")
        }
        return Status(device: choice.device, problem: problem, offer: await radio?.heartRateOffer())
    }

    /// Whether somebody allowed that a device is read at all.
    private static func isTakenIn(_ entry: DeviceEntry) -> Bool { entry.known != nil || entry.consent == .commandLine }

    private static let channels: Set<Channel> = [.heartRate, .rrInterval]

    /// Whether who allowed it still wears the device.
    private func isWorn(_ choice: Choice) -> Bool {
        wearers.wearer(of: choice.device, at: clock.now)?.id == choice.person
    }

    private var allowed: Choice? {
        state.withLock(\.choice).flatMap { choice in
            guard isWorn(choice), let entry = try? devices.entry(choice.device.rawValue), Self.isTakenIn(entry) else {
                return nil
            }
            return choice
        }
    }

    /// Ends the choice of a device that was forgotten: taken in again, it is another's decision.
    private func endForgotten() {
        guard let choice = state.withLock(\.choice) else { return }
        if let entry = try? devices.entry(choice.device.rawValue), Self.isTakenIn(entry) { return }
        Task {
            do { try await end(of: [choice.person]) } catch {
                Log.warning("That a heart rate is given on cannot be forgotten.", ["reason": .string("\(error)")])
            }
        }
    }

    /// Gives on until the task is cancelled.
    func run() async {
        guard let radio else { return }
        let subscription = bus.subscribe { [weak self] event in self?.take(event) }
        let ticking = Task { [feed, clock] in
            while (try? await clock.wait(seconds: 1)) != nil { feed.yield(.tick) }
        }
        var offering: Task<Void, Never>?
        await withTaskCancellationHandler {
            feed.yield(.changed)
            for await event in events {
                if case .reading = event {} else { endForgotten() }
                let isAllowed = allowed != nil
                if isAllowed, offering == nil { offering = Task { await self.offer(with: radio) } }
                if !isAllowed, let ended = offering {
                    ended.cancel()
                    await ended.value
                    offering = nil
                }
                guard isAllowed else { continue }
                await give(event, to: radio)
            }
        } onCancel: {
            feed.finish()
        }
        ticking.cancel()
        offering?.cancel()
        await offering?.value
        withExtendedLifetime(subscription) {}
    }

    private func take(_ event: LiveEvent) {
        switch event {
        case .heart(let device, let reading):
            if state.withLock(\.choice)?.device == device { feed.yield(.reading(reading)) }
        case .wearersChanged: feed.yield(.changed)
        case .forgotten: feed.yield(.changed)
        case .found(let entry): if entry.known == nil { feed.yield(.changed) }
        default: break
        }
    }

    private func give(_ event: Event, to radio: any HeartRateOffering) async {
        let now = clock.now
        let measurements: [HeartRateMeasurement]
        switch event {
        case .changed: return
        case .reading(let reading): measurements = state.withLock { $0.heart.measurements(of: reading, at: now) }
        case .tick:
            measurements = state.withLock { $0.heart.silence(at: now).map { [$0] } ?? [] }
            await tellBattery(to: radio)
        }
        for measurement in measurements { await radio.send(heartRate: measurement.encoded()) }
    }

    /// Tells the device's charge, once there is an offer to tell it of.
    private func tellBattery(to radio: any HeartRateOffering) async {
        let device = state.withLock(\.choice)?.device
        await tell(battery: devices.pipelines.first { $0.device.id == device }?.status.batteryPercent, to: radio)
    }

    /// Tells a charge that is another than the one before. What is not known any more is taken back: an old charge is worse
    /// than none, and it may be another device's.
    func tell(battery percent: Int?, to radio: any HeartRateOffering) async {
        guard percent != state.withLock(\.battery), await radio.heartRateOffer() != nil else { return }
        state.withLock { $0.battery = percent }
        await radio.send(battery: percent.map { UInt8(clamping: $0) })
    }

    /// Advertises, and tries again after a failure.
    private func offer(with radio: any HeartRateOffering) async {
        while !Task.isCancelled {
            do {
                state.withLock { ($0.problem, $0.battery) = (nil, nil) }
                try await radio.offerHeartRate(named: "Nightjar")
            } catch {
                // Whatever the radio calls it: as long as it is wanted, it is tried again.
                if Task.isCancelled { return }
                let problem = (error as? Failure)?.message ?? "\(error)"
                let isNews = state.withLock { state in
                    defer { state.problem = problem }
                    return state.problem != problem
                }
                if isNews { Log.warning("A heart rate cannot be given on.", ["reason": .string(problem)]) }
            }
            try? await clock.wait(seconds: Self.retry)
        }
    }
}
