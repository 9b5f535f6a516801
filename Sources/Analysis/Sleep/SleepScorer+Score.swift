extension SleepScorer {
    /// Scores each epoch; an epoch whose own value is NaN is unknown.
    /// - Parameters:
    ///   - values: counts per epoch, or for ``vanHees`` the angle of the arm in degrees.
    ///   - seconds: the length of an epoch.
    /// - Returns: one state per epoch; nil when the rule is not published for epochs of this length.
    public func score(_ values: [Double], seconds: Int) -> [SleepState]? {
        guard seconds > 0, epochSeconds?.contains(seconds) ?? true else { return nil }
        switch self {
        case .sadeh: return states(values, Sadeh.index(values)) { $0 > -4 }
        case .sadehPaper: return states(values, Sadeh.index(values)) { $0 >= 0 }
        case .coleKripke: return states(values, ColeKripke.score(values)) { $0 < 1 }
        case .coleKripkeRescored:
            return WebsterRescoring.apply(states(values, ColeKripke.score(values)) { $0 < 1 })
        case .scripps: return states(values, Scripps.score(values)) { $0 < 1 }
        case .oakley20: return Oakley.states(values, seconds: seconds, threshold: 20)
        case .oakley40: return Oakley.states(values, seconds: seconds, threshold: 40)
        case .oakley80: return Oakley.states(values, seconds: seconds, threshold: 80)
        case .oakleyAuto:
            return Oakley.states(
                values, seconds: seconds, threshold: Oakley.automaticThreshold(values, seconds: seconds))
        case .vanHees: return SustainedInactivity(epochSeconds: seconds).states(values)
        }
    }

    private func states(_ values: [Double], _ scores: [Double], isSleep: (Double) -> Bool) -> [SleepState] {
        zip(values, scores).map { value, score in value.isNaN ? .unknown : isSleep(score) ? .asleep : .awake }
    }
}
