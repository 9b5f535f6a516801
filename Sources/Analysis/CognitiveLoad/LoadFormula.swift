import Glibc
public import Signals

/// The ways to compute the load of the heart.
public enum LoadFormula: String, Hashable, Sendable, CaseIterable {
    /// Steady heart rate against the running median of all earlier, and variability as far as the signal allows.
    case heart = "heart-load"
    /// Heart rate of 30 s and variability of 60 s against the last hour, by fixed weights: what was used before.
    case physiological = "physiological-load"

    /// The formula that made a reading; the present one for a name that is none.
    public init(_ method: Method) { self = LoadFormula(rawValue: method.name) ?? .heart }

    /// The algorithm. Versions count on from one formula to the next, so that no baseline of one is taken for another's.
    public var method: Method { self == .heart ? Self.heartMethod : Self.physiologicalMethod }

    /// The load, 0 ... 1, of a weighted deviation: a logistic curve. On ordinary days both leave the same share of time
    /// below 0.4 and above 0.7.
    public func load(_ p: Double) -> Double {
        self == .heart ? 1 / (1 + exp(-Self.intercept - Self.slope * p)) : 1 / (1 + exp(0.1 - p))
    }

    /// Beats per minute that count as one deviation: the spread of ``SteadyRate`` within an hour of ordinary days.
    static let rateScale = 5.0
    /// The weight of RMSSD, and that of SDNN, where the signal is clean and the body still; heart rate has the rest.
    static let variabilityWeight = 0.35
    /// The share of the last minute that good beats must cover for variability to begin to count; all of it counts in full.
    static let cleanCoverage = (from: LoadFeatures.leastCoverage, to: 1.0)
    private static let intercept = -0.09
    private static let slope = 0.87

    private static let heartMethod = Method(
        "heart-load", version: 4,
        parameters: [
            "rate_window_s": SteadyRate.window, "rate_hold_s": SteadyRate.longestHold, "rate_scale": rateScale,
            "weight_ln_rmssd": variabilityWeight, "weight_ln_sdnn": variabilityWeight, "intercept": intercept,
            "slope": slope, "baseline_s": 7200, "variability_baseline_s": 3600, "clip": 3,
            "minimum_baseline_samples": 12, "minimum_coverage": LoadFeatures.leastCoverage,
            "maximum_artefacts": LoadFeatures.mostArtefacts,
        ])

    /// Version 2: of live data, variability is left out where beats are few or there is movement. Version 3: so it is
    /// where more than 5 % of them are artefacts.
    private static let physiologicalMethod = Method(
        "physiological-load", version: 3,
        parameters: [
            "weight_heart_rate": 0.30, "weight_ln_rmssd": 0.35, "weight_ln_sdnn": 0.35, "intercept": -0.1, "slope": 1,
            "baseline_s": 3600, "clip": 3, "minimum_baseline_samples": 12,
            "minimum_coverage": LoadFeatures.leastCoverage, "maximum_artefacts": LoadFeatures.mostArtefacts,
        ])
}
