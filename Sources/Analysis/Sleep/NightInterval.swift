public import Signals

/// Between which bounds a figure of a night lies in nine of ten nights like it, or why that cannot be told.
///
/// The bounds are distribution-free (split conformal): of nights with a reference, whole and with made losses, the error that
/// 90 % stayed within, in the same stratum of loss. `docs/validation.md` has how often nights of recordings and people that
/// were left out lay inside.
public struct NightInterval: Hashable, Sendable {
    /// What the bounds are of; the raw value is its name in JSON and exports, with its unit.
    public enum Figure: String, Hashable, Sendable, CaseIterable {
        /// Minutes asleep.
        case totalSleep = "total_sleep_min"
        /// When sleep began, in seconds since 1970.
        case onset = "sleep_start_s"
        /// When it ended for good, in seconds since 1970.
        case wake = "sleep_end_s"
        /// Minutes of light sleep.
        case light = "light_min"
        /// Minutes of deep sleep.
        case deep = "deep_min"
        /// Minutes of REM sleep.
        case rem = "rem_min"

        /// Whether it is of sleep as a whole and not of a kind.
        public var isSleep: Bool { self == .totalSleep || self == .onset || self == .wake }
    }

    /// What the bounds are of.
    public var figure: Figure
    /// The figure itself; nil where it is not known.
    public var value: Double?
    /// The lower bound; nil with ``reason``.
    public var low: Double?
    /// The upper bound; nil with ``reason``.
    public var high: Double?
    /// Minutes that were lost or in doubt, by which the stratum was chosen; nil with ``reason``.
    public var lost: Double?
    /// Why there are no bounds, for a person to read; nil where there are.
    public var reason: String?

    /// The share of nights whose figure lies inside.
    public static let level = 0.9
    /// How the bounds are made.
    public static let method = Method("split-conformal", parameters: ["level": level])
    /// Up to how many lost minutes a stratum reaches; the last has no end.
    static let strata = [0.5, 30, 90]

    /// Half of the width in minutes, stratum by stratum, of nights from counts.
    private static let counts: [Figure: [Double]] = [
        .totalSleep: [29, 30, 147, 291], .onset: [29, 41, 167, 269], .wake: [17, 20, 41, 278],
    ]
    /// The same of stages from heart rate and motion.
    private static let stages: [Figure: [Double]] = [
        .light: [81, 81, 82, 128], .deep: [56, 60, 60, 66], .rem: [66, 66, 66, 80],
    ]

    static func stratum(_ lost: Double) -> Int { strata.firstIndex { lost < $0 } ?? strata.count }

    private init(_ figure: Figure, unknown reason: String) {
        (self.figure, self.reason) = (figure, reason)
    }

    /// The interval of a figure in minutes, or of an instant where `scale` is 60.
    private init(_ figure: Figure, _ value: Double, lost: Double, scale: Double = 1) {
        self.figure = figure
        let halves = Self.counts[figure] ?? Self.stages[figure] ?? []
        let half = (halves.isEmpty ? 0 : halves[Self.stratum(lost)]) * scale
        (self.value, self.lost) = (value, lost)
        (low, high) = (max(0, value - half), value + half)
    }

    /// Those of a night, one for each figure.
    /// - Parameter stages: the stages of the same night; nil without.
    static func all(of night: Night, stages: StagedNight?) -> [NightInterval] {
        let found = { (figure: Figure) in
            figure.isSleep ? sleep(figure, night) : kind(figure, night, stages)
        }
        return Figure.allCases.map(found)
    }

    /// Of sleep itself.
    private static func sleep(_ figure: Figure, _ night: Night) -> NightInterval {
        guard let period = night.sleepPeriod, let asleep = night.measures.totalSleepTime.value else {
            let reason = night.sleepPeriodReason ?? night.measures.totalSleepTime.reason
            return NightInterval(figure, unknown: reason ?? "no sleep was found")
        }
        guard ![NightBounds.method, NightBounds.diaryMethod].contains(night.periodMethod) else {
            return NightInterval(figure, unknown: "a person said when this sleep began and ended")
        }
        guard let scorer = SleepScorer(rawValue: night.scoringMethod.name), scorer != .vanHees, scorer != .noSteps
        else {
            return NightInterval(
                figure,
                unknown: "no nights scored by \(night.scoringMethod.name) with a reference were at hand to learn the "
                    + "error from")
        }
        guard let expected = night.confidence.expectedError else {
            return NightInterval(figure, unknown: "an earlier version scored this night and did not tell what was lost")
        }
        let lost = max(0, expected - NightConfidence.scorerError * (1 - night.confidence.agreement))
        return switch figure {
        case .onset: NightInterval(figure, period.lowerBound.secondsSince1970, lost: lost, scale: 60)
        case .wake: NightInterval(figure, period.upperBound.secondsSince1970, lost: lost, scale: 60)
        default: NightInterval(figure, asleep, lost: lost)
        }
    }

    /// Of a kind of sleep.
    private static func kind(_ figure: Figure, _ night: Night, _ staged: StagedNight?) -> NightInterval {
        guard let staged, staged.tier != .motion, staged.tier != .none else {
            return NightInterval(figure, unknown: "there are no stages without heart rate")
        }
        guard staged.tier.isValidated else {
            return NightInterval(
                figure, unknown: "no nights with such signals and a reference were at hand to learn the error from")
        }
        guard let period = night.sleepPeriod else {
            return NightInterval(figure, unknown: night.sleepPeriodReason ?? "no sleep was found")
        }
        let wanted: SleepStage = figure == .light ? .light : figure == .deep ? .deep : .rem
        var (count, missing) = (0, 0)
        for (index, state) in night.states.enumerated() where period.contains(night.epoch(at: index).lowerBound) {
            switch state {
            case .awake: continue
            case .unknown, .notWorn: missing += 1
            case .asleep:
                let kind = staged.kind(during: night.epoch(at: index))
                if kind == wanted { count += 1 } else if kind == nil { missing += 1 }
            }
        }
        let minute = Double(night.epochSeconds) / 60
        return NightInterval(figure, Double(count) * minute, lost: Double(missing) * minute)
    }
}

extension Night {
    /// Between which bounds each figure lies in nine of ten nights like this one, or why that cannot be told.
    /// - Parameter stages: the stages of this night; nil without.
    public func intervals(stages: StagedNight? = nil) -> [NightInterval] { NightInterval.all(of: self, stages: stages) }
}
