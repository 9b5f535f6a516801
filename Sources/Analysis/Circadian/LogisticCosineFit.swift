import Glibc

/// Levenberg and Marquardt's way to the least squares of the logistic cosine, with its parameters held in their bounds:
/// minimum, amplitude, alpha, beta, acrotime in hours.
struct LogisticCosineFit {
    private static let bounds: [ClosedRange<Double>] = [
        0...Double.greatestFiniteMagnitude, 0...Double.greatestFiniteMagnitude, -1...1, 0...1e6, -3...27,
    ]
    private var cosines: [Double] = []
    private var sines: [Double] = []
    private var weights: [Double] = []
    private var means: [Double] = []

    /// Takes the means of `binEpochs` epochs of the day each.
    init(_ profile: DayProfile, binEpochs: Int) {
        for start in stride(from: 0, to: profile.counts.count, by: binEpochs) {
            let bin = start..<min(profile.counts.count, start + binEpochs)
            let weight = Double(profile.counts[bin].reduce(0, +))
            guard weight > 0 else { continue }
            // An epoch stands at its end; a bin in the middle of its epochs.
            let place = Double(bin.lowerBound + bin.upperBound - 1) / 2 + 1
            let angle = 2 * Double.pi * place / Double(profile.counts.count)
            cosines.append(cos(angle))
            sines.append(sin(angle))
            weights.append(weight)
            means.append(profile.sums[bin].reduce(0, +) / weight)
        }
    }

    /// Curves to begin with: as high as the cosine, of several widths and slopes.
    static func starts(_ cosinor: Cosinor) -> [[Double]] {
        [-0.4, 0, 0.4].flatMap { alpha in
            [2.0, 10, 30].map { beta in
                [max(0, cosinor.mesor - cosinor.amplitude), 2 * cosinor.amplitude, alpha, beta, cosinor.acrophase]
            }
        }
    }

    /// The squares of the means' deviations from `mean`, by weight.
    func between(mean: Double) -> Double {
        zip(weights, means).reduce(0) { $0 + $1.0 * ($1.1 - mean) * ($1.1 - mean) }
    }

    /// The parameters that at most `steps` accepted or refused steps lead to, and what stays unexplained.
    func fit(from start: [Double], steps: Int) -> (parameters: [Double], residual: Double) {
        var parameters = zip(start, Self.bounds).map { min(max($0, $1.lowerBound), $1.upperBound) }
        var (system, residual) = linearized(parameters)
        var damping = 1e-3
        for _ in 0..<steps {
            var damped = system
            for i in 0..<5 { damped.matrix[i * 6] += damping * max(damped.matrix[i * 6], 1e-12) }
            guard let step = Self.step(damped, at: parameters) else { break }
            let trial = parameters.indices.map {
                min(max(parameters[$0] + step[$0], Self.bounds[$0].lowerBound), Self.bounds[$0].upperBound)
            }
            let moved = zip(trial, parameters).map { abs($0 - $1) / (abs($1) + 1e-9) }.max() ?? 0
            let next = linearized(trial)
            if next.residual <= residual {
                (parameters, system, residual) = (trial, next.system, next.residual)
                damping = max(damping / 10, 1e-15)
            } else {
                damping *= 10
            }
            if moved < 1e-13 || damping > 1e12 { break }
        }
        return (parameters, residual)
    }

    /// A step that leaves parameters at a bound where they are when it would lead out.
    private static func step(_ system: SymmetricSystem, at parameters: [Double]) -> [Double]? {
        var system = system
        for i in 0..<5 {
            let isOut =
                parameters[i] <= bounds[i].lowerBound && system.right[i] < 0
                || parameters[i] >= bounds[i].upperBound && system.right[i] > 0
            guard isOut else { continue }
            for j in 0..<5 { (system.matrix[i * 5 + j], system.matrix[j * 5 + i]) = (0, 0) }
            system.matrix[i * 6] = 1
            system.right[i] = 0
        }
        return system.solve()
    }

    private func linearized(_ p: [Double]) -> (system: SymmetricSystem, residual: Double) {
        let hour = 2 * Double.pi / 24
        let (cosine, sine) = (cos(hour * p[4]), sin(hour * p[4]))
        var system = SymmetricSystem(size: 5)
        var residual = 0.0
        // The upper triangle in 15 plain sums: this runs for every epoch of the day at every step.
        var sums = InlineArray<15, Double>(repeating: 0)
        var right = (0.0, 0.0, 0.0, 0.0, 0.0)
        for index in means.indices {
            let wave = cosines[index] * cosine + sines[index] * sine
            let logistic = 1 / (1 + exp(-p[3] * (wave - p[2])))
            let slope = p[1] * logistic * (1 - logistic)
            let d2 = -slope * p[3]
            let d3 = slope * (wave - p[2])
            let d4 = slope * p[3] * hour * (sines[index] * cosine - cosines[index] * sine)
            let weight = weights[index]
            let miss = means[index] - p[0] - p[1] * logistic
            residual += weight * miss * miss
            let (w1, w2, w3, w4) = (weight * logistic, weight * d2, weight * d3, weight * d4)
            sums[0] += weight
            sums[1] += w1
            sums[2] += w2
            sums[3] += w3
            sums[4] += w4
            sums[5] += w1 * logistic
            sums[6] += w1 * d2
            sums[7] += w1 * d3
            sums[8] += w1 * d4
            sums[9] += w2 * d2
            sums[10] += w2 * d3
            sums[11] += w2 * d4
            sums[12] += w3 * d3
            sums[13] += w3 * d4
            sums[14] += w4 * d4
            right = (
                right.0 + weight * miss, right.1 + w1 * miss, right.2 + w2 * miss, right.3 + w3 * miss,
                right.4 + w4 * miss
            )
        }
        var next = 0
        for i in 0..<5 {
            for j in i..<5 {
                (system.matrix[i * 5 + j], system.matrix[j * 5 + i]) = (sums[next], sums[next])
                next += 1
            }
        }
        system.right = [right.0, right.1, right.2, right.3, right.4]
        return (system, residual)
    }
}
