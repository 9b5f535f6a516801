import Glibc

/// Detrended fluctuation analysis (Peng, Chaos 1995) over short scales: the exponent alpha 1. About 0.5 is noise, about
/// 1 a heart at rest, more is smoother. Variants differ by up to 0.1 on coarse clocks, so each says which it is.
public enum DetrendedFluctuation {
    /// The scales, and how boxes are placed.
    public enum Variant: Sendable {
        /// Scales 4 ... 16, boxes that do not overlap, all of them (Peng).
        case peng
        /// Scales 4 ... 11, boxes that overlap by half, perfectly straight ones left out.
        case overlapping
    }

    /// Alpha 1 of a series; nil when it is shorter than 32 values or has no fluctuation.
    public static func alpha1(of values: [Double], _ variant: Variant = .overlapping) -> Double? {
        guard values.count >= 32 else { return nil }
        let mean = values.reduce(0, +) / Double(values.count)
        var sum = 0.0
        let profile = values.map { value in
            sum += value - mean
            return sum
        }
        var (x, y): ([Double], [Double]) = ([], [])
        for scale in 4...(variant == .peng ? 16 : 11) {
            guard let fluctuation = fluctuation(profile, scale: scale, variant), fluctuation > 0 else { return nil }
            x.append(log(Double(scale)))
            y.append(log(fluctuation))
        }
        return slope(x, y)
    }

    private static func fluctuation(_ profile: [Double], scale: Int, _ variant: Variant) -> Double? {
        var (sum, boxes) = (0.0, 0)
        let starts =
            variant == .peng
            ? stride(from: 0, to: profile.count / scale * scale, by: scale)
            : stride(from: 0, to: profile.count - scale, by: scale / 2)
        for start in starts {
            let variance = residual(profile, start: start, count: scale)
            if variant == .overlapping, variance <= 1e-8 { continue }
            sum += variance
            boxes += 1
        }
        return boxes > 0 ? (sum / Double(boxes)).squareRoot() : nil
    }

    /// Mean square about the straight line of a gateway.
    private static func residual(_ profile: [Double], start: Int, count: Int) -> Double {
        let middle = Double(count - 1) / 2
        var (mean, slope, spread) = (0.0, 0.0, 0.0)
        for index in 0..<count { mean += profile[start + index] }
        mean /= Double(count)
        for index in 0..<count {
            let x = Double(index) - middle
            slope += x * (profile[start + index] - mean)
            spread += x * x
        }
        slope /= spread
        var sum = 0.0
        for index in 0..<count {
            let rest = profile[start + index] - mean - slope * (Double(index) - middle)
            sum += rest * rest
        }
        return sum / Double(count)
    }

    private static func slope(_ x: [Double], _ y: [Double]) -> Double {
        let meanX = x.reduce(0, +) / Double(x.count)
        let meanY = y.reduce(0, +) / Double(y.count)
        var (above, below) = (0.0, 0.0)
        for index in x.indices {
            above += (x[index] - meanX) * (y[index] - meanY)
            below += (x[index] - meanX) * (x[index] - meanX)
        }
        return above / below
    }
}
