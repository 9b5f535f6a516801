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
