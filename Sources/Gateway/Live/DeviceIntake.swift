import Devices
import Glibc
import Runtime
import Signals
import Store
import Synchronization

/// The driver's end of a pipeline: what is delivered goes to the store and, in the order of arrival, into the ring.
///
/// A driver calls from one place at a time (see `DeviceSource`) and waits for nobody here: what the ring has no room for
/// is counted, and who refuses a stream waits until what is under way is through.
///
/// `@unchecked Sendable`: `producer` and `known` are touched between `begin` and `end` alone, one caller at a time.
final class DeviceIntake: @unchecked Sendable {
    /// Samples that may wait to be worked on: 16 s at 1 kHz.
    static let capacity = 16_384

    private let store: Store
    /// Channels that may be recorded; nil for all.
    private let streams: Set<Channel>?
    private let isReplayed: Bool
    private var producer: RingProducer<Arrival>
    /// The refusals as the driver knows them, and which they are.
    private var known: (channels: Set<Channel>, version: Int) = ([], 0)
    private let isBusy = Atomic(false)

    /// Streams that the wearer does not want to be recorded.
    private let refused = Mutex<Set<Channel>>([])
    /// Counts their changes.
    private let version = Atomic(0)
    private let closed = Atomic(false)
    /// The room that what waits takes.
    private let waiting = Atomic(0)
    /// Samples that there was no room for; looked at where `hasLost` says so.
    private let lost = Mutex<[Channel: Int]>([:])
    private let hasLost = Atomic(false)

    /// - Parameters:
    ///   - producer: of a ring with room for as many arrivals as ``capacity`` allows.
    ///   - store: where samples are kept as they came.
    ///   - streams: channels that may be recorded; nil for all.
    ///   - isReplayed: whether the stamps are of another time.
    init(_ producer: consuming RingProducer<Arrival>, store: Store, streams: Set<Channel>?, isReplayed: Bool) {
        self.producer = producer
        self.store = store
        self.streams = streams
        self.isReplayed = isReplayed
    }

    // MARK: the driver

    /// Takes samples of any channel but beats.
    func take(_ batch: SampleBatch) {
        let isPlausible = isReplayed || DeviceClock.isPlausible(batch)
        begin()
        defer { end() }
        guard isTaken(batch.channel) else { return }
        store.append(batch)
        push(isPlausible ? .samples(batch) : .implausible(batch))
    }

    /// Takes beats.
    func take(_ batch: BeatBatch) {
        begin()
        defer { end() }
        if isTaken(.rrInterval) { push(.beats(batch)) }
    }

    private func begin() {
        // Free, but for a driver that breaks its contract: it must not spoil the ring.
        while isBusy.exchange(true, ordering: .sequentiallyConsistent) { sched_yield() }
        let newest = version.load(ordering: .sequentiallyConsistent)
        if newest != known.version { known = (refused.withLock { $0 }, newest) }
    }

    private func end() { isBusy.store(false, ordering: .releasing) }

    private func isTaken(_ channel: Channel) -> Bool {
        if isClosed { return false }
        if store.loss != nil || known.channels.contains(channel) {
            push(.refused)
            return false
        }
        return streams?.contains(channel) ?? true
    }

    private func push(_ arrival: Arrival) {
        let room = Self.capacity - waiting.load(ordering: .acquiring)
        if arrival.weight <= room { return put(arrival) }
        guard let (channel, count) = arrival.samples else { return }
        var taken = 0
        if case .samples(let batch) = arrival, room >= Arrival.least {
            taken = room
            put(.samples(batch.slice(0..<taken)))
        }
        lost.withLock { $0[channel, default: 0] += count - taken }
        hasLost.store(true, ordering: .releasing)
    }

    private func put(_ arrival: Arrival) {
        let weight = arrival.weight
        // There is a slot for each least weight.
        producer.push(arrival)
        // Afterwards, so that who sees it finds the arrival: less than nothing may wait for a moment.
        waiting.wrappingAdd(weight, ordering: .releasing)
    }

    // MARK: everybody

    /// Whether something waits to be worked on.
    var hasWaiting: Bool { waiting.load(ordering: .acquiring) > 0 }

    /// Whether half of the room is taken.
    var isHalfFull: Bool { waiting.load(ordering: .relaxed) > Self.capacity / 2 }

    /// Whether nothing is taken any more: consent was withdrawn, or the session is ending.
    var isClosed: Bool { closed.load(ordering: .sequentiallyConsistent) }

    /// Takes nothing more, from this moment on.
    func close() {
        closed.store(true, ordering: .sequentiallyConsistent)
        awaitDriver()
    }

    /// Takes nothing more of these streams, from this moment on, and all others.
    /// - Returns: whether that is new.
    func refuse(_ channels: Set<Channel>) -> Bool {
        let isNews = refused.withLock { refused in
            defer { refused = channels }
            return refused != channels
        }
        guard isNews else { return false }
        version.wrappingAdd(1, ordering: .sequentiallyConsistent)
        awaitDriver()
        return true
    }

    /// Whether the wearer refuses a stream, or may have: what was refused is not known after a loss.
    func isRefused(_ channel: Channel) -> Bool { store.loss != nil || refused.withLock { $0.contains(channel) } }

    /// Waits until a delivery is through that may have begun before.
    private func awaitDriver() {
        while isBusy.load(ordering: .sequentiallyConsistent) { sched_yield() }
    }

    // MARK: the consumer

    /// Gives the room back that an arrival took.
    func giveBack(_ weight: Int) { waiting.wrappingSubtract(weight, ordering: .releasing) }

    /// The samples that there was no room for since the last call, by channel.
    func takeLost() -> [Channel: Int] {
        guard hasLost.exchange(false, ordering: .acquiring) else { return [:] }
        return lost.withLock { lost in
            defer { lost = [:] }
            return lost
        }
    }
}
