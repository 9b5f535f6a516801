/// Stability from day to day and fragmentation within days (Witting and others, Biological Psychiatry 27, 1990; Van Someren
/// and others 1999), in the population form: sums of squares over their number, nothing subtracted.
public enum RestActivityRhythm {
    /// Interdaily stability, 0 ... 1: how much of the variance the mean day explains.
    ///
    /// N Σ(x̄h - x̄)² / (p Σ(xi - x̄)²) over the known values.
    /// - Parameters:
    ///   - values: means of equal spans, from midnight; NaN where unknown.
    ///   - perDay: their number in a day, p; 24 for hours.
    /// - Returns: nil without two days or without variance.
    public static func interdailyStability(_ values: [Double], perDay: Int = 24) -> Double? {
        guard perDay > 0, values.count >= 2 * perDay, let spread = Spread(values) else { return nil }
        var sums = [Double](repeating: 0, count: perDay)
        var known = [Int](repeating: 0, count: perDay)
        for (index, value) in values.enumerated() where !value.isNaN {
            sums[index % perDay] += value
            known[index % perDay] += 1
        }
        var between = 0.0
        for slot in 0..<perDay where known[slot] > 0 {
            let deviation = sums[slot] / Double(known[slot]) - spread.mean
            between += deviation * deviation
        }
        let slots = known.count { $0 > 0 }
        return Double(spread.count) * between / (Double(slots) * spread.squares)
    }

    /// Intradaily variability, 0 and above: about 0 for a sine, 2 for noise.
    ///
    /// N Σ(xi - xi-1)² / ((N - 1) Σ(xi - x̄)²); a step from or to an unknown value is left out of both sums.
    /// - Parameter values: means of equal spans; NaN where unknown.
    /// - Returns: nil without two neighbours or without variance.
    public static func intradailyVariability(_ values: [Double]) -> Double? {
        guard let spread = Spread(values) else { return nil }
        var steps = 0.0
        var pairs = 0
        for (before, after) in zip(values, values.dropFirst()) where !before.isNaN && !after.isNaN {
            steps += (after - before) * (after - before)
            pairs += 1
        }
        guard pairs > 0 else { return nil }
        return Double(spread.count) * steps / (Double(pairs) * spread.squares)
    }
}

/// The mean and the sum of squared deviations of the known values.
struct Spread {
    let count: Int
    let mean: Double
    let squares: Double

    /// Nil without a known value or without variance.
    init?(_ values: [Double]) {
        var sum = 0.0
        var count = 0
        for value in values where !value.isNaN {
            sum += value
            count += 1
        }
        guard count > 0 else { return nil }
        let mean = sum / Double(count)
        let squares = values.reduce(0) { $1.isNaN ? $0 : $0 + ($1 - mean) * ($1 - mean) }
        // What rounding leaves of equal values is no variance.
        guard squares > 1e-24 * Double(count) * mean * mean, squares > 0, squares.isFinite else { return nil }
        (self.count, self.mean, self.squares) = (count, mean, squares)
    }
}
