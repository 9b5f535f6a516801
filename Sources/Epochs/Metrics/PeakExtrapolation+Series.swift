import Glibc

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
