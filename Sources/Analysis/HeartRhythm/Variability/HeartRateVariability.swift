import Glibc

/// Heart rate variability of a finished series of intervals, in ms (definitions of the Task Force of ESC and NASPE,
/// Circulation 1996, except where said).
public struct HeartRateVariability: Hashable, Sendable {
    /// Number of intervals.
    public var count: Int
    /// Number of differences between adjoining intervals.
    public var differences: Int
    /// Mean interval, in ms.
    public var meanNN: Double
    /// Median interval, in ms.
    public var medianNN: Double
    /// 60 000 / ``meanNN``, per minute.
    public var heartRate: Double
    /// Mean of 60 000 / interval, per minute; never below ``heartRate``.
    public var meanInstantRate: Double
    /// Standard deviation of the intervals (N - 1), in ms; nil below two intervals.
    public var sdnn: Double?
    /// Root mean square of the differences, in ms; nil without differences.
    public var rmssd: Double?
    /// Natural logarithm of ``rmssd``; nil when that is nil or 0.
    public var lnRMSSD: Double?
    /// Standard deviation of the differences (N - 1), in ms; nil below two differences.
    public var sdsd: Double?
    /// Share of differences above 50 ms, in percent of the differences.
    public var pNN50: Double?
    /// Share of differences above 20 ms, in percent of the differences.
    public var pNN20: Double?
    /// Spread of the Poincaré plot across its diagonal, in ms.
    public var sd1: Double?
    /// Spread of the Poincaré plot along its diagonal, in ms.
    public var sd2: Double?

    /// The measures of `rr`; nil for an empty series.
    /// - Parameters:
    ///   - rr: intervals in ms.
    ///   - follows: for each interval whether it follows the one before directly; nil where all do. No difference is
    ///     taken where it does not.
    public init?(_ rr: [Double], follows: [Bool]? = nil) {
        guard !rr.isEmpty, follows.map({ $0.count == rr.count }) ?? true else { return nil }
        count = rr.count
        meanNN = rr.reduce(0, +) / Double(rr.count)
        var sorted = rr
        sorted.sort()
        medianNN = sorted.withUnsafeMutableBufferPointer { OrderStatistics.median($0) }
        heartRate = 60_000 / meanNN
        meanInstantRate = rr.reduce(0) { $0 + 60_000 / $1 } / Double(rr.count)
        sdnn = Self.deviation(rr)
        let pairs = rr.indices.dropFirst().filter { follows?[$0] ?? true }
        let steps = pairs.map { rr[$0] - rr[$0 - 1] }
        differences = steps.count
        rmssd = Self.rmssd(steps)
        lnRMSSD = rmssd.flatMap { $0 > 0 ? log($0) : nil }
        sdsd = Self.deviation(steps)
        pNN50 = Self.share(of: steps, above: 50)
        pNN20 = Self.share(of: steps, above: 20)
        sd1 = sdsd.map { $0 / 2.0.squareRoot() }
        sd2 = Self.deviation(pairs.map { rr[$0] + rr[$0 - 1] }).map { $0 / 2.0.squareRoot() }
    }

    private static func rmssd(_ steps: [Double]) -> Double? {
        guard !steps.isEmpty else { return nil }
        return (steps.reduce(0) { $0 + $1 * $1 } / Double(steps.count)).squareRoot()
    }

    private static func deviation(_ values: [Double]) -> Double? {
        guard values.count > 1 else { return nil }
        let mean = values.reduce(0, +) / Double(values.count)
        return (values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(values.count - 1)).squareRoot()
    }

    private static func share(of steps: [Double], above limit: Double) -> Double? {
        guard !steps.isEmpty else { return nil }
        return 100 * Double(steps.count { abs($0) > limit }) / Double(steps.count)
    }
}
