package import Analysis
import Epochs
package import Recordings
package import Signals

/// Takes a decoded recording through aggregation and turns it into nights: from its counts where it has them, else from
/// the angle of the arm.
package struct RecordingNights: RecordingSink {
    /// What the recording says of itself; nil before it has said it.
    package private(set) var header: RecordingHeader?
    /// Event marks, which a wearer may have set at lights out.
    package private(set) var marks: [Instant] = []
    /// Counts and wear of each minute; nil unless they were asked for, and for recordings with counts of their own.
    package private(set) var activity: RecordingMinutes?
    /// The survey of the recording's acceleration; nil without one.
    package let survey: RecordingSurvey?
    private var aggregator: EpochAggregator
    /// The recording's own counts; nil where it has none for which a rule is known.
    package private(set) var counts: CountEpochs?
    /// Epochs of 5 s of the acceleration that were taken so far; empty unless they were asked for.
    package private(set) var angles: [Epoch] = []
    /// The nights by the arm's angle of what was taken so far; not used where ``angles`` are kept.
    private var arm: AngleNights
    private let keepsEpochs: Bool
    /// What the aggregation dropped: in all, and since it was last taken.
    private var dropped = LossLedger()
    private var untold = LossLedger()
    private let zone: Zone

    /// An empty one.
    /// - Parameters:
    ///   - zone: whose days they are.
    ///   - survey: a first look at the same recording, by which its acceleration is calibrated; nil for none.
    ///   - countsMinutes: whether ``activity`` is made; needs `survey`.
    ///   - keepsEpochs: whether ``angles`` are kept, 2 MB a day: ``rhythm()`` and ``minutes`` need them.
    ///   - held: windows of nights, by the day that owns them, that are scored at the end only; see `AngleNights`.
    package init(
        zone: Zone, survey: RecordingSurvey? = nil, countsMinutes: Bool = false, keepsEpochs: Bool = false,
        holding held: Set<CivilDate> = []
    ) {
        self.zone = zone
        self.survey = survey
        self.keepsEpochs = keepsEpochs
        arm = AngleNights(zone: zone, holding: held)
        aggregator = EpochAggregator(EpochConfiguration(lengths: [5, 30, 60], zone: zone))
        if countsMinutes { activity = survey.map { RecordingMinutes($0, zone: zone) } }
    }

    /// Whether nights are scored from the recording's own counts.
    static func scoresCounts(of header: RecordingHeader) -> Bool { epochs(of: header) != nil }

    private static func epochs(of header: RecordingHeader) -> CountEpochs? {
        guard let channel = header.channels.first(where: { $0.channel == .counts }),
            let rate = channel.nominalRate, rate > 0
        else { return nil }
        let seconds = (1 / rate).rounded()
        guard abs(1 / rate - seconds) < 0.001, seconds < 86_400 else { return nil }
        var epochs = CountEpochs(axes: channel.axes, epochSeconds: Int(seconds))
        if let states = header.channels.first(where: { $0.channel == .vendorState }) {
            epochs?.readStates(axes: states.axes)
        }
        return epochs
    }

    /// Prepares for the channels of the recording.
    package mutating func begin(_ header: RecordingHeader) {
        self.header = header
        counts = Self.epochs(of: header)
        activity?.begin(header)
    }

    /// Takes in the samples that nights are scored from.
    package mutating func receive(_ batch: SampleBatch) {
        activity?.add(batch)
        if batch.channel == .acceleration, batch.axes == 3, let calibration = survey?.accepted {
            var calibrated = batch
            calibrated.values = calibration.applied(to: batch.values)
            aggregator.add(calibrated)
        } else {
            aggregator.add(batch)
        }
        noteLosses()
        counts?.receive(batch)
        if batch.channel == .marker {
            marks += (0..<batch.count).map { batch.times.instant(at: $0) }
        }
    }

    /// Says that nothing follows: the last epochs close.
    package mutating func finish() {
        aggregator.finish()
        noteLosses()
        activity?.finish()
    }

    /// After each batch, so that they are the same however often epochs are taken.
    private mutating func noteLosses() {
        for loss in aggregator.drainLosses() {
            dropped.add(loss)
            untold.add(loss)
        }
    }

    /// The epochs that have closed since the last call, and what was dropped on the way.
    package mutating func takeEpochs() -> (epochs: [Epoch], losses: [Loss]) {
        let epochs = aggregator.drain()
        if keepsEpochs {
            angles += epochs.filter { $0.seconds == 5 }
        } else if counts == nil {
            for epoch in epochs where epoch.seconds == 5 { arm.add(epoch) }
        }
        activity?.take(epochs)
        defer { untold = LossLedger() }
        return (epochs, untold.losses)
    }

    /// The rhythm over the days of the recording; nil when it holds neither counts nor acceleration for it. That of
    /// acceleration needs epochs that were kept.
    package mutating func rhythm() -> Rhythm? {
        finish()
        _ = takeEpochs()
        if let counts { return NightAnalysis.rhythm(counts: counts, zone: zone) }
        return NightAnalysis.rhythm(angleZ: angles, zone: zone)
    }

    /// The movement of each minute, once all epochs were taken; nil for a recording that has none. That of acceleration
    /// needs epochs that were kept.
    package var minutes: ActivityMinutes? {
        counts.map { ActivityMinutes(counts: $0) } ?? ActivityMinutes(motion: angles)
    }

    /// Reads the recording once more where samples came for a night that had been scored: by a clock that was put back
    /// by days, into a time that had been left out. Their nights are scored at the end then.
    /// - Parameters:
    ///   - file: the recording, which was taken to its end.
    ///   - options: how it was read.
    /// - Throws: `Failure` when nothing can be read; `CancellationError`.
    package mutating func settle(by file: RecordingFile, options: DecodeOptions) throws {
        finish()
        _ = takeEpochs()
        guard !arm.late.isEmpty else { return }
        var again = Flat(nights: RecordingNights(zone: zone, survey: survey, holding: arm.late))
        _ = try RecordingFormats.decode(file, options: options, into: &again)
        again.nights.finish()
        _ = again.nights.takeEpochs()
        arm = again.nights.arm
    }

    /// Takes a whole recording for its nights alone.
    /// - Parameters:
    ///   - file: the recording.
    ///   - zone: whose days they are.
    ///   - survey: a first look at it.
    ///   - options: how it is read.
    /// - Returns: what finds the nights, and what the decoder said at the end.
    /// - Throws: `Failure` when nothing can be read; `CancellationError`.
    static func read(
        _ file: RecordingFile, zone: Zone, survey: RecordingSurvey?, options: DecodeOptions
    ) throws -> (nights: RecordingNights, summary: RecordingSummary) {
        var sink = Flat(nights: RecordingNights(zone: zone, survey: survey))
        let summary = try RecordingFormats.decode(file, options: options, into: &sink)
        try sink.nights.settle(by: file, options: options)
        return (sink.nights, summary)
    }

    /// Passes epochs on as soon as they are closed.
    private struct Flat: RecordingSink {
        var nights: RecordingNights

        mutating func begin(_ header: RecordingHeader) { nights.begin(header) }

        mutating func receive(_ batch: SampleBatch) {
            nights.receive(batch)
            _ = nights.takeEpochs()
        }
    }

    /// The nights of the recording as they are kept: an event mark near the beginning of sleep is taken for lights-out.
    /// - Parameter summary: what the decoder said at the end.
    /// - Throws: `Failure` when the recording holds nothing from which sleep can be scored; `CancellationError`.
    package mutating func markedNights(_ summary: RecordingSummary) throws -> [Night] {
        try nights(summary).map { $0.measured(byMarks: marks) }
    }

    /// The nights of the recording.
    /// - Parameters:
    ///   - summary: what the decoder said at the end.
    ///   - lightsOut: marks of going to sleep, which sleep does not begin before; event marks of the recorder are not taken for
    ///     such unasked.
    /// - Throws: `Failure` when the recording holds nothing from which sleep can be scored; `CancellationError`.
    package mutating func nights(_ summary: RecordingSummary, lightsOut: [Instant] = []) throws -> [Night] {
        finish()
        _ = takeEpochs()
        let losses = summary.losses + dropped.losses
        if let counts {
            return try NightAnalysis.nights(counts: counts, zone: zone, lightsOut: lightsOut, losses: losses)
        }
        guard !(keepsEpochs ? angles.isEmpty : arm.isEmpty) else {
            let channels = summary.header.channels.map(\.channel.rawValue).joined(separator: ", ")
            throw Failure(
                .failed,
                "Nights cannot be found in this recording: it has the channels \(channels), and sleep is scored from raw "
                    + "acceleration, or from counts of an ActiGraph, Actiwatch or MotionWatch, or zero crossings per "
                    + "epoch of whole seconds."
            )
        }
        let nights =
            keepsEpochs
            ? try NightAnalysis.nights(angleZ: angles, zone: zone, lightsOut: lightsOut, losses: losses)
            : try arm.nights(lightsOut: lightsOut, losses: losses)
        let applied = survey?.parameters ?? [:]
        return nights.map { night in
            var night = night
            night.periodMethod.parameters.merge(applied) { own, _ in own }
            night.scoringMethod.parameters.merge(applied) { own, _ in own }
            return night
        }
    }
}
