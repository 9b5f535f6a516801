package import Devices
import Runtime
package import Signals
package import Store
import Synchronization

/// The registry of wearables: devices in reach or plugged in, adopted ones with their consents, and one supervised
/// session for each device that is wanted.
///
/// Finders look all the time; what they find is listed and left alone. A device is connected only after
/// ``adopt(_:_:)``, and only the streams that were allowed are kept; what is withdrawn stops at once. A device that is
/// adopted is connected whenever it is there, after restarts too. A source given to `Gateway.init` was named by the
/// owner and runs without being taken in.
///
/// Everything may be called from any thread. Devices go by ``DeviceEntry/id`` or by the name under which their samples
/// are kept.
package final class DeviceRegistry: Sendable {
    let store: Store
    let bus: LiveBus
    let clock: any HostClock
    let zone: Zone
    let finders: [any DeviceFinder]
    /// What each of them has told.
    let queues: [FinderQueue]
    let wearerRegistry: WearerRegistry
    let state: Mutex<DeviceRegistryState>
    /// One decision after the other for each device: each keeps what the one before has decided.
    let decisions = KeyedQueue()
    /// Held for a tick, from the look at the clock on, so that none sees an earlier time than the one before it.
    private let ticking = Mutex(())
    private let people = Mutex<LiveBus.Subscription?>(nil)
    private let starts: AsyncStream<DeviceSession>
    private let starter: AsyncStream<DeviceSession>.Continuation

    init(
        store: Store, bus: LiveBus, clock: any HostClock, zone: Zone, finders: [any DeviceFinder],
        sources: [any DeviceSource], wearerRegistry: WearerRegistry
    ) throws {
        self.store = store
        self.bus = bus
        self.clock = clock
        self.zone = zone
        self.finders = finders
        queues = finders.map { _ in FinderQueue() }
        self.wearerRegistry = wearerRegistry
        (starts, starter) = AsyncStream.makeStream()
        state = Mutex(DeviceRegistryState())
        for source in sources {
            let id = source.device.id.rawValue
            try begin(id, source)
        }
        for device in try store.knownDevices() {
            state.withLock { $0.known[device.id] = device }
            if device.connectsByItself { startIfWanted(device.id) }
        }
        for choice in try store.streamChoices() {
            guard let group = StreamGroup(rawValue: choice.group) else { continue }
            state.withLock {
                $0.choices[DeviceRegistryState.Choice(person: choice.person, group: group)] = choice.device
            }
        }
        // Who wears what and what is refused hold at once, whoever says so.
        let subscription = bus.subscribe { [weak self] event in
            if case .wearersChanged = event { self?.settle() }
        }
        people.withLock { $0 = subscription }
    }

    // MARK: looking

    /// All devices: those that are known first, then those that are only near, each in the order of their names.
    package var entries: [DeviceEntry] {
        let now = clock.now
        return state.withLock { state in
            state.ids.map { entry($0, in: state, at: now) }
        }.sorted { ($0.consent == .none ? 1 : 0, $0.name, $0.id) < ($1.consent == .none ? 1 : 0, $1.name, $1.id) }
    }

    /// One device.
    /// - Throws: `Failure` with code `notFound` when there is none of that name.
    package func entry(_ id: String) throws(Failure) -> DeviceEntry {
        let now = clock.now
        return try state.withLock { state throws(Failure) in
            guard let id = state.resolve(id) else { throw .noDevice(id) }
            return entry(id, in: state, at: now)
        }
    }

    /// Why nothing can be found on a bus, and what to do; a bus on which all is well is not named.
    package var obstacles: [FoundDevice.Bus: String] { state.withLock { $0.obstacles } }

    /// The buses that are searched for devices.
    package var buses: Set<FoundDevice.Bus> { finders.reduce(into: []) { $0.formUnion($1.buses) } }

    /// The pipelines of all sessions, those of the command line first.
    package var pipelines: [DevicePipeline] { state.withLock { $0.pipelines } }

    /// When each stream was allowed and forbidden, in order.
    /// - Throws: `Failure` when there is no such device or the store cannot be read.
    package func consents(of id: String) throws(Failure) -> [StreamConsent] {
        try store.consents(of: try entry(id).id)
    }

    // MARK: running

    /// Looks and streams until the task is cancelled.
    func run(on live: ThreadExecutor) async {
        await withDiscardingTaskGroup { group in
            for (index, finder) in finders.enumerated() {
                group.addTask { await self.supervise(finder, index) }
            }
            for await session in starts {
                group.addTask(executorPreference: live) {
                    await session.run(on: live)
                    // Its next one reads the store.
                    await self.store.reading { _ in self.beginAgain(after: session) }
                }
            }
            group.cancelAll()
        }
    }

    /// Once a second: what has come goes through the pipelines, and what has changed is told.
    func tick() {
        ticking.withLock { _ in
            let now = clock.now
            for pipeline in pipelines { pipeline.tick(at: now) }
            settlePreferences(at: now)
            let (expired, changed) = state.withLock { state in
                let expired = state.expireSightings(at: clock.elapsed)
                defer { state.changed = [] }
                return (
                    expired, state.changed.filter { state.resolve($0) != nil }.map { entry($0, in: state, at: now) }
                )
            }
            for id in expired { bus.publish(.forgotten(id)) }
            for entry in changed { bus.publish(.found(entry)) }
        }
    }

    /// Between two ticks: what has come by now goes through the pipelines, as an answer is to be made from it.
    func takeIn() {
        ticking.withLock { _ in
            let now = clock.now
            for pipeline in pipelines { pipeline.tick(at: now) }
        }
    }

    /// Between two ticks: what was decided just now holds at once.
    func settle() { ticking.withLock { _ in settlePreferences(at: clock.now) } }

    @discardableResult
    func publish(_ id: String) throws(Failure) -> DeviceEntry {
        let entry = try entry(id)
        bus.publish(.found(entry))
        return entry
    }

    func launch(_ session: DeviceSession) { starter.yield(session) }
}

extension Failure {
    static func noDevice(_ id: String) -> Failure {
        Failure(.notFound, "There is no device “\(id)”; the list of devices shows what is near and what is known.")
    }
}

extension DeviceID {
    /// The name here of a device that has not said who it is.
    init(found id: String) {
        self.init(rawValue: String(id.lowercased().map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "-" }))
    }
}
