package import Analysis
package import Devices
import Runtime
package import Signals
package import Store
import Synchronization

/// The live way of one device: from what its driver delivers to epochs, readings, the store and the bus.
///
/// Samples and beats go into a lock-free ring, in the order of arrival and in the batches in which they came. The driver's
/// thread then works on what waits, so a reading is out within microseconds; where another thread is at work on the device
/// just then, the driver goes on, and that thread takes it with it. Raw batches go to the store as they came.
package final class DevicePipeline: DeviceOutlet {
    /// What the device is, as its driver said at first.
    package let device: DeviceDescription
    /// Channels that may be recorded; nil for all.
    let streams: Set<Channel>?
    /// When the session began.
    let started: Instant
    /// Something of what the device had kept was dropped since it was last asked.
    private let lostHistory = Atomic(false)
    private let bus: LiveBus
    private let store: Store
    /// The stretches of a channel that are withheld, as the wearer at that time refuses it.
    private let withheld: @Sendable (Channel, Range<Instant>) -> [Range<Instant>]
    private let intake: DeviceIntake
    private let state: Mutex<PipelineState>
    /// Held by the thread that works on what the ring has, from a step until what it yields is published, so that two
    /// threads never publish out of order.
    private let order = Mutex(())

    /// A pipeline for `device`, in whose name everything is kept.
    package init(
        device: DeviceDescription, store: Store, bus: LiveBus, zone: Zone, now: Instant, baseline: LoadBaseline? = nil,
        wearer: Person.ID? = nil, streams: Set<Channel>? = nil,
        withheld: @escaping @Sendable (Channel, Range<Instant>) -> [Range<Instant>] = { _, _ in [] }
    ) {
        let ring = SampleRing<Arrival>(capacity: DeviceIntake.capacity / Arrival.least)
        self.device = device
        self.streams = streams
        started = now
        self.bus = bus
        self.store = store
        self.withheld = withheld
        intake = DeviceIntake(
            ring.producer, store: store, streams: streams, isReplayed: device.origin == .replayed)
        state = Mutex(
            PipelineState(
                device: device, arrivals: ring.consumer, of: intake, zone: zone, now: now, baseline: baseline,
                wearer: wearer))
        state.withLock { $0.switchOff(allBut: streams) }
    }

    /// The status of the device.
    package var status: DeviceStatus { state.withLock { $0.status } }

    /// The last ten minutes of readings.
    package var history: LiveHistory { state.withLock { $0.history } }

    /// Heart rates of the last minutes, and of the one that is being filled.
    var minutes: [LiveMinute] { state.withLock { $0.minutes } }

    /// The newest RMSSD and SDNN; nil before any.
    package var heart: HeartWindow? { state.withLock { $0.heart } }

    /// The newest load reading; nil before any.
    package var load: LoadReading? { state.withLock { $0.load } }

    /// The baseline as learned so far; nil before any.
    package var baseline: LoadBaseline? { state.withLock { $0.baseline } }

    /// Who wears the device, as was said last; nil for nobody known.
    var wearer: Person.ID? { state.withLock { $0.wearer } }

    /// Says who wears the device from now on. What was learned of somebody else is no baseline of this person; what was
    /// learned before it was said, is.
    func change(wearer: Person.ID?, baseline: LoadBaseline?) {
        emit { $0.change(wearer: wearer, baseline: baseline) }
    }

    /// Says since when the device is worn as it is now; where that comes to be said otherwise, the last minutes may be
    /// another's and are no longer published.
    func begin(wearing start: Instant?) {
        let isNews = state.withLock { state in
            defer { state.worn = .some(start) }
            return state.worn.map { $0 != start } ?? false
        }
        if isNews { forget() }
    }

    /// Withholds these streams from now on, with everything derived from them.
    func withhold(_ channels: some Sequence<Channel>) {
        let channels = Set(channels)
        if intake.refuse(channels) { emit { $0.withhold(channels) } }
    }

    /// Removes what was published so far, as it is another person's.
    func forget() { emit { $0.forgetAll() } }

    /// How far the session has come, step by step; the newest last, at most 32.
    package var steps: [DeviceEntry.Step] { state.withLock { $0.stages.steps } }

    /// Whether the load is told from this device's heart; another one may represent the same person.
    package var speaksForHeart: Bool {
        get { state.withLock { $0.speaksForHeart } }
        set { state.withLock { $0.speaksForHeart = newValue } }
    }

    /// Says that the wearer is taken to sleep until an instant of the data: no load is told of them.
    func sleep(until end: Instant) { state.withLock { $0.asleepUntil = end } }

    /// Says how the wearer reads now, and usually; nil when nobody reads.
    func read(_ reading: ReadingBehaviour?, usual: UsualReading? = nil) {
        state.withLock { state in
            if let usual { state.analysis.begin(reading: usual) }
            state.analysis.reading = reading
        }
    }

    /// Begins the words for the load anew, as a session calls its first load by its number.
    func beginWords() { state.withLock { $0.analysis.beginWords() } }

    /// Goes on with the words for the load from the last one of a session before a restart, unless it has one of its own.
    func resumeWords(from word: ReadingRun.ReportedState) {
        state.withLock { $0.analysis.resumeWords(from: word.state, saidAt: word.time) }
    }

    /// Silences the load, as slow breathing moves the heart by itself, until ``endBreathing(at:)`` and 2 minutes more.
    func beginBreathing() { state.withLock { $0.analysis.beginBreathing() } }

    /// Ends a breathing exercise.
    func endBreathing(at time: Instant) { state.withLock { $0.analysis.endBreathing(at: time) } }

    /// Takes in samples of any channel except beats.
    package func deliver(_ batch: SampleBatch) {
        intake.take(batch)
        work()
    }

    /// Keeps what the device had kept while it was away, and shows nothing of it as if it were now. It is of who wore
    /// the device then, and so is the word on what may be kept of it.
    package func keep(_ history: SampleBatch) {
        guard store.loss == nil, !intake.isClosed, streams?.contains(history.channel) ?? true,
            let extent = history.extent
        else { return }
        let withheld = withheld(
            history.channel, extent.lowerBound..<extent.upperBound.advanced(byNanoseconds: 1))
        for part in history.parts(outside: withheld) where store.append(part) == nil {
            lostHistory.store(true, ordering: .relaxed)
        }
    }

    /// Returns when everything that was delivered is on the disk.
    /// - Throws: `Failure` when it cannot be written, or a part of it had to be dropped, or nothing is taken any more.
    package func settle() async throws {
        guard !intake.isClosed else { throw CancellationError() }
        try await store.flush()
        if lostHistory.exchange(false, ordering: .relaxed) {
            throw Failure(.failed, "The store could not take all of it. See that there is room on its disk.")
        }
    }

    /// The newest sample of a stream that is kept; nil when there is none or it cannot be told.
    package func newest(_ channel: Channel) async -> Instant? {
        try? await store.reading { [id = device.id] in try $0.lastKept(of: id, channel: channel) }
    }

    /// The stretches of `time` of which nothing more of these streams is to be kept, in order: where samples of the first
    /// that is not withheld then are kept, and where all of them are withheld.
    /// - Throws: `Failure` when the store cannot be read.
    package func kept(_ channels: [Channel], in time: Range<Instant>, apart: Double) async throws -> [Range<Instant>] {
        // What has come and is not on the disk yet is kept, too.
        try await store.flush()
        var stretches: [Range<Instant>] = []
        // Where every stream that was looked at is withheld.
        var open = [time]
        for channel in channels where streams?.contains(channel) ?? true {
            guard !open.isEmpty else { break }
            let withheld = withheld(channel, time)
            let kept = try await store.reading { [id = device.id] in
                try $0.stretches(of: id, channel: channel, in: time, apart: apart)
            }
            stretches += kept.intersection(open.subtracting(withheld))
            open = open.intersection(withheld)
        }
        return (stretches + open).sorted { $0.lowerBound < $1.lowerBound }
    }

    /// Takes beats that arrived together and publishes what they mean at once.
    package func deliver(_ beats: BeatBatch) {
        intake.take(beats)
        work()
    }

    /// Takes in a change of state or a loss.
    package func deliver(_ event: DeviceEvent, at instant: Instant) {
        if case .identified(let identity) = event {
            store.register(
                identity, as: device.id, isSynthetic: device.isSynthetic, isPreview: device.isPreview, seen: instant)
        }
        // Contact and charge come as events and are kept as streams.
        switch event {
        case .contact: emit(of: .contact) { $0.receive(event, at: instant) }
        case .battery, .batteryNote: emit(of: .batteryLevel) { $0.receive(event, at: instant) }
        default: emit { $0.receive(event, at: instant) }
        }
    }

    /// Empties the ring when it is half full, so that a replay at high speed loses nothing.
    package func room() async {
        if intake.isHalfFull { emit { $0.drain() } }
    }

    /// Takes what has come since the last tick through aggregation and analysis; to be called about once a second.
    package func tick(at now: Instant) {
        emit { $0.tick(at: now) }
    }

    /// Takes nothing more from the device, from this moment on.
    func close() {
        intake.close()
        // What is being published now is through then.
        order.withLock { _ in }
    }

    /// The newest sample or beat; nil before the first.
    var lastSample: Instant? { state.withLock { $0.status.lastSample } }

    /// When the host last had data, to a second; nil before the first.
    var lastArrival: Instant? { state.withLock { $0.arrived } }

    /// The first sample or beat of this session, where it is after `instant` or the newest is; nil before that.
    func firstSample(since instant: Instant) -> Instant? {
        state.withLock { state in
            guard let first = state.firstSample, let last = state.status.lastSample, last > instant else { return nil }
            return max(first, instant)
        }
    }

    /// Whether the device has ended for good.
    var isFinished: Bool { state.withLock { $0.isFinished } }

    /// The facts that decide whether the device represents its wearer.
    var eligibility: PipelineEligibility { state.withLock { $0.eligibility } }

    /// Closes all epochs and settles all beats: the device is done.
    package func finish() {
        emit { $0.finish() }
    }

    /// Works on what waits in the ring. Where another thread is at work, that one goes on with it, and nobody waits.
    private func work() {
        // Either this thread sees that the other has let go, or the other sees what was put in before.
        atomicMemoryFence(ordering: .sequentiallyConsistent)
        while intake.hasWaiting {
            guard order.withLockIfAvailable({ _ in perform { $0.drain() } }) != nil else { return }
            atomicMemoryFence(ordering: .sequentiallyConsistent)
        }
    }

    /// Runs a step under the lock, after all that arrived before it; what it yields is kept and published outside of it, so
    /// that a subscriber may ask for the status. It must not deliver anything.
    private func emit(_ step: (inout PipelineState) -> Void) {
        order.withLock { _ in perform(step) }
        work()
    }

    /// Runs a step that publishes a stream, unless its wearer has refused it in the meantime.
    private func emit(of channel: Channel, _ step: (inout PipelineState) -> Void) {
        order.withLock { _ in
            guard !intake.isClosed, !intake.isRefused(channel) else { return }
            perform(step)
        }
        work()
    }

    private func perform(_ step: (inout PipelineState) -> Void) {
        let yield = state.withLock { state in
            step(&state)
            return state.takeYield()
        }
        for batch in yield.batches { store.append(batch) }
        if !yield.beats.isEmpty { store.append(yield.beats, device: device.id) }
        if !yield.epochs.isEmpty { store.append(yield.epochs, device: device.id) }
        if !yield.readings.isEmpty { store.append(yield.readings, device: device.id) }
        if !yield.losses.isEmpty { store.append(yield.losses, device: device.id) }
        for event in yield.events { bus.publish(event) }
    }
}
