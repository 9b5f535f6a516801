/// Which recorder's counts these are: no rule may be carried from one scale to another unsaid.
public enum CountScale: String, Hashable, Sendable, CaseIterable {
    /// ActiGraph counts of the first axis (`axis1`).
    case actigraph
    /// Zero crossings per epoch (`zcm`), the mode of the Motionlogger for which Sadeh's rule was made; here of recorders by
    /// Condor Instruments.
    case zeroCrossings = "zero-crossings"
    /// Counts of an Actiwatch (`activity`), for whose software Oakley's rule was made.
    case actiwatch
    /// Counts of a MotionWatch (`motion`), whose scale is its maker's own: only rules that measure themselves by the
    /// recording's own activity apply.
    case motionWatch = "motionwatch"
    /// Steps per minute, which differ from counts: nobody walks asleep, and a still hour does not mean non-wear.
    case steps

    /// The name of the axis of a counts channel that holds them.
    public var axis: String {
        switch self {
        case .actigraph: "axis1"
        case .zeroCrossings: "zcm"
        case .actiwatch: "activity"
        case .motionWatch: "motion"
        case .steps: "steps"
        }
    }

    /// The scale of a counts channel with these axes; nil when no rule is known for any of them. Steps beside counts are
    /// none.
    public init?(axes: [String]) {
        guard let scale = Self.allCases.first(where: { $0 != .steps && axes.contains($0.axis) }) else { return nil }
        self = scale
    }

    /// What tells sleep from wake: as ActiLife does for its own counts; as in the paper for zero crossings; as
    /// Actiware does with its medium threshold; for the MotionWatch by Actiware's automatic threshold, which follows the
    /// recording's mean activity and so no scale of counts.
    public var scorer: SleepScorer {
        switch self {
        case .actigraph: .sadeh
        case .zeroCrossings: .sadehPaper
        case .actiwatch: .oakley40
        case .motionWatch: .oakleyAuto
        case .steps: .noSteps
        }
    }

    /// How much of a scorer's published agreement is granted. Condor's zero crossings have another sensor and dead band
    /// than the Motionlogger's and no published comparison with polysomnography under this rule; so have the
    /// MotionWatch's counts. Steps miss what the wrist does without walking, and are worth half; that is our own choice.
    public var transfer: Double {
        switch self {
        case .actigraph, .actiwatch: 1
        case .zeroCrossings, .motionWatch: 0.8
        case .steps: 0.5
        }
    }
}
