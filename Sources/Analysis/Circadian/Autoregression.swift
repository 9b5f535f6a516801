import Glibc

/// First-order autoregression of hourly means: how much of an hour's activity carries over to the next.
public enum Autoregression {
    /// The coefficient φ of a stationary first-order autoregression with a mean, by exact maximum likelihood, -1 ... 1.
    ///
    /// - Parameter values: hourly means in order; a series with holes is cut to its longest part without one.
    /// - Returns: nil with fewer than 12 values in a row or without variance.
    public static func phi(_ values: [Double]) -> Double? {
        let part = longestKnown(values)
        guard part.count >= 12, Spread(part) != nil else { return nil }
        let likelihood = { (phi: Double) in misfit(part, phi) }
        // Golden section; the likelihood has one peak within the stationary range.
        let ratio = (5.0.squareRoot() - 1) / 2
        var (low, high) = (-1.0 + 1e-9, 1 - 1e-9)
        var (left, right) = (high - ratio * (high - low), low + ratio * (high - low))
        var (atLeft, atRight) = (likelihood(left), likelihood(right))
        while high - low > 1e-10 {
            if atLeft < atRight {
                (high, right, atRight) = (right, left, atLeft)
                left = high - ratio * (high - low)
                atLeft = likelihood(left)
            } else {
                (low, left, atLeft) = (left, right, atRight)
                right = low + ratio * (high - low)
                atRight = likelihood(right)
            }
        }
        return (low + high) / 2
    }

    /// -2 log likelihood up to a constant, with mean and variance at their best for `phi`.
    private static func misfit(_ x: [Double], _ phi: Double) -> Double {
        let count = Double(x.count)
        let rest = 1 - phi
        var steps = 0.0
        for index in 1..<x.count { steps += x[index] - phi * x[index - 1] }
        let mean =
            ((1 - phi * phi) * x[0] + rest * steps) / ((1 - phi * phi) + (count - 1) * rest * rest)
        var squares = (1 - phi * phi) * (x[0] - mean) * (x[0] - mean)
        for index in 1..<x.count {
            let error = x[index] - mean - phi * (x[index - 1] - mean)
            squares += error * error
        }
        return count * log(squares / count) - log(1 - phi * phi)
    }

    private static func longestKnown(_ values: [Double]) -> [Double] {
        var best = 0..<0
        var first = 0
        for index in 0...values.count where index == values.count || values[index].isNaN {
            if index - first > best.count { best = first..<index }
            first = index + 1
        }
        return Array(values[best])
    }
}
