public import Devices
public import Runtime
public import Signals
public import Store
import Synchronization

/// The home of the wearables: device sessions, the live pipeline, imports, nights and exports over one store.
///
/// ```swift
/// let gateway = try Gateway(.init(folder: "/var/lib/nightjar", zone: .utc), sources: [Simulated()])
/// try await gateway.run()
/// ```
public final class Gateway: Sendable {
    /// How a gateway is set up.
    public struct Configuration: Sendable {
        /// The folder of the store, of exports and of files on their way in.
        public var folder: String
        /// The zone that nights are cut in and that a page shows by default.
        public var zone: Zone
        /// The host's clock.
        public var clock: any HostClock
        /// Told what the owner should know and nobody is waiting for.
        public var report: @Sendable (String) -> Void = { _ in }

        /// A configuration for a folder.
        public init(folder: String, zone: Zone, clock: any HostClock = WallClock()) {
            self.folder = folder
            self.zone = zone
            self.clock = clock
        }
    }

    /// How it is set up.
    public let configuration: Configuration
    /// Everything that is kept.
    public let store: Store
    /// Everything that happens.
    public let bus = LiveBus()
    /// When it was opened.
    public let started: Instant
    /// Files on their way in.
    public let imports: ImportQueue
    /// Where long work is done: imports, scoring. Never the live way.
    let background = ThreadExecutor()
    /// The live way's own thread: whatever computes or waits for the disk elsewhere, beats go on.
    private let live = ThreadExecutor()
    private let sessions: [DeviceSession]

    /// Opens the store and prepares a pipeline for each source; nothing streams before ``run()``.
    /// - Throws: `Failure` when the store cannot be opened.
    public init(_ configuration: Configuration, sources: [any DeviceSource] = []) throws {
        self.configuration = configuration
        let bus = self.bus
        let now = configuration.clock.now
        started = now
        store = try Store(folder: configuration.folder)
        imports = ImportQueue(
            store: store, bus: bus, folder: configuration.folder, thread: background, now: now)
        var sessions: [DeviceSession] = []
        let known = try store.devices()
        for source in sources {
            let last = known.first { $0.id == source.device.id }?.lastSeen
            let source = last.map { source.resuming(after: $0) } ?? source
            store.register(source.device.identity, isSynthetic: source.device.isSynthetic, seen: now)
            let pipeline = DevicePipeline(
                device: source.device, store: store, bus: bus, zone: configuration.zone, now: now,
                baseline: try store.baseline(of: source.device.id))
            sessions.append(DeviceSession(source: source, pipeline: pipeline, clock: configuration.clock))
        }
        self.sessions = sessions
    }

    /// The live devices' pipelines.
    public var pipelines: [DevicePipeline] { sessions.map(\.pipeline) }

    /// The pipeline of one live device; nil when there is none of that name.
    public func pipeline(of device: DeviceID) -> DevicePipeline? {
        pipelines.first { $0.status.device.id == device }
    }

    /// Streams until the task is cancelled, then closes epochs, settles beats, stops imports and writes everything out.
    public func run() async throws {
        await withTaskCancellationHandler {
            await withTaskGroup { group in
                for session in sessions { group.addTask(executorPreference: live) { await session.run() } }
                group.addTask(executorPreference: live) { await self.tick() }
                group.addTask(executorPreference: background) { await Keeper(gateway: self).run() }
            }
        } onCancel: {
            imports.cancelAll()
        }
        await imports.over()
        try await store.flush()
    }

    /// Takes what has come through the pipelines once a second; once a minute, free memory goes back to the system.
    private func tick() async {
        let clock = configuration.clock
        var ticks = 0
        while !Task.isCancelled {
            let now = clock.now
            for pipeline in pipelines { pipeline.tick(at: now) }
            ticks &+= 1
            if ticks % 60 == 10 { Heap.giveBack() }
            let next = (now.nanoseconds / 1_000_000_000 + 1) * 1_000_000_000
            try? await clock.wait(until: Instant(nanoseconds: next))
        }
    }
}
