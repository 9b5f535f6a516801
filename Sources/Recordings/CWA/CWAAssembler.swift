import Signals

/// Makes runs of samples with time out of sectors: the state between the scanner and the sink.
struct CWAAssembler: ~Copyable {
    private let zone: Zone
    private let wantsAcceleration: Bool
    private let wantsAngularVelocity: Bool
    private let device: DeviceID
    private let received: Instant
    private let precision: CWAStampPrecision
    private var queue = CWAQueue()
    private var continuity: CWAContinuity
    private var fit: CWAClockFit
    private var window: CWAStampWindow
    private var slow: CWASlowChannels
    /// The number of samples so far.
    private(set) var samples = 0
    /// The number after the last sample whose sector is known to belong to the present run.
    private var settled = 0
    /// Nanoseconds from the recorder's wall to UTC; known from the first stamp on.
    private var zoneOffset: Int64?
    private var runStart: Instant?
    private var runFirst = 0
    private var runEnd: Instant?
    private(set) var segments: [RecordingSegment] = []
    private(set) var breaks: [CWABreak] = []
    /// Sectors in runs that had no usable stamp at all.
    private(set) var unplacedSectors = 0
    private(set) var overruns = CWAOverruns()
    /// Samples of sectors that had been there before.
    private(set) var repeatedSamples = 0
    /// Batches that can be passed on.
    private(set) var ready: [SampleBatch] = []

    /// Sectors that may wait for a stamp before a time is made for them.
    private static let patience = 256

    init(
        options: DecodeOptions, device: DeviceID, isAX6: Bool, received: Instant, survey: CWASurvey
    ) {
        zone = options.zone
        wantsAcceleration = options.wants(.acceleration)
        wantsAngularVelocity = options.wants(.angularVelocity)
        self.device = device
        self.received = received
        precision = survey.precision
        continuity = CWAContinuity(period: survey.period, precision: survey.precision)
        fit = CWAClockFit(first: 0, period: survey.period)
        window = CWAStampWindow(precision: survey.precision, wholeHertz: survey.wholeHertz)
        slow = CWASlowChannels(options: options, isAX6: isAX6)
    }

    /// Time stamps that were not used.
    var unusedStamps: Int { continuity.unusedStamps }

    /// Passes the finished batches on.
    mutating func handOn(to sink: inout some RecordingSink) throws {
        for batch in ready { try sink.receive(batch) }
        ready.removeAll(keepingCapacity: true)
    }

    /// Adds the next sector of the file.
    mutating func add(_ sector: CWASector, bytes: UnsafeRawBufferPointer, damage: CWADamage) {
        let verdict = continuity.judge(sector, first: samples, afterDamage: !damage.isEmpty)
        // Damage without a hole in time was something put in between.
        var isTold = damage.isEmpty
        switch verdict {
        case .breaks(let sectors, let reason, let knots):
            settled = queue.fromEnd(sectors - 2).map(\.first) ?? samples
            let offset = queue.fromEnd(sectors - 2)?.sector.offset ?? sector.offset
            endRun()
            breaks.append(
                CWABreak(reason: refined(reason, sector), segment: segments.count - 1, offset: offset, damage: damage))
            isTold = true
            append(sector, bytes)
            beginRun(wholeHertz: sector.layout.wholeHertz)
            for knot in knots { use(knot) }
        case .follows(let knot):
            append(sector, bytes)
            if let knot { use(knot) }
        case .corrects(let knots):
            append(sector, bytes)
            fit.replace(by: [])
            window = CWAStampWindow(precision: precision, wholeHertz: sector.layout.wholeHertz)
            for knot in knots { use(knot) }
        case .waits:
            return append(sector, bytes)
        case .repeats:
            repeatedSamples += sector.count
            if !isTold { tell(damage, before: sector) }
            return
        }
        settled = samples
        if !isTold { tell(damage, before: sector) }
        emit()
        if queue.count > Self.patience, let knot = fit.extrapolated(to: settled), precision == .fraction {
            continuity.accept(knot)
            fit.add(knot)
            emit()
        }
    }

    /// Ends the last run of samples.
    mutating func finish() {
        continuity.finish()
        settled = samples
        endRun()
    }

    /// Records damage that left no gap.
    private mutating func tell(_ damage: CWADamage, before sector: CWASector) {
        breaks.append(
            CWABreak(
                reason: .damage, segment: -1, offset: sector.offset, damage: damage,
                isAtStart: samples == sector.count))
    }

    private mutating func append(_ sector: CWASector, _ bytes: UnsafeRawBufferPointer) {
        overruns.add(sector, sample: samples)
        queue.append(sector, first: samples, bytes: bytes)
        samples += sector.count
    }

    private mutating func use(_ knot: CWAKnot) {
        if zoneOffset == nil {
            let wall = CivilTime(nanoseconds: knot.time)
            zoneOffset = wall.nanoseconds - zone.instant(of: wall).nanoseconds
        }
        if let knot = window.add(knot, period: continuity.period) { fit.add(knot) }
    }

    private mutating func beginRun(wholeHertz: Int) {
        fit = CWAClockFit(first: runFirst, period: continuity.period)
        window = CWAStampWindow(precision: precision, wholeHertz: wholeHertz)
    }

    private mutating func endRun() {
        for knot in window.finish(period: continuity.period) { fit.add(knot) }
        while let piece = fit.rest(below: settled) { hand(on: piece) }
        if fit.next < settled { handOnWithoutStamp() }
        ready += slow.take(device: device, received: received)
        if let start = runStart, let end = runEnd {
            segments.append(RecordingSegment(first: runFirst, count: settled - runFirst, start: start, end: end))
        }
        (runStart, runEnd, runFirst) = (nil, nil, settled)
    }

