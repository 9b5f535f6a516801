import Signals

/// What waits for the writer and when it is to be written: a plain state machine without clock, lock or disk.
///
/// Two queues. Live entries are never refused while there is room and never wait for an import; bulk entries of an
/// import wait for their caller, who is held back when they fill their share. All times are nanoseconds of one
/// monotonic clock.
struct Intake {
    /// The limits of the queues.
    struct Limits: Hashable, Sendable {
        /// Bytes of live data up to which raw samples are accepted.
        var rawBytes = 8 << 20
        /// Live bytes up to which beats, epochs and the like are taken: small, and dearer than raw samples.
        var seriesBytes = 12 << 20
        /// Bytes that an import may queue.
        var bulkBytes = 4 << 20
        /// Waiting bytes that are written without further delay.
        var commitBytes = 1 << 20
        /// The longest that an entry waits for others, in nanoseconds.
        var delay: UInt64 = 500_000_000
        /// The first and the longest pause after a failed commit, in nanoseconds.
        var retry: ClosedRange<UInt64> = 250_000_000...5_000_000_000
    }

    /// What the writer thread does next.
    enum Action: Equatable {
        case wait(until: UInt64?)
        case commit
        case stop
    }

    let limits: Limits
    private(set) var live: [Entry] = []
    private(set) var liveBytes = 0
    private(set) var bulk: [Entry] = []
    private(set) var bulkBytes = 0
    private(set) var appended: UInt64 = 0
    private(set) var durable: UInt64 = 0
    private(set) var watermarks: [DeviceID: Watermark] = [:]
    private(set) var status = StoreStatus()
    private(set) var isClosing = false
    /// From when on the writer has something to tidy up when nothing else is to do; nil for nothing. It may have at the
    /// start.
    var maintenance: UInt64? = 0
    private var due: UInt64?
    private var pause: UInt64 = 0
    private var pausedUntil: UInt64?
    private var isUrgent = false
    private var lastCommit: UInt64 = 0
    private var dropped: [LossKey: Loss] = [:]
    /// Counts the failures that took bulk entries with them; an import that sees it move has lost something.
    private(set) var bulkFailures: UInt64 = 0

    private struct LossKey: Hashable {
        var device: DeviceID
        var channel: Channel?
    }

    init(limits: Limits = Limits()) { self.limits = limits }

    /// Takes a live entry, or drops and counts it, and returns nil, when there is no room.
    mutating func append(_ entry: Entry, now: UInt64) -> Receipt? {
        let size = entry.size
        let limit = if case .batch = entry { limits.rawBytes } else { limits.seriesBytes }
        if case .abandon(let recording, _, _) = entry {
            forget(recording)
        } else if liveBytes + size > limit {
            drop(entry)
            return nil
        }
        appended += 1
        live.append(entry)
        liveBytes += size
        schedule(now)
        return Receipt(position: appended)
    }

    /// Whether nothing is tried at `now`, because the last commit failed just before.
    func isPaused(at now: UInt64) -> Bool { pausedUntil.map { now < $0 } ?? false }

    /// Removes and returns the queued jobs.
    mutating func takeJobs() -> [Job] {
        let waiting = bulk.filter { if case .job = $0 { true } else { false } }
        bulk.removeAll { if case .job = $0 { true } else { false } }
        bulkBytes -= waiting.reduce(0) { $0 + $1.size }
        return waiting.compactMap { if case .job(let job) = $0 { job } else { nil } }
    }

    /// Whether an import may queue more.
    var hasBulkRoom: Bool { bulkBytes < limits.bulkBytes }

    /// Takes an entry that belongs to an import, or a job.
    mutating func appendBulk(_ entry: Entry, now: UInt64) {
        appended += 1
        bulk.append(entry)
        bulkBytes += entry.size
        if case .job = entry { isUrgent = true }
        schedule(now)
    }

    /// Asks for an immediate commit.
    mutating func hurry(now: UInt64) {
        guard durable < appended else { return }
        isUrgent = true
        schedule(now)
    }

    /// Asks for everything to be written and the writer to stop.
    mutating func close() { isClosing = true }

