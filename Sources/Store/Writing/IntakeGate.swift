import Runtime
import Signals
import Synchronization

/// The intake behind a lock: callers put in, the writer's thread takes out.
final class IntakeGate: @unchecked Sendable {
    /// Waits for everything up to a position to be on disk.
    private typealias Waiter = (position: UInt64, resume: @Sendable (Result<Void, Failure>) -> Void)

    let waits = MisplacedWaits()
    private let latch = Latch()
    // Protected by `latch`.
    private var intake: Intake
    private var waiters: [Waiter] = []
    private var isStopped = false
    /// What who asks for a write is told at once, while the disk takes nothing and until it is tried again; nil otherwise.
    private var refusal: Failure?

    init(limits: Intake.Limits) { intake = Intake(limits: limits) }

    // MARK: callers

    /// Hands over a live entry; never waits for the disk.
    func append(_ entry: Entry, hurry: Bool = false) -> Receipt? {
        latch.withLock {
            guard !isStopped else { return nil }
            let now = monotonicNow()
            let planned = intake.next(now: now)
            let receipt = intake.append(entry, now: now)
            if hurry { intake.hurry(now: now) }
            // To wake a thread costs more than all else here, and the writer has mostly nothing new to do.
            if intake.next(now: now) != planned { latch.signal() }
            return receipt
        }
    }

    /// Hands over a part of an import, and waits while there is no room for it.
    /// - Throws: `Failure` when the store has been closed, or has failed since `failures` was read.
    func appendBulk(_ entry: Entry, failures: UInt64) throws(Failure) {
        waits.note()
        let problem: Failure? = latch.withLock {
            while !intake.hasBulkRoom, !isStopped, intake.bulkFailures == failures { latch.wait() }
            if isStopped { return .storeClosed }
            guard intake.bulkFailures == failures else { return .importLost(intake.status.problem) }
            intake.appendBulk(entry, now: monotonicNow())
            latch.signal()
            return nil
        }
        if let problem { throw problem }
    }

    /// Hands over a part of an import if there is room for it; never waits.
    /// - Returns: false when there is none, the store has been closed, or it has failed since `failures` was read.
    func offerBulk(_ entry: Entry, failures: UInt64) -> Bool {
        latch.withLock {
            guard intake.hasBulkRoom, !isStopped, intake.bulkFailures == failures else { return false }
            intake.appendBulk(entry, now: monotonicNow())
            latch.signal()
            return true
        }
    }

    /// Whether an import may hand over more at once.
    var hasBulkRoom: Bool { latch.withLock { intake.hasBulkRoom } }

    /// Transactions that were committed.
    let commits = Atomic<UInt64>(0)

    /// What the commits changed.
    let changes = Mutex(ChangeLog())

    /// Runs `body` on the writing connection and returns when it is durable; no thread waits for it.
    ///
    /// While the disk takes nothing it is refused at once: what is asked for would pile up.
    /// After each pause the live data that wait, or else the next that is asked for, decide whether it takes something again.
    /// - Parameters:
    ///   - isOutside: whether it is done after the transaction and not in it.
    ///   - isDerived: whether it only keeps what follows from all else in the store.
    ///   - body: what is done.
    func perform(
        isOutside: Bool = false, isDerived: Bool = false, _ body: @escaping @Sendable (Writer) throws -> Void
    ) async throws {
        try await withCheckedThrowingContinuation { continuation in
            take(Job(isOutside: isOutside, isDerived: isDerived, body) { continuation.resume(with: $0) })
        }
    }

    /// As ``perform(isOutside:isDerived:_:)``, and blocks the thread.
    func performWaiting(_ body: @escaping @Sendable (Writer) throws -> Void) throws {
        waits.note()
        let outcome = Outcome()
        take(Job(body) { outcome.set($0) })
        try outcome.get().get()
    }

    /// As ``perform(isOutside:isDerived:_:)``, and returns at once; `whenDone` is called on the writer's thread, or here.
    func hand(
        _ body: @escaping @Sendable (Writer) throws -> Void,
        whenDone: @escaping @Sendable (Result<Void, any Error>) -> Void
    ) { take(Job(body, whenDone: whenDone)) }

    private func take(_ job: Job) {
        let problem: Failure? = latch.withLock {
            guard !isStopped else { return .storeClosed }
            let now = monotonicNow()
            if let refusal, intake.isPaused(at: now) { return refusal }
            intake.appendBulk(.job(job), now: now)
            latch.signal()
            return nil
        }
        if let problem { job.finish(.failure(problem)) }
    }

