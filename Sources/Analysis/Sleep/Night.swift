public import Signals

/// One night: noon to noon in local time; its date is the local day on which it ends.
public struct Night: Hashable, Sendable {
    /// The local day on which the sleeper woke up.
    public var date: CivilDate
    /// The IANA name of the zone of ``date``.
    public var zone: String
    /// Noon of the day before to noon of ``date``: 24 hours, or 23 or 25 when the clock changes.
    public var window: Range<Instant>
    /// The main sleep, from its first to the end of its last epoch; nil with ``sleepPeriodReason``.
    public var sleepPeriod: Range<Instant>?
    /// Why there is no ``sleepPeriod``, for a person to read; nil when there is one.
    public var sleepPeriodReason: String?
    /// Other sleep periods in the window, in order.
    public var naps: [Range<Instant>]
    /// The start of the first epoch of ``states``; in the first epoch length of ``window``.
    public var statesStart: Instant
    /// The length of an epoch, in seconds.
    public var epochSeconds: Int
    /// The state of each epoch of the window, in order and without holes.
    public var states: [SleepState]
    /// Wake bouts between the first and the last sleep of the period.
    public var awakenings: [Range<Instant>]
    /// The figures of the night, such as minutes asleep.
    public var measures: SleepMeasures
    /// How far the figures can be trusted.
    public var confidence: NightConfidence
    /// The method that found ``sleepPeriod``.
    public var periodMethod: Method
    /// The method that scored ``states``.
    public var scoringMethod: Method
    /// What is missing or in doubt in the window.
    public var losses: [Loss]

    /// Memberwise; what is not given has its default.
    public init(
        date: CivilDate, zone: String, window: Range<Instant>, sleepPeriod: Range<Instant>?,
        sleepPeriodReason: String? = nil, naps: [Range<Instant>] = [], statesStart: Instant, epochSeconds: Int,
        states: [SleepState], awakenings: [Range<Instant>] = [], measures: SleepMeasures, confidence: NightConfidence,
        periodMethod: Method, scoringMethod: Method, losses: [Loss] = []
    ) {
        self.date = date
        self.zone = zone
        self.window = window
        self.sleepPeriod = sleepPeriod
        self.sleepPeriodReason = sleepPeriodReason
        self.naps = naps
        self.statesStart = statesStart
        self.epochSeconds = epochSeconds
        self.states = states
        self.awakenings = awakenings
        self.measures = measures
        self.confidence = confidence
        self.periodMethod = periodMethod
        self.scoringMethod = scoringMethod
        self.losses = losses
    }

    /// The interval of epoch `index` of ``states``.
    public func epoch(at index: Int) -> Range<Instant> {
        let length = Int64(epochSeconds) * 1_000_000_000
        let start = statesStart.advanced(byNanoseconds: Int64(index) * length)
        return start..<start.advanced(byNanoseconds: length)
    }
}

extension Night {
    /// The stretches of one state each that make up the window, in order.
    public var stretches: [(state: SleepState, span: Range<Instant>)] {
        StateRun.runs(of: states).map { run in
            (run.state, epoch(at: run.epochs.lowerBound).lowerBound..<epoch(at: run.epochs.upperBound - 1).upperBound)
        }
    }
}

extension Night {
    /// The parameter of the method of wake after sleep onset that tells the share of the sleep period without a count.
    static let silentShare = "silent_share"

    /// Why the figures that rest on wake are in doubt although they are told; nil where they are not.
    public var wakeDoubt: String? {
        guard let share = measures.wakeAfterSleepOnset.method.parameters[Self.silentShare] else { return nil }
        let percent = Int((100 * share).rounded(.down))
        return "nothing at all was counted in \(percent) % of the sleep period: the recorder was off the wrist, or its "
            + "threshold hides the small movements by which wake is told, so that hardly any can be found"
    }

    /// The doubts by the names of the fields that they are about.
    public var doubts: [(field: String, reason: String)] {
        guard let wakeDoubt else { return [] }
        return ["wake_after_sleep_onset", "awakenings", "sleep_efficiency"].map { ($0, wakeDoubt) }
    }
}

extension Night {
    /// Bouts of sleep of at most a minute in percent of all bouts of sleep in the sleep period, 0 ... 100: the part of
    /// the sleep fragmentation index that a scorer's states tell.
    public var fragmentation: Estimate {
        let method = Method("short-sleep-bouts", parameters: ["longest_s": 60])
        guard let sleepPeriod else {
            return Estimate(unknown: sleepPeriodReason ?? "there is no sleep period", method: method)
        }
        let inPeriod = states.indices.filter { sleepPeriod.contains(epoch(at: $0).lowerBound) }
        guard let first = inPeriod.first, let last = inPeriod.last, states[first...last].contains(.asleep) else {
            return Estimate(unknown: "no epoch of the period was scored as sleep", method: method)
        }
        let figures = PeriodFigures(states[first...last], epochSeconds: epochSeconds)
        return Estimate(figures.fragmentationIndex, confidence: confidence.value, method: method)
    }
}
