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
