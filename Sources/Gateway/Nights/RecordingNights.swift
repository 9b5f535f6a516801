public import Analysis
import Epochs
public import Recordings
public import Signals

/// Takes a decoded recording through aggregation and turns it into nights: from its counts where it has them, else from
/// the angle of the arm.
public struct RecordingNights: RecordingSink {
    /// What the recording says of itself; nil before it has said it.
    public private(set) var header: RecordingHeader?
    /// Event marks, which a wearer may have set at lights out.
    public private(set) var marks: [Instant] = []
    /// Counts and wear of each minute; nil unless they were asked for, and for recordings with counts of their own.
    public private(set) var activity: RecordingMinutes?
    /// What a first look found; nil without one.
    public let survey: RecordingSurvey?
    private var aggregator: EpochAggregator
    /// The recording's own counts; nil where it has none for which a rule is known.
    public private(set) var counts: CountEpochs?
    /// Epochs of 5 s of the acceleration that were taken so far.
    public private(set) var angles: [Epoch] = []
    /// What the aggregation dropped: in all, and since it was last taken.
    private var dropped = LossLedger()
    private var untold = LossLedger()
    private let zone: Zone

    /// An empty one.
    /// - Parameters:
    ///   - zone: whose days they are.
    ///   - survey: a first look at the same recording, by which its acceleration is calibrated; nil for none.
    ///   - countsMinutes: whether ``activity`` is made; needs `survey`.
    public init(zone: Zone, survey: RecordingSurvey? = nil, countsMinutes: Bool = false) {
        self.zone = zone
        self.survey = survey
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
        return CountEpochs(axes: channel.axes, epochSeconds: Int(seconds))
    }

    /// Notes which channels there are.
    public mutating func begin(_ header: RecordingHeader) {
        self.header = header
        counts = Self.epochs(of: header)
        activity?.begin(header)
    }

    /// Keeps what nights are made from.
    public mutating func receive(_ batch: SampleBatch) {
        activity?.add(batch)
        if batch.channel == .acceleration, batch.axes == 3, let calibration = survey?.accepted {
            var calibrated = batch
            calibration.apply(to: &calibrated.values)
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
    public mutating func finish() {
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
    public mutating func takeEpochs() -> (epochs: [Epoch], losses: [Loss]) {
        let epochs = aggregator.drain()
        angles += epochs.filter { $0.seconds == 5 }
        activity?.take(epochs)
        defer { untold = LossLedger() }
        return (epochs, untold.losses)
    }

    /// The rhythm over the days of the recording; nil when it holds neither counts nor acceleration for it.
    public mutating func rhythm() -> Rhythm? {
        finish()
        _ = takeEpochs()
        if let counts { return NightAnalysis.rhythm(counts: counts, zone: zone) }
        return NightAnalysis.rhythm(angleZ: angles, zone: zone)
    }

    /// The movement of each minute, once all epochs were taken; nil for a recording that has none.
    public var minutes: ActivityMinutes? {
        counts.map { ActivityMinutes(counts: $0) } ?? ActivityMinutes(motion: angles)
    }

    /// The nights of the recording.
    /// - Parameters:
    ///   - summary: what the decoder said at the end.
    ///   - lightsOut: marks of going to sleep; event marks of the recorder are not taken for such unasked.
    /// - Throws: `Failure` when the recording holds nothing from which sleep can be scored; `CancellationError`.
    public mutating func nights(_ summary: RecordingSummary, lightsOut: [Instant] = []) throws -> [Night] {
        finish()
        _ = takeEpochs()
        let losses = summary.losses + dropped.losses
        if let counts {
            return try NightAnalysis.nights(counts: counts, zone: zone, lightsOut: lightsOut, losses: losses)
        }
        guard !angles.isEmpty else {
            let channels = summary.header.channels.map(\.channel.rawValue).joined(separator: ", ")
            throw Failure(
                .failed,
                "Nights cannot be found in this recording: it has the channels \(channels), and sleep is scored from raw "
                    + "acceleration, or from counts of an ActiGraph, Actiwatch or MotionWatch, or zero crossings per "
                    + "epoch of whole seconds."
            )
        }
        let nights = try NightAnalysis.nights(angleZ: angles, zone: zone, lightsOut: lightsOut, losses: losses)
        let applied = survey?.parameters ?? [:]
        return nights.map { night in
            var night = night
            night.periodMethod.parameters.merge(applied) { own, _ in own }
            night.scoringMethod.parameters.merge(applied) { own, _ in own }
            return night
        }
    }
}