    /// How often bulk entries have been lost; see ``appendBulk(_:failures:)``.
    var bulkFailures: UInt64 { latch.withLock { intake.bulkFailures } }

    /// Calls `resume` once everything so far is on disk, or a commit has failed.
    func whenDurable(_ resume: @escaping @Sendable (Result<Void, Failure>) -> Void) {
        let immediate: Result<Void, Failure>? = latch.withLock {
            if intake.durable >= intake.appended { return .success(()) }
            if isStopped { return .failure(.storeClosed) }
            waiters.append((intake.appended, resume))
            intake.hurry(now: monotonicNow())
            latch.signal()
            return nil
        }
        if let immediate { resume(immediate) }
    }

    /// The position up to which everything is on disk.
    var durable: UInt64 { latch.withLock { intake.durable } }

    /// The newest durable entry of each device.
    var watermarks: [DeviceID: Watermark] { latch.withLock { intake.watermarks } }

    /// The present status.
    var status: StoreStatus { latch.withLock { intake.report } }

    /// Asks the writer to write what is queued, then to stop.
    func close() {
        latch.withLock {
            intake.close()
            latch.signal()
        }
    }

    // MARK: the writer's thread

    /// Blocks until there is work; nil when the writer is to stop.
    func take() -> Work? {
        latch.withLock {
            while true {
                switch intake.next(now: monotonicNow()) {
                case .stop:
                    isStopped = true
                    latch.signal()
                    return nil
                case .commit: return intake.take()
                case .wait(let deadline): latch.wait(until: deadline)
                }
            }
        }
    }

    /// Tells readers what `work` has changed, before anybody is told that it is on disk.
    func note(_ work: Work) {
        let count = changes.withLock { changes in
            changes.committed(work)
            return changes.commits
        }
        commits.store(count, ordering: .releasing)
    }

    /// `work` has been committed.
    func committed(_ work: Work, took: UInt64, duplicates: Int) {
        let (done, isBack): ([Waiter], Bool) = latch.withLock {
            let isBack = !intake.status.isRecording
            intake.committed(work, took: took, duplicates: duplicates)
            refusal = nil
            intake.maintenance = nil
            defer { latch.signal() }
            let ready = waiters.filter { $0.position <= intake.durable }
            waiters.removeAll { $0.position <= intake.durable }
            return (ready, isBack)
        }
        if isBack { Log.info("The store takes what comes again.") }
        for waiter in done { waiter.resume(.success(())) }
    }

    /// Takes in what maintenance is left, and since when it cannot be done.
    func plan(maintenance: Writer.Maintenance) {
        latch.withLock {
            intake.maintenance = maintenance.due
            intake.note(unfinished: maintenance.problem)
        }
    }

    /// `work` could not be written.
    /// - Returns: whether to go on trying; false when closing, where what waits is lost.
    func failed(_ work: Work, _ failure: Failure) -> Bool {
        let (failed, jobs, goesOn, isNews): ([Waiter], [Job], Bool, Bool) = latch.withLock {
            let isNews = intake.status.isRecording
            intake.failed(work, problem: failure.message, at: .now, now: monotonicNow())
            isStopped = intake.isClosing
            refusal = (failure.cause as? SQLiteError)?.code.meansNoWriting == true ? failure : nil
            // Who came while it was being tried would otherwise wait for the next time, and at the end for ever.
            let jobs = refusal == nil && !isStopped ? [] : intake.takeJobs()
            defer {
                waiters.removeAll()
                latch.signal()
            }
            return (waiters, jobs, !isStopped, isNews)
        }
        for job in jobs { job.finish(.failure(failure)) }
        if isNews { Log.error("The store cannot keep what comes.", ["cause": Log.cause(failure)]) }
        for waiter in failed { waiter.resume(.failure(failure)) }
        return goesOn
    }

    /// What to say of an import that has lost a part.
    var importLost: Failure { latch.withLock { .importLost(intake.status.problem) } }
}

extension Failure {
    /// A part of an import could not be written, because of `problem`.
    static func importLost(_ problem: String?) -> Failure {
        Failure(.failed, "The import could not be written and is undone. \(problem ?? "Import the file again.")")
    }

    /// Something was asked of a store after it had been closed.
    static let storeClosed = Failure(.failed, "The store has been closed. Start the gateway again.")
}