    private mutating func emit() {
        while let piece = fit.piece(below: settled) { hand(on: piece) }
    }
}

// MARK: - Handing on

extension CWAAssembler {
    /// A run without any usable stamp goes right behind the one before it, which is the best there is.
    private mutating func handOnWithoutStamp() {
        let last = segments.last?.end.nanoseconds ?? CWAPackedTime.epoch - (zoneOffset ?? 0)
        let wall = last + (zoneOffset ?? 0) + Int64(continuity.period)
        unplacedSectors += queue.count
        fit.add(CWAKnot(index: fit.next, time: wall))
        while let piece = fit.rest(below: settled) { hand(on: piece) }
    }

    private mutating func hand(on piece: CWAPiece) {
        let shift = -(zoneOffset ?? 0)
        let origin = Instant(nanoseconds: piece.line.origin.time).advanced(byNanoseconds: shift)
        let line = Timeline(
            origin: origin, fixedPeriod: piece.line.fixedPeriod,
            firstIndex: Int64(piece.range.lowerBound - piece.line.origin.index))
        let start = line.instant(at: 0)
        if runStart == nil { runStart = start }
        runEnd = line.instant(at: piece.range.count - 1)
        let entry = queue.first
        if wantsAcceleration {
            ready.append(batch(.acceleration, .standardGravity, piece, line, shift, entry))
        }
        if entry?.sector.layout.hasAngularVelocity == true, wantsAngularVelocity {
            ready.append(batch(.angularVelocity, .degreesPerSecond, piece, line, shift, entry))
        }
        while let entry = queue.first, entry.end <= piece.range.upperBound {
            let time = line.instant(at: entry.end - 1 - piece.range.lowerBound)
            overruns.resolve(sample: entry.first, at: time)
            if slow.isWanted, slow.add(entry.sector, at: time.nanoseconds) {
                ready += slow.take(device: device, received: received)
            }
            queue.removeFirst()
        }
    }

    private func batch(
        _ channel: Channel, _ unit: SignalUnit, _ piece: CWAPiece, _ line: Timeline, _ shift: Int64,
        _ entry: CWAQueue.Entry?
    ) -> SampleBatch {
        SampleBatch(
            device: device, channel: channel, unit: unit, axes: 3,
            values: queue.values(piece.range, angular: channel == .angularVelocity), times: .uniform(line),
            deviceTime: line.instant(at: 0).advanced(byNanoseconds: -shift).nanoseconds, received: received,
            sequence: entry.map { Int64($0.sector.sequence) })
    }

    private func refined(_ reason: CWABreak.Reason, _ sector: CWASector) -> CWABreak.Reason {
        guard case .step(let nanoseconds) = reason, nanoseconds > 0 else { return reason }
        let events = (queue.last?.sector.events ?? 0) | sector.events | (queue.fromEnd(1)?.sector.events ?? 0)
        return events & CWASlowChannels.overruns != 0 ? .overrun(nanoseconds: nanoseconds) : reason
    }
}

extension CWAAssembler {
    /// The summary of the whole recording.
    func summary(
        header: RecordingHeader, opening: CWAOpening, tail: CWADamage, gyroscopeSectors: Int
    ) -> RecordingSummary {
        var header = header
        // The observed rate is that within segments, holes left out.
        let intervals = segments.reduce(0) { $0 + $1.count - 1 }
        let seconds = segments.reduce(0.0) { $0 + $1.end.seconds(since: $1.start) }
        for index in header.channels.indices where header.channels[index].nominalRate != nil {
            header.channels[index].observedRate = seconds > 0 ? Double(intervals) / seconds : nil
        }
        if gyroscopeSectors > 0 { header.metadata["skipped_gyro_sectors"] = String(gyroscopeSectors) }
        return RecordingSummary(
            header: header, samples: samples, segments: segments, losses: losses(opening, tail))
    }

    private func losses(_ opening: CWAOpening, _ tail: CWADamage) -> [Loss] {
        var ledger = LossLedger()
        for loss in opening.losses { ledger.add(loss) }
        for item in breaks {
            if item.segment >= 0, item.segment + 1 < segments.count {
                let (before, after) = (segments[item.segment], segments[item.segment + 1])
                for loss in item.losses(from: before.end, to: after.start) { ledger.add(loss) }
            } else {
                // Before the first sample, or put in between without a hole.
                let end = item.segment < 0 && item.isAtStart ? segments.first?.start : nil
                for loss in item.damage.losses(from: nil, to: end) { ledger.add(loss) }
            }
        }
        for loss in tail.losses(from: segments.last?.end, to: nil) { ledger.add(loss) }
        if repeatedSamples > 0 {
            ledger.add(
                Loss(
                    .duplicate, count: Double(repeatedSamples), unit: .samples,
                    detail: "sectors that had been read before are in the file again; the first of each was kept"))
        }
        if let loss = overruns.loss { ledger.add(loss) }
        if unusedStamps > 0 {
            ledger.add(
                Loss(
                    .damaged, count: Double(unusedStamps), unit: .blocks,
                    detail:
                        "\(unusedStamps) time stamps that contradict their neighbours were not used; the samples are kept"
                ))
        }
        if unplacedSectors > 0 {
            ledger.add(
                Loss(
                    .damaged, count: Double(unplacedSectors), unit: .blocks,
                    detail: "\(unplacedSectors) sectors have no usable time stamp; their samples follow those before"))
        }
        return ledger.losses
    }
}
