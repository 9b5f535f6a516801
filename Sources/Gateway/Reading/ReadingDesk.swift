public import Companion
import Runtime
public import Signals
public import Store
import Synchronization

/// Reading with a load that is watched: what was learned of each reader, sessions under way, and breathing exercises.
///
/// `person` is the number of a person, 0 where nobody was entered yet.
public final class ReadingDesk: Sendable {
    let store: Store
    let bus: LiveBus
    let clock: any HostClock
    let devices: DeviceHome
    private let baselines = Mutex<[Int64: StoredReadingBaseline?]>([:])

    init(store: Store, bus: LiveBus, clock: any HostClock, devices: DeviceHome) {
        self.store = store
        self.bus = bus
        self.clock = clock
        self.devices = devices
    }

    /// A dictionary; nil where none is installed.
    public var lexicon: (any Lexicon)? { nil }

    /// What was learned of a reader; nil when nothing was, or it cannot be read.
    public func storedBaseline(of person: Int64) -> StoredReadingBaseline? {
        if let known = baselines.withLock({ $0[person] }) { return known }
        guard let read = try? store.readingBaseline(of: person) else {
            // Not kept when the store could not be read: the next question asks again.
            return nil
        }
        baselines.withLock { $0[person] = read }
        return read
    }

    /// The part of what was learned of a reader that counts now.
    public func baseline(of person: Int64, at now: Instant) -> ReadingBaseline {
        storedBaseline(of: person)?.inForce(at: now) ?? ReadingBaseline()
    }

    /// Keeps what was learned of a reader; nil to forget it.
    /// - Throws: `Failure` when it cannot be kept.
    public func keep(_ stored: StoredReadingBaseline?, of person: Int64) throws {
        try store.keep(stored, ofReader: person)
        baselines.withLock { $0[person] = .some(stored) }
    }

    /// Learns from a stretch of reading of low stress.
    /// - Throws: `Failure` when it cannot be kept.
    public func learn(
        of person: Int64, speed: Double?, errors: Double?, pauses: Double?, variability: Double?, at now: Instant
    ) throws {
        var stored =
            storedBaseline(of: person)
            ?? StoredReadingBaseline(baseline: ReadingBaseline(), first: now, made: now, windows: 0)
        stored.baseline.learn(speed: speed, errors: errors, pauses: pauses, variability: variability)
        stored.made = now
        stored.windows += 1
        try keep(stored, of: person)
    }
}
