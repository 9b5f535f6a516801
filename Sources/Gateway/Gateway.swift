package import Accounts
import Analysis
package import Bluetooth
package import Devices
package import Runtime
package import Signals
package import Store
import Synchronization

/// The gateway: device sessions, the live pipeline, imports, nights and exports over one store.
///
/// ```swift
/// let gateway = try Gateway(.init(folder: "/var/lib/nightjar", zone: .utc), sources: [Simulated()])
/// try await gateway.run()
/// ```
package final class Gateway: Sendable {
    /// The settings of a gateway.
    package struct Configuration: Sendable {
        /// Where the store, exports and files on their way in are.
        package var medium: any StoreMedium
        /// The path of their folder.
        package var folder: String { medium.path }
        /// The zone that nights are cut in and that a page shows by default.
        package var zone: Zone
        /// The host's clock; a manual one in tests.
        package var clock: any HostClock
        /// Told what the owner should know and nobody is waiting for.
        package var report: @Sendable (String) -> Void = { _ in }
        /// Keeps the machine awake while a night is recorded; nil to leave that to others.
        package var inhibitor: SleepInhibitor?
        /// Where alerts go beside the bus: the desktop, a webhook.
        package var alertNotifiers: [any AlertNotifier] = []
        /// Bytes that are free where the store is; nil when that cannot be told. By default the system is asked.
        package var freeBytes: (@Sendable () -> Int64?)?

        /// The way to a recorder that is plugged in, by the id of its entry; nil for what is none.
        package var recorder: @Sendable (_ id: String) -> (any CableRecorder)? = { _ in nil }

        /// Where and how often backups are made; nil for never.
        package var backups: BackupSchedule?

        /// The radio that can be a strap itself; nil where there is no Bluetooth.
        package var heartRateRadio: (any HeartRateOffering)?

        /// What is known of the Bluetooth adapters now.
        package var bluetoothAdapters: @Sendable () -> [BluetoothAdapter] = { [] }

        /// The port on which other machines are answered; nil when only this one is.
        package var networkPort: UInt16?

        /// The cost of hashing a password; less in tests.
        package var passwordCost = PasswordHasher.Cost.interactive

        /// Called before each read of the store; stands for a slow disk in tests.
        package var beforeRead: (@Sendable () -> Void)?

        /// Bytes of an export that is made in memory, before it is packed.
        var exportMemory = 32 << 20

        /// Settings for a data folder, with defaults for the rest.
        package init(folder: String, zone: Zone, clock: any HostClock = WallClock()) {
            self.init(on: DiskFolder(path: folder), zone: zone, clock: clock)
        }

        /// Settings for what is to be on `medium`, with defaults for the rest.
        package init(on medium: any StoreMedium, zone: Zone, clock: any HostClock = WallClock()) {
            self.medium = medium
            self.zone = zone
            self.clock = clock
        }
    }

    /// The settings that the gateway was opened with.
    package let configuration: Configuration
    /// The database of everything that is kept.
    package let store: Store
    /// Carries live events to their subscribers.
    package let bus = LiveBus()
    /// When the gateway was opened.
    package let started: Instant
    private let begun: Duration
    /// The files that are being imported.
    package let imports: ImportQueue
    /// The devices in reach, the adopted ones, and their sessions.
    package let devices: DeviceRegistry
    /// The people and who wears which device.
    package let wearerRegistry: WearerRegistry
    /// Accounts, sessions and permissions.
    package let accounts: AccountRegistry
    /// Gives a heart rate on over Bluetooth.
    package let heartRateSharing: HeartRateSharing
    /// Raises, notifies and stores alerts.
    package let alerts: AlertRegistry
    /// Records nights, on demand and by schedule.
    package let recorder: NightRecorder
    /// Works on recorders that are plugged in.
    package let recorders: RecorderCoordinator
    /// Analyses activity that other programs send.
    package let actigraphy: ActigraphyQueue
    /// Takes in health data that other programs send.
    package let health: HealthIntake
    /// The links to people's watches.
    package let relay = RelayRegistry()
    /// Reading, with the load that goes with it, and breathing.
    package let reading: ReadingCoordinator
    /// Where long work is done: imports, scoring. Never the live way.
    let background = ThreadExecutor()
    /// Where exports of recordings and archives of people are made and what is left of deleted ones is freed.
    let archiving = ThreadExecutor()
    /// Makes exports of nights, which are not to wait for those.
    let exporting = ThreadExecutor()
    /// Limits the disk and memory of exports under way.
    package let exports: ExportBudget
    /// The nights of the recording that was scored again last, as its nights are asked for one by one.
    let rescored = Mutex<(recording: RecordingID, zone: String, nights: [Night])?>(nil)
    /// What the heart did in earlier nights, which others are held against.
    let hearts = Mutex<[PastNight: NightHeart]>([:])
    /// The newest insights, as long as nothing has changed that they rest on.
    let knownInsights = Mutex(InsightMemory())
    /// What there is of made-up wearers.
    let madeUp: Mutex<MadeUpContent>
    /// Recordings that went to somebody else, or away.
    let moves = Mutex(RecordingMoves())
    /// Looks through the store; that takes minutes where it is large, in which imports go on.
    let examining = ThreadExecutor()
    /// The live way's own thread: whatever computes or waits for the disk elsewhere, beats go on.
    private let live = ThreadExecutor(mayWaitForDisk: false)

    /// Opens the store and prepares a session for each source and for each device that was adopted; nothing streams
    /// before ``run()``.
    /// - Parameters:
    ///   - configuration: how it is set up.
    ///   - sources: devices that the owner named: replays, simulated wearers.
    ///   - finders: what looks for devices.
    /// - Throws: `Failure` when the store cannot be opened, when it holds a person's own data and a source is made up, or the
    ///   clock shows a year that cannot be kept.
    package init(
        _ configuration: Configuration, sources: [any DeviceSource] = [], finders: [any DeviceFinder] = []
    ) throws {
        self.configuration = configuration
        let bus = self.bus
        let clock = configuration.clock
        let now = clock.now
        guard Instant.calendar.lowerBound < now, now < Instant.calendar.upperBound else {
            throw Failure(
                .failed,
                "The clock of this machine shows \(now.rfc3339), and only the years 1680 to 2260 can be kept. Set it "
                    + "(timedatectl set-time, or a network that tells the time) and start again.")
        }
        started = now
        exports = ExportBudget(
            disk: FreeSpace(medium: configuration.medium, ask: configuration.freeBytes),
            most: configuration.exportMemory)
        begun = clock.elapsed
        var options = Store.Options()
        options.companions = ["token.key"]
        options.beforeRead = configuration.beforeRead
        store = try Store(on: configuration.medium, options: options)
        // Before anything of it can come in among a person's own data.
        if sources.contains(where: \.device.isSynthetic) { try store.becomeDemo() }
        madeUp = Mutex(try store.madeUp())
        let wearerRegistry = try WearerRegistry(store: store) { bus.publish(.wearersChanged) }
        self.wearerRegistry = wearerRegistry
        imports = ImportQueue(
            store: store, bus: bus, folder: configuration.folder, thread: background,
            space: FreeSpace(medium: configuration.medium, ask: configuration.freeBytes), now: now)
        let accounts = try AccountRegistry(
            storage: StoreAccountStorage(store: store) { [weak wearerRegistry] in wearerRegistry?.accountsChanged() },
            key: try SigningKey.kept(at: configuration.folder + "/token.key"), clock: clock,
            hasher: PasswordHasher(cost: configuration.passwordCost),
            openID: try OpenIDKeysFetch.register(folder: configuration.folder, clock: clock))
        self.accounts = accounts
        wearerRegistry.owner.withLock { owner in
            owner.find = { [weak accounts] in accounts?.firstOwner.map { Person.ID(rawValue: $0.id) } }
            owner.hasAccount = { [weak accounts] in accounts?.account($0.rawValue) != nil }
        }
        devices = try DeviceRegistry(
            store: store, bus: bus, clock: clock, zone: configuration.zone, finders: finders, sources: sources,
            wearerRegistry: wearerRegistry)
        actigraphy = ActigraphyQueue(
            store: store, bus: bus, zone: configuration.zone, clock: clock, thread: background,
            folder: configuration.folder)
        health = HealthIntake(store: store, bus: bus, clock: clock, thread: background)
        reading = try ReadingCoordinator(store: store, bus: bus, clock: clock, devices: devices)
        recorders = RecorderCoordinator(
            folder: configuration.folder, zone: configuration.zone, clock: clock, bus: bus, store: store,
            imports: imports, devices: devices, reach: configuration.recorder)
        heartRateSharing = try HeartRateSharing(
            store: store, bus: bus, clock: clock, devices: devices, wearers: wearerRegistry,
            radio: configuration.heartRateRadio)
        alerts = try AlertRegistry(
            store: store, bus: bus, clock: clock, notifiers: configuration.alertNotifiers, report: configuration.report)
        recorder = try NightRecorder(
            store: store, bus: bus, clock: clock, devices: devices, alerts: alerts,
            space: FreeSpace(medium: configuration.medium, ask: configuration.freeBytes),
            report: configuration.report)
        imports.people.withLock { people in
            people.arrived = { [weak self] in self?.arrived($0) }
            people.sees = { [weak self] recording, person in
                guard let self else { return false }
                let person = person ?? self.accounts.firstOwner.map { Person.ID(rawValue: $0.id) }
                return self.sees(recording, self.visibility(of: person, isOwner: false))
            }
            people.wearer = { [weak wearerRegistry] recording in
                guard let device = recording.device, let first = recording.firstSample, let last = recording.lastSample
                else { return nil }
                return wearerRegistry?.wearer(of: device, during: first..<max(last, first.advanced(byNanoseconds: 1)))?
                    .id
            }
        }
        clearLeftovers()
        recorders.removeStored()
    }

    /// Seconds since it was opened, whatever the clock was set to since.
    package var uptime: Double { (configuration.clock.elapsed - begun) / .seconds(1) }

    /// The pipelines of the devices in session.
    package var pipelines: [DevicePipeline] { devices.pipelines }

    /// The pipeline of one live device; nil when there is none of that name.
    package func pipeline(of device: DeviceID) -> DevicePipeline? { pipelines.first { $0.device.id == device } }

    /// Streams until the task is cancelled, then closes epochs, settles beats, stops imports and writes everything out.
    package func run() async throws {
        await withTaskCancellationHandler {
            await withTaskGroup { group in
                group.addTask { await self.devices.run(on: self.live) }
                group.addTask(executorPreference: live) { await self.tick() }
                group.addTask(executorPreference: background) { await LiveScoringScheduler(gateway: self).run() }
                group.addTask(executorPreference: background) { await InsightScheduler(gateway: self).run() }
                // They look at the store now and then, and wait between.
                group.addTask(executorPreference: store.diskThreads) { await self.recorder.run() }
                group.addTask(executorPreference: store.diskThreads) { await self.alerts.run() }
                group.addTask { await self.reading.run() }
                if let inhibitor = self.configuration.inhibitor {
                    group.addTask {
                        await inhibitor.run(clock: self.configuration.clock, report: self.configuration.report) {
                            !self.recorder.open.isEmpty
                        }
                    }
                }
                group.addTask { await self.heartRateSharing.run() }
                group.addTask { await self.accounts.openID?.prepare() }
                group.addTask { await self.resumeUploads() }
                group.addTask(executorPreference: self.examining) { await self.examineStore() }
                group.addTask(executorPreference: self.examining) { await self.emptyBin() }
                if let backups = self.configuration.backups {
                    group.addTask(executorPreference: self.examining) { await self.makeBackups(backups) }
                }
            }
        } onCancel: {
            imports.cancelAll()
        }
        await recorders.over()
        await imports.over()
        try await store.flush()
    }

    /// Takes what has come by now through the pipelines and returns when it is on disk, so that what is then made from the
    /// store lacks nothing that was known when it was asked for.
    /// - Throws: `Failure` when it cannot be written now.
    package func settle() async throws {
        devices.takeIn()
        try await store.flush()
    }

    /// As ``settle()``, for what only reads: where the disk takes nothing more, what is on it has to do, so that whoever makes
    /// room can take home what is there first.
    /// - Throws: `Failure` when it cannot be written for another reason.
    package func settleForReading() async throws {
        do { try await settle() } catch let failure as Failure
            where failure.cause is NoSpace || (failure.cause as? SQLiteError)?.code.meansNoWriting == true
        {}
    }

    /// Goes on with uploads that an earlier run left.
    private func resumeUploads() async {
        do { try await store.reading { _ in try health.resume() } } catch {
            configuration.report((error as? Failure)?.message ?? "\(error)")
        }
    }

    /// Takes what has come through the pipelines once a second; once a minute, free memory goes back to the system, and
    /// soon after the start and once an hour the code that nothing runs any more.
    private func tick() async {
        let clock = configuration.clock
        var ticks = 0
        while !Task.isCancelled {
            let now = clock.now
            devices.tick()
            ticks &+= 1
            if ticks % 60 == 10 { Heap.giveBack() }
            if ticks % 3600 == 4 { Heap.giveBackCode() }
            let next = (now.nanoseconds / 1_000_000_000 + 1) * 1_000_000_000
            try? await clock.wait(until: Instant(nanoseconds: next))
        }
    }
}
