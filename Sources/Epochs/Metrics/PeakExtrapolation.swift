import Glibc

/// How far a peak that a recorder cut off at its range reached, by MIMS (John, Tang, Albinali and Intille, Journal for
/// the Measurement of Physical Behaviour 2, 2019): a smoothing spline through five samples on each side is continued
/// to the middle.
enum PeakExtrapolation {
    /// The expected noise, in g.
    private static let noise = 0.03 + 1e-5
    /// The shape of the gamma distribution that is 0.95 at three times the noise.
    private static let shape = 0.026
    /// The smoothing of `smooth.spline` that spar = 0.6 stands for: 16^(6 spar - 2).
    private static let smoothing = 84.44850628946526

    /// How surely a value is cut off: 0 not, 1 at the upper end, -1 at the lower.
    static func mark(_ value: Double, range: Double) -> Double {
        value >= 0
            ? probability(value - (range - 5 * noise)) : -probability(-value - (range - 5 * noise))
    }

    /// The gamma distribution with ``shape`` and scale 1, by its series (Abramowitz and Stegun 6.5.29).
    static func probability(_ x: Double) -> Double {
        guard x > 0 else { return 0 }
        var term = 1.0
        var sum = 1.0
        var place = shape
        while term > sum * 1e-15, place < 400 {
            place += 1
            term *= x / place
            sum += term
        }
        return min(1, power(x) * sum)
    }

    /// The value `distance` samples beyond the last of five.
    /// - Parameters:
    ///   - values: five samples in a row.
    ///   - weights: how sure each is, 0 ... 1.
    static func beyond(_ values: [Double], weights: [Double], distance: Double) -> Double {
        let total = weights.reduce(0, +)
        let w = weights.map { max($0 * 5 / total, 1e-9) }
        // Squares of the third and fourth of seven B-splines at the five places, over the integrals of their squared
        // curvature.
        let trace = w[1] * (49 / 144.0 + 1 / 36.0) + w[2] * (1 / 36.0 + 4 / 9.0) + w[3] / 36
        let penalty = trace / (288 + 512 / 3.0) * smoothing
        let step = 0.25
        // Reinsch's form: (R + λ Qᵀ W⁻¹ Q) γ = Qᵀ y, f = y - λ W⁻¹ Q γ.
        let pull = (0..<5).map { penalty / w[$0] / (step * step) }
        var rows = [[Double]](repeating: [0, 0, 0, 0], count: 3)
        for row in 0..<3 {
            rows[row][row] = 2 * step / 3 + pull[row] + 4 * pull[row + 1] + pull[row + 2]
            rows[row][3] = (values[row] - 2 * values[row + 1] + values[row + 2]) / step
        }
        for row in 0..<2 {
            let next = step / 6 - 2 * pull[row + 1] - 2 * pull[row + 2]
            (rows[row][row + 1], rows[row + 1][row]) = (next, next)
        }
        (rows[0][2], rows[2][0]) = (pull[2], pull[2])
        guard let bends = SphereFit.solution(&rows) else { return values[4] }
        let fourth = values[3] - pull[3] * step * (bends[1] - 2 * bends[2])
        let fifth = values[4] - pull[4] * step * bends[2]
        let slope = (fifth - fourth) / step + step * bends[2] / 6
        return fifth + slope * distance * step
    }
}

extension PeakExtrapolation {
    /// The gamma distribution's series term for the shape s.
    static func power(_ x: Double) -> Double { exp(0.026 * log(x) - x - lgamma(1.026)) }

    /// Replaces what was cut off at `range` in one axis by a spline through the rest and the extrapolated middles.
    static func restore(_ values: inout [Double], range: Double) {
        let marks = values.map { mark($0, range: range) }
        let kept = values.indices.filter { abs(marks[$0]) < 0.5 }
        // Nearly all cut off: nothing to go by.
        guard kept.count < values.count, Double(kept.count) >= 0.3 * Double(values.count) else { return }
        var knots = kept.map { (Double($0), values[$0]) }
        for sign in [1.0, -1.0] { knots += middles(values, marks, sign: sign) }
        knots.sort { $0.0 < $1.0 }
        let (places, heights) = (knots.map(\.0), knots.map(\.1))
        let curvatures = NaturalSpline.curvatures(places, heights)
        var index = 0
        for place in values.indices where abs(marks[place]) >= 0.5 {
            let x = Double(place)
            guard let first = places.first, let last = places.last, x > first, x < last else { continue }
            while places[index + 1] < x { index += 1 }
            values[place] = NaturalSpline.value(at: x, index, places, heights, curvatures)
        }
    }

    /// The extrapolated middle of each peak of one sign that begins and ends at once.
    private static func middles(_ values: [Double], _ marks: [Double], sign: Double) -> [(Double, Double)] {
        var found: [(Double, Double)] = []
        var start: Int?
        for index in values.indices.dropFirst().dropLast() where marks[index] * sign > 0 {
            if (marks[index] - marks[index - 1]) * sign > 0.5 { start = index }
            guard let first = start, (marks[index + 1] - marks[index]) * sign < -0.5 else { continue }
            start = nil
            guard first >= 4, index + 4 < values.count else { continue }
            let middle = Double(index - first) / 2
            let (left, right) = (Array((first - 4)...first), Array((index...(index + 4)).reversed()))
            let sides = [left, right].map { places in
                beyond(places.map { values[$0] }, weights: places.map { 1 - marks[$0] * sign }, distance: middle)
            }
            found.append((Double(first) + middle, (sides[0] + sides[1]) / 2))
        }
        return found
    }
}
