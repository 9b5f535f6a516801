/// Decides, stamp by stamp, whether a sector follows the one before it in time.
///
/// A single odd stamp is not used. Two successive stamps that agree with each other and not with those before are a
/// step of the clock, and only the second one shows that: so a verdict may have to wait for one more sector.
struct CWAContinuity {
    /// How a sector relates to those before it.
    enum Verdict: Hashable {
        /// It follows, and so do all that waited; its stamp may be used when given.
        case follows(CWAKnot?)
        /// Undecided until more sectors have been read.
        case waits
        /// It repeats an earlier sector.
        case repeats
        /// The run's only stamp so far was the odd one: these replace it.
        case corrects([CWAKnot])
        /// The last `sectors` sectors, this one included, begin a new run with these stamps.
        case breaks(sectors: Int, CWABreak.Reason, [CWAKnot])
    }

    /// The precision of the time stamps.
    var precision: CWAStampPrecision
    /// Nanoseconds per sample, as measured so far.
    private(set) var period: Double
    private var anchor: CWAKnot?
    private var isConfirmed = false
    private var candidate: CWAKnot?
    private var waiting = 0
    private var last: (session: UInt32, sequence: UInt32, layout: CWALayout)?
    /// Time stamps that were not used.
    private(set) var unusedStamps = 0

    /// Sectors that may wait before their stamps are given up.
    static let patience = 16

    init(period: Double, precision: CWAStampPrecision) {
        self.period = period
        self.precision = precision
    }

    /// Judges the next sector, whose first sample is number `first`.
    /// - Parameter damage: whether something was skipped just before it.
    mutating func judge(_ sector: CWASector, first: Int, afterDamage damage: Bool) -> Verdict {
        let stamp = sector.time.map { CWAKnot(index: first + sector.taken - 1, time: $0) }
        if isRepeated(sector) { return .repeats }
        defer { last = (sector.session, sector.sequence, sector.layout) }
        guard let last else {
            if stamp == nil { unusedStamps += 1 }
            anchor = stamp
            return .follows(stamp)
        }
        let agrees = stamp.flatMap { stamp in anchor.map { isConsistent($0, stamp, sector) } } ?? false
        if sector.session != last.session || sector.layout != last.layout || sector.sequence == 0 {
            if sector.layout != last.layout { period = sector.nominalPeriod }
            return restart(.restart(sector.sequence), stamp)
        }
        if agrees { return settle(stamp) }
        let step = Int64(sector.sequence) - Int64(last.sequence)
        if step != 1 || damage {
            if step <= 0 { return restart(.restart(sector.sequence), stamp) }
            return restart(damage ? .damage : .missing(Int(step) - 1), stamp)
        }
        return doubt(stamp, sector)
    }

    /// Gives up what still waits, at the end of the file.
    mutating func finish() {
        unusedStamps += waiting
        (candidate, waiting) = (nil, 0)
    }

    /// Makes `knot` the stamp to compare with: one that was computed because none came for long.
    mutating func accept(_ knot: CWAKnot) { anchor = knot }

    private mutating func settle(_ stamp: CWAKnot?) -> Verdict {
        unusedStamps += waiting
        if let anchor, let stamp, precision == .fraction, let seen = anchor.period(to: stamp) {
            period += (seen - period) / 8
        }
        isConfirmed = true
        (anchor, candidate, waiting) = (stamp, nil, 0)
        return .follows(stamp)
    }

    private mutating func restart(_ reason: CWABreak.Reason, _ stamp: CWAKnot?) -> Verdict {
        unusedStamps += waiting + (stamp == nil ? 1 : 0)
        (anchor, candidate, waiting, isConfirmed) = (stamp, nil, 0, false)
        return .breaks(sectors: 1, reason, stamp.map { [$0] } ?? [])
    }

    /// A sector that comes right after the one before and whose stamp does not say so.
    private mutating func doubt(_ stamp: CWAKnot?, _ sector: CWASector) -> Verdict {
        if let stamp, let candidate, isConsistent(candidate, stamp, sector) {
            let wasConfirmed = isConfirmed
            unusedStamps += max(0, waiting - 1) + (wasConfirmed ? 0 : 1)
            let step = anchor.map {
                Double(candidate.time) - Double($0.time) - Double(candidate.index - $0.index) * period
            }
            (anchor, self.candidate, waiting, isConfirmed) = (stamp, nil, 0, true)
            guard wasConfirmed else { return .corrects([candidate, stamp]) }
            return .breaks(sectors: 2, .step(nanoseconds: step ?? 0), [candidate, stamp])
        }
        if anchor == nil, let stamp {
            anchor = stamp
            return .follows(stamp)
        }
        if stamp == nil && waiting == 0 {
            unusedStamps += 1
            return .follows(nil)
        }
        candidate = stamp
        waiting += 1
        guard waiting > Self.patience else { return .waits }
        unusedStamps += waiting
        (candidate, waiting) = (nil, 0)
        return .follows(nil)
    }

    /// Whether a sector's number and time both lie behind, and as far as each other.
    private func isRepeated(_ sector: CWASector) -> Bool {
        guard let last, let anchor, let time = sector.time, sector.session == last.session,
            sector.sequence <= last.sequence, time <= anchor.time
        else { return false }
        let back = Double(last.sequence - sector.sequence) * Double(sector.count) * period
        let seen = Double(anchor.time) - Double(time)
        return abs(seen - back) <= 0.05 * back + 0.5 * Double(sector.count) * period + precision.slack(period: period)
    }

    /// Whether the clock went on from `a` to `b` as the samples between them say, within 5 % and a little.
    private func isConsistent(_ a: CWAKnot, _ b: CWAKnot, _ sector: CWASector) -> Bool {
        guard let seen = a.period(to: b) else { return false }
        let samples = Double(b.index - a.index)
        let sectorTime = Double(sector.count) * period
        let slack = min(30e6, 0.3 * sectorTime) + precision.slack(period: period)
        return abs(seen - period) * samples <= 0.05 * period * samples + slack
    }
}
