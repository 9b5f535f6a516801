/// Which recorder's counts these are, with how they are scored: no rule may be carried from one scale to another unsaid.
///
/// ``all`` is the table, one row for each scale.
public struct CountScale: Hashable, Sendable {
    /// What tells that the recorder was not worn.
    enum NonWear: Hashable, Sendable {
        /// Long runs with hardly a count (`CountWear`).
        case counts
        /// The recorder's own state of each epoch; of long runs with hardly a count only those longer than any sleep.
        case recorder
        /// Nothing.
        case unknown
    }

    /// How sleep periods are found.
    public enum Periods: Hashable, Sendable {
        /// ``TudorLocke``, from the states of minutes.
        case tudorLocke
        /// ``SleepDensity``, from the states of epochs.
        case sleepDensity
        /// ``Roenneberg``, from the counts; only a rest of at least two hours is one, and no minute outside of it is sleep:
        /// minutes without a step fill half of the day, too.
        case longRests

        /// The rule's name on the command line and in methods.
        public var rule: String {
            switch self {
            case .tudorLocke: "tudor-locke"
            case .sleepDensity: "sleep-density"
            case .longRests: "roenneberg"
            }
        }
    }

    /// The scale's name.
    public let name: String
    /// The name of the axis of a counts channel that holds them.
    public let axis: String
    /// What tells sleep from wake.
    public let scorer: SleepScorer
    /// How much of the scorer's published agreement is granted, 0 ... 1.
    public let transfer: Double
    /// How sleep periods are found.
    public let periods: Periods
    /// What tells that the recorder was not worn.
    let nonWear: NonWear
    /// Where the rules and the factor come from.
    public let source: String

    /// ActiGraph counts of the first axis.
    public static let actigraph = CountScale(
        name: "actigraph", axis: "axis1", scorer: .sadeh, transfer: 1, periods: .tudorLocke, nonWear: .counts,
        source: "ActiLife's rules for its own counts")
    /// Zero crossings per epoch, the mode of the Motionlogger for which Sadeh's rule was made; here of recorders by Condor
    /// Instruments, whose counts are all zero through ordinary sleep, so that short of half a day only their own flag tells
    /// non-wear.
    public static let zeroCrossings = CountScale(
        name: "zero-crossings", axis: "zcm", scorer: .sadehPaper, transfer: 0.8, periods: .sleepDensity,
        nonWear: .recorder,
        source:
            "Sadeh, Sharkey and Carskadon 1994 for the Motionlogger; Condor's have another sensor and dead band, and no "
            + "published comparison with polysomnography under this rule")
    /// Counts of an Actiwatch, for whose software Oakley's rule was made.
    public static let actiwatch = CountScale(
        name: "actiwatch", axis: "activity", scorer: .oakley40, transfer: 1, periods: .sleepDensity, nonWear: .counts,
        source: "Actiware with its medium threshold (Oakley 1997)")
    /// Counts of a MotionWatch, whose scale is its maker's own: only rules that measure themselves by the recording's own
    /// activity apply.
    public static let motionWatch = CountScale(
        name: "motionwatch", axis: "motion", scorer: .oakleyAuto, transfer: 0.8, periods: .sleepDensity,
        nonWear: .counts,
        source:
            "Actiware's automatic threshold, which follows the recording's mean activity and so no scale of counts; no "
            + "published comparison with polysomnography")
    /// Steps of each minute, which are no counts: nobody walks asleep, and a still hour is no sign of a recorder taken off.
    public static let steps = CountScale(
        name: "steps", axis: "steps", scorer: .noSteps, transfer: 0.5, periods: .longRests, nonWear: .unknown,
        source: "our own choice: steps miss what the wrist does without walking, and are worth half")

    /// All scales; of a channel with several axes the first here is taken.
    public static let all = [actigraph, zeroCrossings, actiwatch, motionWatch, steps]

    /// The scale of a counts channel with these axes; nil when no rule is known for any of them. Steps beside counts are
    /// none.
    public init?(axes: [String]) {
        guard let scale = Self.all.first(where: { $0 != .steps && axes.contains($0.axis) }) else { return nil }
        self = scale
    }

    /// The length of an epoch that nights are scored in: the recorder's own where the scorer is published for it and periods need
    /// no minutes, else a minute.
    func scoredSeconds(of epochSeconds: Int) -> Int {
        periods == .sleepDensity && scorer.epochSeconds?.contains(epochSeconds) == true ? min(60, epochSeconds) : 60
    }

    /// Whether a count tells that the recorder moved: for Actiwatches one in 15 seconds, as Actiware takes it, else any.
    public func isMobile(_ count: Double, seconds: Int) -> Bool {
        count >= max(.leastNonzeroMagnitude, self == .zeroCrossings ? 0 : Double(seconds) / 15)
    }

    private init(
        name: String, axis: String, scorer: SleepScorer, transfer: Double, periods: Periods, nonWear: NonWear,
        source: String
    ) {
        (self.name, self.axis, self.scorer, self.transfer) = (name, axis, scorer, transfer)
        (self.periods, self.nonWear, self.source) = (periods, nonWear, source)
    }
}
