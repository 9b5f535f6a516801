/// Scale and offset per axis that bring points nearest to the sphere of radius 1.
struct SphereFit {
    private let points: [SIMD3<Double>]
    private var values: [Double] = [1, 1, 1, 0, 0, 0]
    /// Distances beyond this many robust standard deviations have no weight (Tukey's biweight at 95 % efficiency).
    private static let cut = 4.685

    init(_ points: [SIMD3<Double>]) { self.points = points }

    /// The calibration; nil where the points do not determine it.
    func solve() -> Calibration? {
        var fit = self
        for round in 0..<100 {
            guard let step = fit.step(isWeighted: round >= 4) else { return nil }
            for index in 0..<6 { fit.values[index] += step[index] }
            guard fit.values[..<3].allSatisfy({ $0 > 0.5 && $0 < 2 }) else { return nil }
            if round > 6, step.allSatisfy({ abs($0) < 1e-11 }) { break }
        }
        return fit.calibration
    }

    private var calibration: Calibration {
        Calibration(
            offset: SIMD3(values[3], values[4], values[5]), scale: SIMD3(values[0], values[1], values[2]))
    }

    private func step(isWeighted: Bool) -> [Double]? {
        let calibration = calibration
        let distances = points.map { point -> Double in
            let value = calibration.apply(point)
            return (value * value).sum().squareRoot() - 1
        }
        let limit = isWeighted ? Self.limit(distances) : .infinity
        var rows = [[Double]](repeating: [Double](repeating: 0, count: 7), count: 6)
        for (point, distance) in zip(points, distances) where abs(distance) < limit {
            let part = distance / limit
            let weight = (1 - part * part) * (1 - part * part)
            let up = calibration.apply(point) / (distance + 1)
            let slopes = [up.x * point.x, up.y * point.y, up.z * point.z, up.x, up.y, up.z]
            for row in 0..<6 {
                for column in row..<6 { rows[row][column] += weight * slopes[row] * slopes[column] }
                rows[row][6] -= weight * slopes[row] * distance
            }
        }
        for row in 0..<6 { for column in 0..<row { rows[row][column] = rows[column][row] } }
        return Self.solution(&rows)
    }

    /// Where the weight ends, from the median of the distances; never so near that only exact points count.
    static func limit(_ distances: [Double]) -> Double {
        let sizes = distances.map(abs).sorted()
        return max(cut * 1.4826 * sizes[sizes.count / 2], 1e-6)
    }

    /// Solves equations, their right sides in the last column, by elimination with the largest pivot; nil where they
    /// do not determine the solution.
    static func solution(_ rows: inout [[Double]]) -> [Double]? {
        let size = rows.count
        for column in 0..<size {
            guard let pivot = (column..<size).max(by: { abs(rows[$0][column]) < abs(rows[$1][column]) }),
                abs(rows[pivot][column]) > 1e-9
            else { return nil }
            rows.swapAt(column, pivot)
            for row in 0..<size where row != column {
                let factor = rows[row][column] / rows[column][column]
                for index in column...size { rows[row][index] -= factor * rows[column][index] }
            }
        }
        return (0..<size).map { rows[$0][size] / rows[$0][$0] }
    }
}
