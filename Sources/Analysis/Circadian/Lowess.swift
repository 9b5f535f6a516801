/// Locally weighted regression (Cleveland, Journal of the American Statistical Association 74, 1979), without robust steps.
enum Lowess {
    /// The curve at each `x`, which must rise: a line through the nearest `span` of the points, 0 ... 1, with tricube weights.
    static func curve(x: [Double], y: [Double], span: Double) -> [Double] {
        let near = min(x.count, max(2, Int(span * Double(x.count) + 1e-10)))
        guard x.count > 1 else { return y }
        var low = 0
        return x.indices.map { index in
            while low + near < x.count, x[index] > (x[low] + x[low + near]) / 2 { low += 1 }
            let window = low..<(low + near)
            let reach = max(x[index] - x[low], x[low + near - 1] - x[index])
            var sums = (weight: 0.0, x: 0.0)
            let weights = window.map { neighbour in
                let distance = abs(x[neighbour] - x[index])
                let share = distance / reach
                // Cleveland's own limits: all of the nearest thousandth counts fully, the last thousandth not at all.
                let weight = distance <= 0.001 * reach ? 1 : distance <= 0.999 * reach ? cube(1 - cube(share)) : 0
                sums.weight += weight
                sums.x += weight * x[neighbour]
                return weight
            }
            let middle = sums.x / sums.weight
            let spread = window.reduce(0) { $0 + weights[$1 - low] * (x[$1] - middle) * (x[$1] - middle) } / sums.weight
            let tilt = spread > 1e-12 ? (x[index] - middle) / spread : 0
            return window.reduce(0) {
                $0 + weights[$1 - low] / sums.weight * y[$1] * (1 + tilt * (x[$1] - middle))
            }
        }
    }

    private static func cube(_ value: Double) -> Double { value * value * value }
}
