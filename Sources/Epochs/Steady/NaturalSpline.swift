/// The natural cubic spline through values at increasing places.
enum NaturalSpline {
    /// Second derivatives at the places, 0 at both ends (Press and others, Numerical Recipes, section 3.3).
    static func curvatures<Value: SplineValue>(_ places: [Double], _ values: [Value]) -> [Value] {
        let count = values.count
        var result = [Value](repeating: .zero, count: count)
        guard count > 2 else { return result }
        var ratios = [Double](repeating: 0, count: count)
        for index in 1..<(count - 1) {
            let (before, after) = (places[index] - places[index - 1], places[index + 1] - places[index])
            let pivot = 2 * (before + after) - before * ratios[index - 1]
            ratios[index] = after / pivot
            let bend =
                (values[index + 1] - values[index]) * (6 / after) - (values[index] - values[index - 1]) * (6 / before)
            result[index] = (bend - result[index - 1] * before) * (1 / pivot)
        }
        for index in stride(from: count - 2, to: 0, by: -1) {
            result[index] = result[index] - result[index + 1] * ratios[index]
        }
        return result
    }

    /// The value at `place`, which lies between places `index` and `index` + 1.
    static func value<Value: SplineValue>(
        at place: Double, _ index: Int, _ places: [Double], _ values: [Value], _ curvatures: [Value]
    ) -> Value {
        let width = places[index + 1] - places[index]
        let (left, right) = ((places[index + 1] - place) / width, (place - places[index]) / width)
        let bend =
            curvatures[index] * ((left * left * left - left) * width * width / 6)
            + curvatures[index + 1] * ((right * right * right - right) * width * width / 6)
        return values[index] * left + values[index + 1] * right + bend
    }
}

/// What a spline can go through: numbers and vectors of them.
protocol SplineValue {
    static var zero: Self { get }
    static func + (a: Self, b: Self) -> Self
    static func - (a: Self, b: Self) -> Self
    static func * (a: Self, b: Double) -> Self
}

extension Double: SplineValue {}
extension SIMD4<Double>: SplineValue {}
