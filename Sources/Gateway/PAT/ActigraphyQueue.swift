package import Analysis
import Documents
import Runtime
import Signals
import Store
import Synchronization

/// Analyses of activity that programs send, one after the other on a thread of their own; what they find is stored.
package final class ActigraphyQueue: Sendable {
    private struct Entry {
        var result: ActigraphyResult
        var task: Task<Void, Never>?
    }

    /// Seconds for which the same request gets the same result.
    package static let cacheSeconds: Double = 300
    /// Seconds for which a result stays in memory; the store keeps it beyond.
    package static let keptSeconds: Double = 3600
    /// Results that are kept in memory at most.
    private static let limit = 64
    /// Analyses of one person that may wait at a time.
    private static let waiting = 4

    private let store: Store
    private let bus: LiveBus
    private let zone: Zone
    private let clock: any HostClock
    private let thread: ThreadExecutor
    private let weights: PATWeightsLoader
    private let entries = Mutex<[String: Entry]>([:])

    init(
        store: Store, bus: LiveBus, zone: Zone, clock: any HostClock, thread: ThreadExecutor, folder: String
    ) {
        (self.store, self.bus) = (store, bus)
        self.zone = zone
        self.clock = clock
        self.thread = thread
        weights = PATWeightsLoader(folder: PATWeightsFolder(in: folder))
    }

    /// Models whose weights are installed, the largest first.
    package var models: [PATModel] { weights.installed }

    /// Why an installed model cannot be used; nil when it can, or when none is installed.
    package var modelFault: String? { weights.fault }

    /// Begins an analysis, or finds that of the same request.
    /// - Returns: its name, and whether it was done before.
    /// - Throws: `Failure` when too many of the person's are under way.
    package func begin(_ request: ActigraphyRequest, of person: Int64) throws -> (id: String, isCached: Bool) {
        let now = clock.now
        let id = HealthIntake.uuid()
        return try entries.withLock { entries in
            Self.drop(&entries, now)
            let own = entries.values.filter { $0.result.person == person }
            if let known = own.first(where: { entry in
                entry.result.request == request && entry.result.status == .completed
                    && now.seconds(since: entry.result.time) < Self.cacheSeconds
            }) {
                return (known.result.id, true)
            }
            guard own.count(where: { $0.result.status == .processing }) < Self.waiting else {
                throw Failure(.notPermitted, "\(Self.waiting) analyses are under way; wait for one, or cancel one.")
            }
            let result = ActigraphyResult(id: id, person: person, status: .processing, time: now, request: request)
            let task = Task(executorPreference: thread) { [self] in await work(result) }
            entries[id] = Entry(result: result, task: task)
            return (id, false)
        }
    }

    /// An analysis of a person; nil when the person has none of that name.
    package func result(_ id: String, of person: Int64) -> ActigraphyResult? {
        entries.withLock { $0[id]?.result }.flatMap { $0.person == person ? $0 : nil }
    }

    /// Waits for the end of an analysis, for `patience` at most; the analysis goes on.
    package func finish(_ id: String, within patience: Duration) async {
        _ = await entries.withLock { $0[id]?.task }?.hasEnded(within: patience)
    }

    /// The document of an analysis that is no longer in memory, as JSON; nil when the person has none of that name.
    /// - Throws: `Failure` when the store cannot be read.
    package func stored(_ id: String, of person: Int64) throws -> [UInt8]? {
        try store.activityAnalysis(id, of: person)?.body
    }

    /// Stops an analysis and forgets it.
    /// - Returns: False when the person has none of that name.
    /// - Throws: `Failure` when the store cannot be changed.
    package func cancel(_ id: String, of person: Int64) async throws -> Bool {
        let isKnown = entries.withLock { entries in
            guard let entry = entries[id], entry.result.person == person else { return false }
            entry.task?.cancel()
            entries[id] = nil
            return true
        }
        let wasKept = try await store.deleteActivityAnalysis(id, of: person)
        return wasKept || isKnown
    }

    private func work(_ begun: ActigraphyResult) async {
        let started = ContinuousClock.now
        var result = begun
        do {
            try Task.checkCancellation()
            try analyse(&result)
            result.status = .completed
        } catch {
            result.status = .failed
            if !(error is CancellationError) { Log.warning("An analysis failed.", ["cause": Log.cause(error)]) }
            result.message = error is Failure ? Failure.telling(error) : "The analysis was stopped."
        }
        let spent = (ContinuousClock.now - started).components
        result.milliseconds = Double(spent.seconds) * 1000 + Double(spent.attoseconds) / 1e15
        result.time = clock.now
        // One that was cancelled meanwhile is not kept.
        guard entries.withLock({ $0[begun.id] != nil }) else { return }
        do {
            try await store.keep(
                ActivityAnalysis(
                    id: result.id, person: result.person, made: result.time, status: result.status.rawValue,
                    body: StoredActivityAnalysisDocument(result).json.bytes))
        } catch {
            result.message =
                "This analysis could not be stored and is gone with the next start: \(error.message)"
        }
        let done = result
        let isLeft = entries.withLock { entries in
            guard entries[done.id] != nil else { return false }
            entries[done.id] = Entry(result: done)
            return true
        }
        guard isLeft else {
            _ = try? await store.deleteActivityAnalysis(done.id, of: done.person)
            return
        }
        bus.publish(
            .analysisUpdated(AnalysisUpdateDocument(.activity, done.id, done.status.rawValue), of: done.person))
    }

    private func analyse(_ result: inout ActigraphyResult) throws {
        let request = result.request
        var epochs = CountEpochs(scale: request.measure == .steps ? .steps : .actigraph, epochSeconds: 60)
        for (index, count) in request.counts.enumerated() where count.isFinite {
            epochs.append(start: request.start.advanced(byNanoseconds: Int64(index) * 60_000_000_000), count: count)
        }
        let (nights, cut) = try NightAnalysis.nights(bareCounts: epochs, zone: zone)
        result.cut = cut
        result.nightCount = nights.count { $0.sleepPeriod != nil }
        result.night = MainNight.of(nights)
        result.analysis = ActigraphyAnalysis(
            rhythm: NightAnalysis.rhythm(counts: epochs, zone: zone), nights: nights)
        try Task.checkCancellation()
        (result.embedding, result.embeddingNote) = weights.encode(request.activity)
        if result.nightCount == 0 {
            result.message = result.night?.sleepPeriodReason ?? "No night was found: four recorded hours are needed."
        }
    }

    private static func drop(_ entries: inout [String: Entry], _ now: Instant) {
        entries = entries.filter {
            $0.value.result.status == .processing || now.seconds(since: $0.value.result.time) < keptSeconds
        }
        let done = entries.values.map(\.result).filter { $0.status != .processing }.sorted { $0.time < $1.time }
        for result in done.prefix(max(0, done.count - limit + 1)) { entries[result.id] = nil }
    }
}
