/// A rule that calls an epoch sleep or wake.
public enum SleepScorer: String, Hashable, Sendable, CaseIterable {
    /// Sadeh, Sharkey and Carskadon 1994 as ActiLife computes it: counts cut at 300, sleep above -4.
    case sadeh
    /// The same as printed in the paper: sleep at 0 or above.
    case sadehPaper = "sadeh-paper"
    /// Cole, Kripke, Gruen, Mullaney and Gillin 1992 as ActiLife computes it: counts / 100 cut at 300.
    case coleKripke = "cole-kripke"
    /// Cole–Kripke with Webster's rescoring.
    case coleKripkeRescored = "cole-kripke-rescored"
    /// Kripke and others 2010.
    case scripps
    /// Actiware, wake above 20 weighted counts (Oakley 1997).
    case oakley20 = "oakley-20"
    /// Actiware, wake above 40 weighted counts.
    case oakley40 = "oakley-40"
    /// Actiware, wake above 80 weighted counts.
    case oakley80 = "oakley-80"
    /// Actiware, with a threshold from the recording's own mean activity.
    case oakleyAuto = "oakley-auto"
    /// Sustained inactivity of van Hees and others 2015: the arm's angle stays within 5 degrees for 5 minutes.
    case vanHees = "van-hees"
    /// Steps of each minute: sleep without any, which holds within a long rest alone. The rule is ours, and nobody has
    /// compared it with polysomnography.
    case noSteps = "no-steps"

    /// The share of epochs of the night on which the rule agrees with polysomnography in the largest published
    /// comparison that has it: 363 nights for the rules on counts (Palotti and others 2019, the nearest variant), 28 for
    /// the angle (van Hees and others 2015).
    public var agreement: Double {
        switch self {
        case .sadeh, .sadehPaper: 0.734
        case .coleKripke: 0.754
        case .coleKripkeRescored: 0.802
        case .scripps: 0.766
        case .oakley20, .oakley40, .oakley80, .oakleyAuto: 0.759
        case .vanHees: 0.83
        case .noSteps: Self.alwaysAsleepAgreement
        }
    }

    /// The agreement of calling every epoch sleep, from the same comparison: what is left where wake cannot be seen.
    static let alwaysAsleepAgreement = 0.584

    /// The share of epochs scored as wake by polysomnography that the rule calls wake, from the same comparison; nil where
    /// none is published.
    public var wakeAgreement: Double? {
        switch self {
        case .sadeh, .sadehPaper: 0.383
        case .coleKripke: 0.450
        case .coleKripkeRescored: 0.657
        case .scripps: 0.488
        case .oakley20, .oakley40, .oakley80, .oakleyAuto: 0.493
        case .vanHees: nil
        // Who lies awake takes no steps.
        case .noSteps: 0
        }
    }

    /// Lengths of an epoch, in seconds, for which the rule is published; nil when any will do.
    public var epochSeconds: [Int]? {
        switch self {
        case .sadeh, .sadehPaper, .scripps, .noSteps: [60]
        case .coleKripke, .coleKripkeRescored: [10, 30, 60]
        case .oakley20, .oakley40, .oakley80, .oakleyAuto: [15, 30, 60, 120]
        case .vanHees: nil
        }
    }
}

extension SleepScorer {
    /// Scores each epoch; an epoch whose own value is NaN is unknown.
    /// - Parameters:
    ///   - values: counts per epoch, or for ``vanHees`` the angle of the arm in degrees.
    ///   - seconds: the length of an epoch.
    ///   - divisor: for Cole and Kripke's rule, what brings the counts to the scale of their paper; 100 as ActiLife does
    ///     with ActiGraph's.
    /// - Returns: one state per epoch; nil when the rule is not published for epochs of this length, or `divisor` is not
    ///   above 0.
    public func score(_ values: [Double], seconds: Int, divisor: Double = 100) -> [SleepState]? {
        guard seconds > 0, epochSeconds?.contains(seconds) ?? true, divisor > 0, divisor.isFinite else { return nil }
        switch self {
        case .sadeh: return states(values, Sadeh.index(values)) { $0 > -4 }
        case .sadehPaper: return states(values, Sadeh.index(values)) { $0 >= 0 }
        case .coleKripke, .coleKripkeRescored:
            return ColeKripke.states(
                values, seconds: seconds, divisor: divisor, isRescored: self == .coleKripkeRescored)
        case .scripps: return Scripps.states(values)
        case .oakley20: return Oakley.states(values, seconds: seconds, threshold: 20)
        case .oakley40: return Oakley.states(values, seconds: seconds, threshold: 40)
        case .oakley80: return Oakley.states(values, seconds: seconds, threshold: 80)
        case .oakleyAuto:
            return Oakley.states(
                values, seconds: seconds, threshold: Oakley.automaticThreshold(values, seconds: seconds))
        case .vanHees: return SustainedInactivity(epochSeconds: seconds).states(values)
        case .noSteps: return states(values, values) { $0 <= 0 }
        }
    }

    private func states(_ values: [Double], _ scores: [Double], isSleep: (Double) -> Bool) -> [SleepState] {
        zip(values, scores).map { value, score in value.isNaN ? .unknown : isSleep(score) ? .asleep : .awake }
    }
}
