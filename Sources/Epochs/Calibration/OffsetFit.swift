/// The offset of each axis that brings points nearest to the sphere of radius 1, their scales taken for right.
///
/// An offset shows only along the directions in which gravity lay. Along one that holds a hundredth of gravity's square in
/// the mean, half of it is taken, along rarer ones less: a bound of our own, which keeps what was not measured near zero.
struct OffsetFit {
    private let points: [SIMD3<Double>]
    private static let ridge = 0.01
    /// No accelerometer in a recorder is specified to be further off, in g; what lies beyond is no offset.
    private static let largest = 0.2

    init(_ points: [SIMD3<Double>]) { self.points = points }

    /// The calibration; nil where the points do not determine it, or it is too large to be one.
    func solve() -> Calibration? {
        guard !points.isEmpty else { return nil }
        var found = Calibration()
        for round in 0..<100 {
            guard let step = step(from: found, isWeighted: round >= 4) else { return nil }
            found.offset += step
            guard (0..<3).allSatisfy({ abs(found.offset[$0]) <= Self.largest }) else { return nil }
            if round > 6, (step * step).sum() < 1e-22 { break }
        }
        return found
    }

    private func step(from calibration: Calibration, isWeighted: Bool) -> SIMD3<Double>? {
        let distances = points.map { point -> Double in
            let value = calibration.apply(point)
            return (value * value).sum().squareRoot() - 1
        }
        let limit = isWeighted ? SphereFit.limit(distances) : .infinity
        var rows = [[Double]](repeating: [Double](repeating: 0, count: 4), count: 3)
        var weights = 0.0
        for (point, distance) in zip(points, distances) where abs(distance) < limit {
            let part = distance / limit
            let weight = (1 - part * part) * (1 - part * part)
            let up = calibration.apply(point) / (distance + 1)
            for row in 0..<3 {
                for column in 0..<3 { rows[row][column] += weight * up[row] * up[column] }
                rows[row][3] -= weight * up[row] * distance
            }
            weights += weight
        }
        for row in 0..<3 {
            rows[row][row] += Self.ridge * weights
            rows[row][3] -= Self.ridge * weights * calibration.offset[row]
        }
        return SphereFit.solution(&rows).map { SIMD3($0[0], $0[1], $0[2]) }
    }
}
