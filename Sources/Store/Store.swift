package import Analysis
import Runtime
package import Signals
import Synchronization

/// Everything that the gateway keeps: devices, raw samples, beats, epochs, losses, recordings and nights, in one
/// SQLite file that belongs to one gateway.
///
/// One thread with one connection does every write and every checkpoint; `append` only hands over and never waits
/// for the disk. What is handed over is committed with others at most half a second later, in write-ahead-log mode
/// with `synchronous=FULL`, so a crash or a power cut costs less than the last second, and giving the same rows again
/// adds none twice. Readers are connections of their own that see a consistent state and block nobody.
///
/// ```swift
/// let store = try Store(folder: "/var/lib/nightjar")    // or Store(on: MemoryFolder()), which keeps nothing
/// store.append(batch)
/// await store.flush()
/// ```
///
/// What writes and is `async` holds no thread while the disk is slow. The rest that touches the disk blocks its thread for
/// as long as that takes: from threads that others wait for, and from Swift's own, it goes through ``reading(_:)``.
package final class Store: Sendable {
    /// The settings of a store.
    package struct Options: Sendable {
        /// The longest that something waits to be committed with others.
        package var commitDelay: Duration
        /// Bytes of raw samples that may wait in memory while the disk cannot take them; beats and epochs have half
        /// as much again.
        package var memoryLimit: Int
        /// Names of files in the folder that are only made beside a store: where one stands alone, the store was lost.
        package var companions: [String] = []
        /// Called before each read on the thread that reads; stands for a slow disk in tests.
        package var beforeRead: (@Sendable () -> Void)?

        /// A commit every half second, and at most 8 MiB waiting.
        package init(commitDelay: Duration = .milliseconds(500), memoryLimit: Int = 8 << 20) {
            self.commitDelay = commitDelay
            self.memoryLimit = memoryLimit
        }
    }

    /// The folder of the store.
    package var path: String { medium.path }
    /// Where the store is.
    package let medium: any StoreMedium
    /// What the owner must be told about how the store was opened, such as that a damaged one was moved aside.
    package let notices: [String]
    let gate: IntakeGate
    let integrity = Locked(StoreIntegrity())
    let folder: StoreFolder
    let readers: ReaderPool
    /// Runs what waits for the disk; see ``reading(_:)``.
    let waiting = ThreadExecutor(threads: 4)
    private let thread: WriterThread
    private let lock: StoreLock
    private let closing = Outcome()
    private let closed: OnceFlag

    /// Opens the store in `folder`, making both where they are not there yet, and brings it to this version.
    ///
    /// A damaged file is moved aside within the folder, never deleted, and a new one begun with the people, devices and
    /// refusals that could be read; ``notices`` says so. Where these may be incomplete, ``loss`` does.
    /// - Throws: `Failure` when another process has the store, when a newer Nightjar made it, or when the folder
    ///   cannot be used.
    package convenience init(folder: String, options: Options = Options()) throws(Failure) {
        try self.init(on: DiskFolder(path: folder), options: options)
    }

    /// Opens the store on `medium`, as ``init(folder:options:)`` does in a folder.
    /// - Throws: as ``init(folder:options:)``.
    package init(on medium: any StoreMedium, options: Options = Options()) throws(Failure) {
        let place = StoreFolder(path: medium.path, mostBytes: medium.mostBytes)
        try place.create()
        lock = try StoreLock(path: place.lock)
        let (writer, opened) = try Writer.open(place, companions: options.companions)
        self.medium = medium
        self.folder = place
        notices = opened.notices
        let integrity = self.integrity
        integrity.withLock { $0.loss = opened.loss }
        var limits = Intake.Limits()
        limits.rawBytes = options.memoryLimit
        limits.seriesBytes = options.memoryLimit + options.memoryLimit / 2
        limits.delay = UInt64(clamping: options.commitDelay.nanoseconds)
        gate = IntakeGate(limits: limits)
        readers = ReaderPool(path: place.database, beforeRead: options.beforeRead) { error in
            place.markSuspect()
            integrity.withLock { $0.damage = $0.damage ?? error.message }
        }
        closed = OnceFlag()
        thread = try WriterThread.start(writer, gate: gate)
    }

    deinit { close() }

    /// Writes what waits, folds the log into the file and stops; everything after that fails. May be called twice.
    package func close() {
        guard closed.raise() else { return _ = closing.get() }
        gate.close()
        thread.join()
        readers.close()
        lock.release()
        closing.set(.success(()))
    }
}

