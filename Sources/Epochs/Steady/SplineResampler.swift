/// Brings an even stretch to another rate by the natural cubic spline, in pieces that overlap so far that they give
/// the same to ten digits.
struct SplineResampler {
    private let step: Double
    private var places: [Double] = []
    private var values: [SIMD4<Double>] = []
    private var first = 0
    private var made = 0
    /// Samples of overlap between blocks: a spline's error falls by a factor of 3.7 with each.
    private static let overlap = 24
    private static let piece = 2048

    /// From one rate to another, whose quotient is `step`.
    init(step: Double) { self.step = step }

    /// Adds samples and returns those that are finished.
    mutating func add(_ samples: UnsafeBufferPointer<SIMD4<Double>>) -> [SIMD4<Double>] {
        values += samples
        guard values.count >= Self.piece + 2 * Self.overlap else { return [] }
        return giveOut(through: first + values.count - Self.overlap)
    }

    /// Ends the stretch and returns the remaining samples.
    mutating func finish() -> [SIMD4<Double>] {
        defer { self = SplineResampler(step: step) }
        return giveOut(through: first + values.count - 1)
    }

    private mutating func giveOut(through last: Int) -> [SIMD4<Double>] {
        while places.count < values.count { places.append(Double(places.count)) }
        let places = Array(places[..<values.count])
        let curvatures = NaturalSpline.curvatures(places, values)
        var result: [SIMD4<Double>] = []
        while true {
            let place = Double(made) * step
            guard place <= Double(last) + 1e-9, values.count > 1 else { break }
            let index = min(max(0, Int(place) - first), values.count - 2)
            result.append(NaturalSpline.value(at: place - Double(first), index, places, values, curvatures))
            made += 1
        }
        let dropped = max(0, min(last - first - Self.overlap, Int(Double(made) * step) - first - Self.overlap))
        values.removeFirst(dropped)
        first += dropped
        return result
    }
}