    /// The next action at `now`.
    func next(now: UInt64) -> Action {
        let isEmpty = live.isEmpty && bulk.isEmpty && dropped.isEmpty
        if let pausedUntil, now < pausedUntil, !isClosing { return .wait(until: pausedUntil) }
        if isEmpty {
            guard !isClosing else { return .stop }
            guard let maintenance, maintenance <= now else { return .wait(until: maintenance) }
            return .commit
        }
        if isClosing || isUrgent || liveBytes + bulkBytes >= limits.commitBytes { return .commit }
        guard let due else { return .commit }
        return now >= due ? .commit : .wait(until: due)
    }

    /// Removes and returns everything queued, for one transaction.
    mutating func take() -> Work {
        defer {
            live.removeAll()
            bulk.removeAll()
            dropped.removeAll()
            due = nil
            isUrgent = false
        }
        return Work(
            live: live, bulk: bulk, liveBytes: liveBytes, bulkBytes: bulkBytes, through: appended,
            losses: dropped.map { ($0.key.device, $0.value) })
    }

    /// `work` has been committed.
    mutating func committed(_ work: Work, took: UInt64, duplicates: Int) {
        durable = max(durable, work.through)
        liveBytes -= work.liveBytes
        bulkBytes -= work.bulkBytes
        pause = 0
        pausedUntil = nil
        lastCommit = took
        for entry in work.live {
            guard let device = entry.liveDevice else { continue }
            var mark = watermarks[device] ?? Watermark(receipt: Receipt(position: 0), latest: nil)
            mark.receipt = Receipt(position: work.through)
            if let latest = entry.latest { mark.latest = max(mark.latest ?? latest, latest) }
            watermarks[device] = mark
        }
        status.isRecording = true
        status.problem = nil
        status.since = nil
        status.duplicates += duplicates
        status.lastCommit = Double(took) / 1e9
    }

    /// `work` could not be written: its live part waits again, before what came since. Bulk entries do not: their
    /// import fails and is undone.
    mutating func failed(_ work: Work, problem: String, at instant: Instant, now: UInt64) {
        live = work.live + live
        bulkBytes -= work.bulkBytes
        if !work.bulk.isEmpty { bulkFailures += 1 }
        for (device, loss) in work.losses { add(loss, of: device) }
        pause = pause == 0 ? limits.retry.lowerBound : min(pause &* 2, limits.retry.upperBound)
        pausedUntil = now + pause
        if status.isRecording { status.since = instant }
        status.isRecording = false
        status.problem = problem
    }

    /// What could not be tidied up, and why; nil when all could.
    mutating func note(unfinished problem: String?) { status.unfinished = problem }

    /// The status with the present queue.
    var report: StoreStatus {
        var report = status
        report.pendingBytes = liveBytes + bulkBytes
        return report
    }

    /// An entry is late by the wait and by the commit itself: the slower the disk, the sooner it must begin.
    private mutating func schedule(_ now: UInt64) {
        guard due == nil else { return }
        due = now + max(limits.delay / 4, limits.delay - min(lastCommit, limits.delay))
    }

    /// What an import that has ended left in the queue must not come after its end.
    private mutating func forget(_ recording: RecordingID) {
        let left = bulk.filter { $0.recording == recording }
        bulk.removeAll { $0.recording == recording }
        bulkBytes -= left.reduce(0) { $0 + $1.size }
    }

    private mutating func drop(_ entry: Entry) {
        guard let device = entry.liveDevice, let (_, loss) = entry.asLoss else { return }
        if loss.unit == .samples { status.droppedSamples += loss.count }
        add(loss, of: device)
    }

    private mutating func add(_ loss: Loss, of device: DeviceID) {
        let key = LossKey(device: device, channel: loss.channel)
        guard var sum = dropped[key] else { return dropped[key] = loss }
        sum.count += loss.count
        sum.first = [sum.first, loss.first].compactMap { $0 }.min()
        sum.end = [sum.end, loss.end].compactMap { $0 }.max()
        dropped[key] = sum
    }
}

/// The contents of one transaction.
struct Work {
    var live: [Entry]
    var bulk: [Entry]
    var liveBytes: Int
    var bulkBytes: Int
    /// The last position that it contains.
    var through: UInt64
    /// Losses of data that the queue had no room for.
    var losses: [(DeviceID, Loss)]
    /// Whether there is nothing to write.
    var isEmpty: Bool { live.isEmpty && bulk.isEmpty && losses.isEmpty }
}