extension Duration {
    fileprivate var nanoseconds: Int64 {
        let (seconds, overflow) = components.seconds.multipliedReportingOverflow(by: 1_000_000_000)
        return overflow ? .max : seconds.addingReportingOverflow(components.attoseconds / 1_000_000_000).partialValue
    }
}

extension Store {
    /// Makes a device known, or known better, with what it says of itself.
    /// - Parameters:
    ///   - identity: maker, model, serial, firmware.
    ///   - id: its name here; by default `DeviceIdentity.deviceID`.
    ///   - isSynthetic: whether its data are simulated; said wherever they are shown.
    ///   - isPreview: whether what it sends live is only a look at it; nil to leave that as it is.
    ///   - seen: when it was seen; by default now.
    @discardableResult
    package func register(
        _ identity: DeviceIdentity, as id: DeviceID? = nil, isSynthetic: Bool = false, isPreview: Bool? = nil,
        seen: Instant? = nil
    ) -> Receipt? {
        let at = seen ?? .now
        return gate.append(
            .device(id ?? identity.deviceID, identity, isSynthetic: isSynthetic, isPreview: isPreview, at: at))
    }

    /// Keeps raw samples that a device sent.
    /// - Returns: what to ask ``isDurable(_:)`` for; nil when the batch had to be dropped, which is counted as a loss.
    @discardableResult
    package func append(_ batch: SampleBatch) -> Receipt? { gate.append(.batch(batch)) }

    /// Keeps beats of a device. A provisional one is settled by giving it again.
    @discardableResult
    package func append(_ beats: [Beat], device: DeviceID) -> Receipt? { gate.append(.beats(beats, device, .live)) }

    /// Keeps epochs of a device. One second is not worth keeping: raw samples give it again, and years of it would
    /// take six times the space of all the others.
    @discardableResult
    package func append(_ epochs: [Epoch], device: DeviceID) -> Receipt? {
        gate.append(.epochs(epochs.filter { $0.seconds > 1 }, device, .live))
    }

    /// Appends losses of a device; they are durable at the next commit.
    @discardableResult
    package func append(_ losses: [Loss], device: DeviceID) -> Receipt? {
        gate.append(.losses(losses, device, .live, at: .now))
    }

    /// Appends readings of a device; they are durable at the next commit.
    @discardableResult
    package func append(_ readings: [LoadReading], device: DeviceID) -> Receipt? {
        gate.append(.readings(readings, device))
    }

    /// Keeps nights found in a device's live data. A night of the same date by the same methods and versions takes
    /// the place of the earlier one; another method's stands beside it.
    @discardableResult
    package func append(_ nights: [Night], device: DeviceID) -> Receipt? {
        gate.append(.nights(nights, device, .live, at: .now))
    }

    /// Keeps nights of a recording that was imported before, scored again; on disk when it returns. As with
    /// live nights, the same methods and versions take the place of the earlier night.
    /// - Throws: `Failure` when it cannot be written.
    package func append(_ nights: [Night], device: DeviceID, recording: RecordingID) throws(Failure) {
        try performWaiting { writer in try writer.keep(nights, of: device, .recording(recording), at: .now) }
    }

    /// Writes everything handed over so far and returns when it is on disk.
    /// - Throws: `Failure` when it cannot be written now; it goes on waiting in memory.
    package func flush() async throws(Failure) {
        let result = await withCheckedContinuation { continuation in
            gate.whenDurable { continuation.resume(returning: $0) }
        }
        try result.get()
    }

    /// Whether what `receipt` stands for is on disk: what a device may be told to delete.
    package func isDurable(_ receipt: Receipt) -> Bool { receipt.position <= gate.durable }

    /// How much of each device's live data is on disk.
    package var watermarks: [DeviceID: Watermark] { gate.watermarks }

    /// Whether the store accepts and writes data.
    package var status: StoreStatus {
        var status = gate.status
        integrity.withLock { integrity in
            status.damage = integrity.damage
            status.checked = integrity.checked
        }
        return status
    }
}

extension Store {
    /// Commits so far: what was read at one number is still so at the same.
    package var commits: UInt64 { gate.commits.load(ordering: .acquiring) }

    /// The last commit with anything but live series: a night, what a person said of one, an import, a deletion.
    package var lastChange: UInt64 { gate.changes.withLock(\.last) }

    /// The last commit with live series of a device in `span`; may be later than it was, never earlier.
    package func lastChange(of device: DeviceID, in span: Range<Instant>) -> UInt64 {
        gate.changes.withLock { $0.last(of: device, in: span) }
    }
}
