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
        var (sum, rates) = (0.0, 0.0)
        for interval in rr {
            sum += interval
            rates += 60_000 / interval
        }
        let mean = sum / Double(rr.count)
        meanNN = mean
        heartRate = 60_000 / mean
        meanInstantRate = rates / Double(rr.count)
        var copy = rr
        medianNN = copy.withUnsafeMutableBufferPointer { OrderStatistics.selectedMedian($0) }
        let steps = Steps(rr, follows: follows, mean: mean)
        let number = Double(steps.count)
        differences = steps.count
        sdnn = rr.count > 1 ? (steps.spread / Double(rr.count - 1)).squareRoot() : nil
        guard steps.count > 0 else { return }
        let rmssd = (steps.squares / number).squareRoot()
        self.rmssd = rmssd
        lnRMSSD = rmssd > 0 ? log(rmssd) : nil
        pNN50 = 100 * Double(steps.above50) / number
        pNN20 = 100 * Double(steps.above20) / number
        guard steps.count > 1 else { return }
        let sdsd = (max(0, steps.deviations) / (number - 1)).squareRoot()
        self.sdsd = sdsd
        sd1 = sdsd / 2.0.squareRoot()
        sd2 = (max(0, steps.sumDeviations) / (number - 1)).squareRoot() / 2.0.squareRoot()
    }

    /// Sums over the intervals and their differences, in two walks and without memory of its own.
    private struct Steps {
        var count = 0
        var (spread, squares, deviations, sumDeviations) = (0.0, 0.0, 0.0, 0.0)
        var (above50, above20) = (0, 0)

        init(_ rr: [Double], follows: [Bool]?, mean: Double) {
            var (steps, sums) = (0.0, 0.0)
            for index in rr.indices {
                let offset = rr[index] - mean
                spread += offset * offset
                guard index > 0, follows?[index] ?? true else { continue }
                let step = rr[index] - rr[index - 1]
                count += 1
                squares += step * step
                steps += step
                sums += rr[index] + rr[index - 1]
                above50 += abs(step) > 50 ? 1 : 0
                above20 += abs(step) > 20 ? 1 : 0
            }
            let (meanStep, meanSum) = (steps / Double(max(1, count)), sums / Double(max(1, count)))
            for index in rr.indices.dropFirst() where follows?[index] ?? true {
                let step = rr[index] - rr[index - 1] - meanStep
                let sum = rr[index] + rr[index - 1] - meanSum
                deviations += step * step
                sumDeviations += sum * sum
            }
        }
    }
}
