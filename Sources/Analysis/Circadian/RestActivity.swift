public import Signals

/// Rest and activity of each minute on the wall clock, and the states from which their rhythm is measured.
public struct RestActivity: Hashable, Sendable {
    /// What the values measure.
    public enum Measure: Hashable, Sendable {
        /// A recorder's own counts.
        case counts(CountScale)
        /// ENMO, in mg.
        case enmo
    }

    /// What the values of ``wall`` measure.
    public let measure: Measure
    /// Values and states of each minute; NaN where nothing was recorded or the recorder was not worn.
    public let wall: WallClockSeries

    /// The rhythm over the whole days; nil when they begin at no time of day.
    public var rhythm: Rhythm? {
        switch measure {
        case .counts: Rhythm(wall.values, epochSeconds: 60, secondOfDay: wall.secondOfDay, states: wall.states)
        case .enmo:
            Rhythm(
                wall.values, epochSeconds: 60, secondOfDay: wall.secondOfDay, states: wall.states,
                restThreshold: NightAnalysis.restMilligravity, activeThreshold: NightAnalysis.restMilligravity)
        }
    }

    /// The first and the last of the whole days that the rhythm is of; nil without one.
    public var wholeDays: ClosedRange<CivilDate>? {
        guard let whole = WholeDays(wall.values, epochSeconds: 60, secondOfDay: wall.secondOfDay), whole.days > 0 else {
            return nil
        }
        let first = wall.date.adding(days: wall.secondOfDay == 0 ? 0 : 1)
        return first...first.adding(days: whole.days - 1)
    }

    /// The names of the figures of ``rhythm``.
    public static let figures = [
        "is", "iv", "ra", "l5", "m10", "sri", "cosinor", "log_cosinor", "extended_cosinor", "kra", "kar", "phi",
        "activity_fragmentation",
    ]

    /// How each figure of ``rhythm`` is made, by its name.
    public var methods: [String: Method] {
        let (rest, active, scorer) =
            switch measure {
            case .counts(let scale): (4.0, 0.0, scale.scorer)
            case .enmo: (NightAnalysis.restMilligravity, NightAnalysis.restMilligravity, SleepScorer.vanHees)
            }
        let hours = Method("least-most-active/mean-day", parameters: ["l5_hours": 5, "m10_hours": 10])
        let sustained = Method("sustained-transition/lim", parameters: ["rest_threshold": rest])
        return [
            "is": Method("interdaily-stability/population", parameters: ["values_per_day": 24]),
            "iv": Method("intradaily-variability/population", parameters: ["values_per_day": 24]),
            "ra": hours, "l5": hours, "m10": hours,
            "sri": Method("sleep-regularity-index/\(scorer.rawValue)", parameters: ["epoch_seconds": 60]),
            "cosinor": Method("cosinor", parameters: ["period_hours": 24]),
            "log_cosinor": Method("cosinor/log", parameters: ["period_hours": 24]),
            "extended_cosinor": Method("cosinor/logistic", parameters: ["period_hours": 24]),
            "kra": sustained, "kar": sustained, "phi": Method("autoregression/hourly"),
            "activity_fragmentation": Method("transition-probability", parameters: ["active_above": active]),
        ]
    }
}

extension [RestActivity] {
    /// Of a recording in several parts the one that the rhythm is measured over; nil without any.
    public var longest: RestActivity? { self.max { $0.wall.values.count < $1.wall.values.count } }
}
