/// By how much one sample lies above another: the Hodges-Lehmann estimate with the interval of the Wilcoxon rank-sum test,
/// which one wild day does not move.
///
/// Days are like their neighbours, so the variance of the ranks is that of fewer independent days: it is widened by
/// (1 + r) / (1 - r) of the lag-one autocorrelation r of the days before, corrected for its bias in short series.
struct RankShift {
    /// The median of all differences.
    let estimate: Double
    /// Where the true difference lies, by the quantile that was asked for.
    let interval: ClosedRange<Double>

    /// The shift of `sample` against `before`; nil where one is empty or larger than 366.
    /// - Parameter quantile: of the normal distribution on either side, such as 1.96 for 95 %.
    init?(_ sample: [Double], above before: [Double], correlation: Double, quantile: Double) {
        guard (1...366).contains(sample.count), (1...366).contains(before.count) else { return nil }
        var differences: [Double] = []
        differences.reserveCapacity(sample.count * before.count)
        for value in sample { for other in before { differences.append(value - other) } }
        differences.sort()
        let (m, n) = (Double(sample.count), Double(before.count))
        let r = min(max(correlation, 0), 0.9)
        let deviation = (m * n * (m + n + 1) / 12 * (1 + r) / (1 - r)).squareRoot()
        let rank = (m * n / 2 - quantile * deviation).rounded(.down)
        let middle = differences.count / 2
        estimate =
            differences.count.isMultiple(of: 2)
            ? (differences[middle - 1] + differences[middle]) / 2 : differences[middle]
        // Too few days for the quantile: no difference can be excluded.
        guard rank >= 1 else {
            interval = -Double.infinity...Double.infinity
            return
        }
        let low = Int(rank) - 1
        interval = differences[low]...differences[differences.count - 1 - low]
    }

    /// The lag-one autocorrelation of days, of which some may be missing; -1 to 1, 0 for fewer than 8 pairs.
    static func correlation(_ days: [(day: Int, value: Double)]) -> Double {
        guard days.count > 1 else { return 0 }
        let mean = days.reduce(0) { $0 + $1.value } / Double(days.count)
        let variance = days.reduce(0) { $0 + ($1.value - mean) * ($1.value - mean) } / Double(days.count)
        var (sum, pairs) = (0.0, 0)
        for (one, next) in zip(days, days.dropFirst()) where next.day == one.day + 1 {
            sum += (one.value - mean) * (next.value - mean)
            pairs += 1
        }
        guard pairs >= 8, variance > 0 else { return 0 }
        let raw = sum / Double(pairs) / variance
        // Kendall 1954: the estimate lies low by (1 + 3r) / n.
        return min(max(raw + (1 + 3 * raw) / Double(days.count), -1), 1)
    }
}
